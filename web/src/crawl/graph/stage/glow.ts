/** Dots as points with a faint glow around them; small ones are easier to hit than to see. */

import { NodePointProgram } from 'sigma/rendering';
import type { DotAttributes, LineAttributes } from './drawn';

/** How much wider the glow is than the dot. */
const GLOW = 2.0;
const LEAST_HIT_PX = 11;

const VERTEX = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
uniform float u_sizeRatio;
uniform float u_pixelRatio;
uniform mat3 u_matrix;
varying vec4 v_color;
varying float v_pixel;
varying float v_glow;
const float bias = 255.0 / 254.0;

void main() {
  gl_Position = vec4((u_matrix * vec3(a_position, 1)).xy, 0, 1);
  float diameter = a_size / u_sizeRatio * u_pixelRatio * 2.0;
  #ifdef PICKING_MODE
  gl_PointSize = max(diameter, ${LEAST_HIT_PX.toFixed(1)} * u_pixelRatio);
  v_color = a_id;
  #else
  gl_PointSize = diameter * ${GLOW.toFixed(1)};
  v_color = a_color;
  #endif
  // Small dots lie close together, and would only blur.
  v_glow = 0.26 * clamp(diameter / 18.0 - 0.2, 0.0, 1.0);
  v_pixel = 1.0 / gl_PointSize;
  v_color.a *= bias;
}`;

const FRAGMENT = /* glsl */ `
precision mediump float;
varying vec4 v_color;
varying float v_pixel;
varying float v_glow;

void main(void) {
  float far = length(gl_PointCoord - vec2(0.5, 0.5));
  #ifdef PICKING_MODE
  gl_FragColor = far < 0.5 ? v_color : vec4(0.0);
  #else
  float edge = 0.5 / ${GLOW.toFixed(1)};
  float disc = 1.0 - smoothstep(edge - v_pixel, edge + v_pixel, far);
  float fade = clamp((0.5 - far) / (0.5 - edge), 0.0, 1.0);
  gl_FragColor = v_color * max(disc, v_glow * fade * fade);
  #endif
}`;

export class GlowProgram extends NodePointProgram<DotAttributes, LineAttributes> {
  override getDefinition() {
    return {
      ...super.getDefinition(),
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: FRAGMENT,
    };
  }
}

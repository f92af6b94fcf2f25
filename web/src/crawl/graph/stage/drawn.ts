/** The attributes of each dot and line while it is drawn. */

import type { MultiDirectedGraph } from 'graphology';
import type Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import type { LineLook } from '../data/picture';
import type { Spot } from './places';

export interface DotAttributes extends Spot {
  place: number;
  /** Nothing of a dot is seen at 0: it is about to come. */
  shown: number;
}

export interface LineAttributes {
  look: LineLook;
  isLit: boolean;
}

export type Drawn = MultiDirectedGraph<DotAttributes, LineAttributes>;
export type Sight = Sigma<DotAttributes, LineAttributes>;
export type WithoutUndefined = Partial<Settings<DotAttributes, LineAttributes>>;

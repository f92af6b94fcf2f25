/** Counts of pages as bars, each a door to the pages it counts. */

import type { Bar } from '~/ui/BarList';
import { DepthChip, depthGround } from '~/ui/Depth';
import { ruleWords } from '~/words/causes';
import { FIGURES } from '~/words/pages';
import type { PagesSearch } from '../pages/search';
import type { Statistics } from '../queries';

function door(id: string, search: PagesSearch): Pick<Bar, 'to'> {
  return { to: { to: '/crawls/$id/pages', params: { id }, search } };
}

export function stateBars(id: string, { figures }: Statistics): Bar[] {
  return FIGURES.filter(({ name }) => figures[name] > 0).map(({ name, label, state, ground }) => ({
    key: name,
    name: label,
    figure: figures[name],
    look: ground,
    ...door(id, { state }),
  }));
}

export function statusBars(id: string, stats: Statistics): Bar[] {
  return Object.entries(stats.by_status).map(([status, figure]) => ({
    key: status,
    name: <span className="font-mono">{status}</span>,
    figure,
    look: statusLook(status),
    ...door(id, { status }),
  }));
}

function statusLook(status: string): string {
  if (status >= '400') return 'hatched';
  return status >= '300' ? 'bg-warning' : 'bg-done';
}

export function depthBars(id: string, stats: Statistics): Bar[] {
  return Object.entries(stats.by_depth).map(([depth, figure]) => ({
    key: depth,
    name: <DepthChip depth={Number(depth)} />,
    figure,
    look: depthGround(Number(depth)),
    ...door(id, { depth: Number(depth) }),
  }));
}

export function typeBars(id: string, stats: Statistics): Bar[] {
  return Object.entries(stats.by_content_type).map(([type, figure]) => ({
    key: type,
    name: <bdi title={type}>{type}</bdi>,
    figure,
    look: 'bg-accent',
    // There is no filter for pages without a type.
    ...(type.includes('/') && door(id, { content_type: type })),
  }));
}

export function hostBars(id: string, stats: Statistics): Bar[] {
  return Object.entries(stats.by_host).map(([host, figure]) => ({
    key: host,
    name: <bdi title={host}>{host}</bdi>,
    figure,
    look: 'bg-accent',
    ...door(id, { host }),
  }));
}

export function ruleBars(id: string, stats: Statistics): Bar[] {
  return Object.entries(stats.by_rule).map(([rule, figure]) => ({
    key: rule,
    name: <bdi title={rule}>{ruleWords(rule)}</bdi>,
    figure,
    look: 'bg-warning',
    ...door(id, { rule }),
  }));
}

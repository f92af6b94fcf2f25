import { expect, test } from 'vitest';
import { areaOf, areaWords, placesWithin } from './area';
import { colouring } from './colours';
import { foldersOf } from './folders';
import { labelsOf, written } from './labels';
import { landmarks } from './landmarks';
import { above, childrenOf, unfolded } from './outline';
import { linesOf, pictureOf } from './picture';
import { lineAlpha, sizes } from './sizes';
import { grown, neighbours, type PageNode, partOf, type Survey, surveyOf } from './survey';
import { ahead } from './walk';

function node(id: string, more: Partial<PageNode> = {}): PageNode {
  const url = `https://a.example/${id}`;
  const known = {
    host: 'a.example',
    depth: 1,
    state: 'COMPLETED',
    fetched: true,
    status: 200,
    in_degree: 1,
  } as const;
  return { id, label: id, url, ...known, template: false, rank: null, x: 0, y: 0, ...more };
}

/** A root with three pages around it: right, up and left. */
function survey(view: 'tree' | 'links' = 'tree', more: Partial<PageNode>[] = []): Survey {
  const nodes = [
    node('root', { depth: 0 }),
    node('right', { x: 10, y: 1 }),
    node('up', { x: -1, y: 10 }),
    node('left', { x: -10, state: 'FAILED', status: 404 }),
  ].map((each, at) => ({ ...each, ...more[at] }));
  const edges: [number, number][] = [
    [0, 1],
    [0, 2],
    [0, 3],
  ];
  const shown = { nodes: 4, edges: 3, template_edges: 0 };
  const total = { nodes: 4, edges: 3 };
  return surveyOf({ view, layout: 'growing', drawn: false, seq: 3, shown, total, nodes, edges });
}

function news(nodes: PageNode[], edges: [string, string][], total = 9) {
  const counts = { nodes: total, edges: 20 };
  return {
    view: 'links' as const,
    layout: 'growing' as const,
    drawn: false,
    seq: 5,
    shown: counts,
    total: counts,
    nodes,
    edges,
  };
}

test('a survey grows: what was there is as it is now, what is new has a place behind it', () => {
  const growth = news([node('left', { state: 'COMPLETED' }), node('new')], [['left', 'new']]);

  const after = grown(survey(), growth, 10);

  expect(after.dots.map((dot) => dot.id)).toEqual(['root', 'right', 'up', 'left', 'new']);
  expect(after.dots[3]?.page?.state).toBe('COMPLETED');
  expect(after.links.slice(-2)).toEqual([3, 4]);
  expect([after.seq, after.total.nodes]).toEqual([5, 9]);
  expect(neighbours(after, 4)).toEqual(new Set([3]));
});

test('it grows up to the limit, and counts what is beyond', () => {
  const growth = news(
    [node('a'), node('b')],
    [
      ['root', 'a'],
      ['a', 'b'],
    ],
  );

  const after = grown(survey('links'), growth, 5);

  expect(after.dots).toHaveLength(5);
  expect(after.links).toHaveLength(8);
  expect(after.total.nodes).toBe(9);
});

test('links to known pages make them weigh more', () => {
  const after = grown(survey('links'), news([], [['up', 'right']]), 10);

  expect(after.dots[1]?.weight).toBe(2);
});

test('links to what everything links to are left out of the links, and never out of the tree', () => {
  const menu = [{}, { in_degree: 500 }];

  expect(linesOf(survey('links', menu), false)).toEqual([0, 2, 0, 3]);
  expect(linesOf(survey('links', menu), true)).toHaveLength(6);
  expect(linesOf(survey('tree', menu), false)).toHaveLength(6);
});

test('what is selected is lit with its neighbours, and the rest is at 12 %', () => {
  const shown = survey();
  const wish = {
    labels: ['', '', '', ''],
    landmarks: new Set<number>(),
    sizes: sizes(shown, 'links'),
    only: new Set<string>(),
    within: null,
    path: [],
  };

  const picture = pictureOf(shown, {
    ...wish,
    colouring: colouring(shown, 'depth'),
    selected: 1,
    lines: shown.links,
  });

  expect(picture.dots.map((dot) => dot.alpha)).toEqual([1, 1, 0.12, 0.12]);
  expect(picture.dots[1]?.isSelected).toBe(true);
  expect(picture.lit).toEqual([0, 1]);
});

test('a legend counts what it stands for, and lights only that', () => {
  const shown = survey();
  const status = colouring(shown, 'status');
  const wish = {
    labels: [],
    landmarks: new Set<number>(),
    sizes: [],
    within: null,
    selected: null,
    path: [],
    lines: [],
  };

  const picture = pictureOf(shown, { ...wish, colouring: status, only: new Set(['4xx']) });

  expect(status.groups.map(({ key, count }) => [key, count])).toEqual([
    ['2xx', 3],
    ['4xx', 1],
  ]);
  expect(picture.dots.map((dot) => dot.alpha)).toEqual([0.12, 0.12, 0.12, 1]);
});

test('arrows go to what is in their direction', () => {
  const shown = survey();
  const around = neighbours(shown, 0);

  expect(ahead(shown, 0, 'ArrowRight', around)).toBe(1);
  expect(ahead(shown, 0, 'ArrowUp', around)).toBe(2);
  expect(ahead(shown, 0, 'ArrowLeft', around)).toBe(3);
  expect(ahead(shown, 0, 'ArrowDown', around)).toBeNull();
});

test('an outline unfolds what is open, and knows what a page is below', () => {
  const shown = grown(survey(), news([node('below')], [['up', 'below']]), 10);
  const children = childrenOf(shown);

  const lines = unfolded(children, (place) => place === 0 || place === 2);

  expect(lines.map(({ place, level, nth, of }) => [place, level, nth, of])).toEqual([
    [0, 1, 1, 1],
    [1, 2, 1, 3],
    [2, 2, 2, 3],
    [4, 3, 1, 1],
    [3, 2, 3, 3],
  ]);
  expect(unfolded(children, () => false)).toHaveLength(1);
  expect(above(children, 4)).toEqual([2, 0]);
});

test('names are short, plain, and without what all of them end with', () => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => `${name} – The Site`);
  const nodes = titles.map((label, at) => node(String(at), { label }));
  const shown = grown(survey(), news(nodes, []), 20);

  expect(labelsOf(shown).slice(4)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
  expect(written('\u202egnp.\u0000\nexe')).toBe('gnp.  exe');
  expect(written('x'.repeat(10_000))).toHaveLength(44);
  expect(written(`a${'\u0301'.repeat(500)}b`)).toBe('ab');
});

test('lines are fainter the more there are, and dots larger the more links lead to them', () => {
  expect(lineAlpha(5_000)).toBeCloseTo(0.22);
  expect(lineAlpha(180_000)).toBeLessThan(0.03);
  const [small = 0, large = 0] = sizes(survey('tree', [{}, { in_degree: 100 }]), 'links');
  expect(large).toBeGreaterThan(2 * small);
});

test('a line around dots stands in the address, and finds them again', () => {
  const shown = survey();
  const line = [
    { x: -20, y: -5 },
    { x: 20.4, y: -5 },
    { x: 20, y: 5 },
    { x: -20, y: 5 },
  ];

  const words = areaWords(line);
  const places = placesWithin(shown, areaOf(words) ?? []);

  expect(words).toBe('-20,-5 20,-5 20,5 -20,5');
  expect(partOf(shown, places).dots.map((dot) => dot.id)).toEqual(['root', 'right', 'left']);
  expect(areaWords(line.slice(0, 2))).toBeUndefined();
  expect(areaOf('1,2 3,4 5,x')).toBeUndefined();
  expect((areaWords(Array(1_000).fill(line[0])) ?? '').length).toBeLessThan(300);
});

test('folders are those at the level where the site parts; others are called by their host', () => {
  const urls = ['/en/mod/a', '/en/mod/b', '/en/howto/c', '/en/d', '/en/mod/deep/e', '/en/howto/f', '/en/g'];
  const nodes = [
    ...urls.map((path, at) => node(`n${at}`, { url: `https://a.example${path}` })),
    node('out', { url: 'https://b.example/en/x', host: 'b.example' }),
  ];
  const shown = surveyOf({
    view: 'tree',
    layout: 'final',
    drawn: true,
    seq: 1,
    shown: { nodes: 8, edges: 0, template_edges: 0 },
    total: { nodes: 8, edges: 0 },
    nodes,
    edges: [],
  });

  expect(foldersOf(shown)).toEqual([
    '/en/mod/',
    '/en/mod/',
    '/en/howto/',
    '/en/',
    '/en/mod/',
    '/en/howto/',
    '/en/',
    'b.example',
  ]);
  expect(colouring(shown, 'folder').groups.map(({ words, count }) => [words, count])).toEqual([
    ['/en/mod/', 3],
    ['/en/howto/', 2],
    ['/en/', 2],
    ['b.example', 1],
  ]);
});

test('the root is named, and what others are around', () => {
  const around = Array.from({ length: 6 }, (_, at) => node(`around ${at}`));
  const growth = news(
    around,
    around.map(({ id }): [string, string] => ['up', id]),
  );

  expect(landmarks(survey())).toEqual(new Set([0]));
  expect(landmarks(grown(survey(), growth, 20))).toEqual(new Set([0, 2]));
});

/** The choices of the graph, in words. */

export const VIEW_NAMES = [
  ['tree', 'Tree'],
  ['links', 'Links'],
  ['hosts', 'Hosts'],
] as const;

export const COLOUR_NAMES = [
  ['depth', 'Depth'],
  ['folder', 'Folder'],
  ['state', 'State'],
  ['status', 'Status'],
  ['host', 'Host'],
] as const;

export const SIZE_NAMES = [
  ['links', 'Links to it'],
  ['rank', 'PageRank'],
] as const;

export const FORM_NAMES = [
  ['picture', 'Picture'],
  ['outline', 'Outline'],
  ['table', 'Table'],
] as const;

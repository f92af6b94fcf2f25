/** The texts of the help page. The meanings of the figures are in words/pages.ts. */

/** A term and its explanation; `code` stands between backticks. */
export type Entry = readonly [name: string, text: string];

export const TABS: readonly Entry[] = [
  ['Progress', 'the figures, the speed, the queue, the pace of each host, and the pages that finished last'],
  [
    'Pages',
    'every page in a table. Filter, search and sort it; click a page to see what became of it and why',
  ],
  ['Graph', 'how the pages link to each other. Click a page to see its neighbours'],
  [
    'Stats',
    'pages by state, status, depth, type, host and rule; the slowest, the largest, and exact duplicates',
  ],
  [
    'Errors',
    'the pages that failed, by cause, with a button that tries them again; below them the skipped ones',
  ],
  ['Export', 'the pages, the links or the graph as a file'],
  [
    'Changes',
    'what is new, gone or changed since an earlier crawl of the same address; there when there is one',
  ],
];

export const SKIPPED: readonly Entry[] = [
  [
    'Out of scope',
    'The address is on another domain or host, outside the folder, or your patterns do not allow it. ' +
      'Crawl again with scope: anywhere, or with other patterns.',
  ],
  [
    'robots.txt',
    'The site asks crawlers not to fetch the page. If the site is yours, crawl again ignoring robots.txt.',
  ],
  [
    'A limit',
    'The crawl reached its limit of pages or of time. Raise the limit while the crawl runs, or crawl again without it.',
  ],
  [
    'A trap',
    'Too many addresses are alike, as those of an endless calendar. Crawl again without a limit per shape; ' +
      'other rules against traps are settings of the server.',
  ],
  [
    'Not allowed',
    'The address is not one of the public web: a private network, an unusual port. To allow a network, ' +
      'restart the server with `leadline serve --allow-network`.',
  ],
  [
    'Too deep',
    'More clicks from the first page than the depth allows. These pages are counted apart. Raise the depth.',
  ],
];

export const PACE: readonly Entry[] = [
  [
    'Delay',
    'the least time between two requests to one host. robots.txt or another crawl can make it longer',
  ],
  ['Requests at once', 'how many requests are open in all; to a host with a delay only a few'],
  ['A host that stops answering', 'is given a rest and tried again later; its pages stay queued meanwhile'],
];

export const SHORTCUTS: readonly Entry[] = [
  ['Ctrl K', 'go to a crawl or a screen. Paste an address to crawl it, scrape it, or find it in a crawl'],
  ['/', 'search: crawls, pages, or the graph'],
  ['↑ ↓ Home End', 'move through a table'],
  ['Enter', 'open the page of the row, or the selected page of the graph'],
  ['← →', 'the previous and the next page, while one is open'],
  ['Arrows', 'in the graph: walk along links; in the outline: unfold and fold'],
  ['+ − 0', 'in the graph: zoom in, zoom out, show all'],
  ['Esc', 'close what is open, or deselect'],
];

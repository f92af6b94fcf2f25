/** Every address of the page. Filters and selections are in it, so that each view can be linked to. */

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { diffSearch } from './crawl/diff/search';
import { exportSearch } from './crawl/export/search';
import { graphSearch } from './crawl/graph/search';
import { pageSearch } from './crawl/page/search';
import { pagesSearch } from './crawl/pages/search';
import { crawlsSearch } from './crawls/search';
import { newCrawlSearch } from './new/search';
import { playgroundSearch } from './playground/search';
import { NotFound } from './shell/NotFound';
import { RouteError } from './shell/RouteError';
import { Shell } from './shell/Shell';
import { parseSearch, stringifySearch } from './words/search';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/crawls', replace: true });
  },
});

const crawls = createRoute({
  getParentRoute: () => root,
  path: '/crawls',
  validateSearch: crawlsSearch,
  component: lazyRouteComponent(() => import('./crawls/CrawlsPage'), 'CrawlsPage'),
});

const newCrawl = createRoute({
  getParentRoute: () => root,
  path: '/crawls/new',
  validateSearch: newCrawlSearch,
  component: lazyRouteComponent(() => import('./new/NewCrawlPage'), 'NewCrawlPage'),
});

const crawl = createRoute({
  getParentRoute: () => root,
  path: '/crawls/$id',
  component: lazyRouteComponent(() => import('./crawl/CrawlPage'), 'CrawlPage'),
});

const crawlStart = createRoute({
  getParentRoute: () => crawl,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/crawls/$id/progress', params, replace: true });
  },
});

const progress = createRoute({
  getParentRoute: () => crawl,
  path: 'progress',
  component: lazyRouteComponent(() => import('./crawl/progress/ProgressTab'), 'ProgressTab'),
});

const pages = createRoute({
  getParentRoute: () => crawl,
  path: 'pages',
  validateSearch: pagesSearch,
  component: lazyRouteComponent(() => import('./crawl/pages/PagesTab'), 'PagesTab'),
});

/** A page slides over the table, which stays where it was. */
const page = createRoute({
  getParentRoute: () => pages,
  path: '$pageId',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('./crawl/page/PageRoute'), 'PageRoute'),
});

const graph = createRoute({
  getParentRoute: () => crawl,
  path: 'graph',
  validateSearch: graphSearch,
  component: lazyRouteComponent(() => import('./crawl/graph/GraphTab'), 'GraphTab'),
});

/** A page slides over the graph. */
const pageInGraph = createRoute({
  getParentRoute: () => graph,
  path: '$pageId',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('./crawl/graph/PageOver'), 'PageOver'),
});

const stats = createRoute({
  getParentRoute: () => crawl,
  path: 'stats',
  component: lazyRouteComponent(() => import('./crawl/stats/StatsTab'), 'StatsTab'),
});

const errors = createRoute({
  getParentRoute: () => crawl,
  path: 'errors',
  component: lazyRouteComponent(() => import('./crawl/errors/ErrorsTab'), 'ErrorsTab'),
});

const changes = createRoute({
  getParentRoute: () => crawl,
  path: 'changes',
  validateSearch: diffSearch,
  component: lazyRouteComponent(() => import('./crawl/diff/DiffTab'), 'DiffTab'),
});

const exported = createRoute({
  getParentRoute: () => crawl,
  path: 'export',
  validateSearch: exportSearch,
  component: lazyRouteComponent(() => import('./crawl/export/ExportTab'), 'ExportTab'),
});

const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('./playground/PlaygroundPage'), 'PlaygroundPage'),
});

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  component: lazyRouteComponent(() => import('./help/HelpPage'), 'HelpPage'),
});

const tree = root.addChildren([
  start,
  crawls,
  newCrawl,
  crawl.addChildren([
    crawlStart,
    progress,
    pages.addChildren([page]),
    graph.addChildren([pageInGraph]),
    stats,
    errors,
    changes,
    exported,
  ]),
  playground,
  help,
]);

/** Create the router; its history is that of the browser, or another for tests. */
export function newRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: RouteError,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

/** Fetch the code of all screens but the graph: they come at once then, also while the server is away. */
export function loadScreens(router: ReturnType<typeof newRouter>): void {
  for (const route of Object.values(router.routesById)) {
    if (route.id !== graph.id) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}

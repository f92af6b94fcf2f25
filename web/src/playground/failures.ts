/** Why a page was not fetched, in a few words. */

import { ProblemError, Unreachable } from '~/api/problems';

const TITLES: Record<number, string> = {
  422: 'This cannot be fetched',
  429: 'Too many scrapes are running',
  502: 'The answer could not be used',
  504: 'No answer came in time',
};

export function titleOf(error: Error): string {
  if (error instanceof Unreachable) return 'Leadline does not answer';
  if (!(error instanceof ProblemError)) return 'The page was not fetched';
  if (error.kind === 'refused-by-robots') return robotsTitle(error.message);
  if (error.status === 403) return 'This address may not be fetched from here';
  return TITLES[error.status] ?? 'The page was not fetched';
}

/** The server refuses a page also when it cannot read robots.txt; its words alone distinguish that. */
function robotsTitle(detail: string): string {
  if (!/^robots\.txt (cannot|could not) be read/.test(detail)) return 'robots.txt forbids this page';
  const isAnswered = /: HTTP \d+$|for an hour$/.test(detail);
  return isAnswered ? 'robots.txt could not be read' : 'The site did not answer';
}

/** Errors of requests: a problem document (RFC 9457), or no answer at all. */

import { sentence } from '~/words/sentences';
import type { components } from './schema';

export type ProblemDocument = components['schemas']['ProblemDocument'];

/** The server's answer was an error. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument) {
    super(problem.detail);
    this.problem = problem;
  }

  get status(): number {
    return this.problem.status;
  }

  /** "unknown-crawl" of urn:leadline:problem:unknown-crawl. */
  get kind(): string {
    return this.problem.type.split(':').at(-1) ?? '';
  }

  /** Return the error of one field of the request, if it has one. */
  about(field: string): string | undefined {
    return this.problem.errors?.find((each) => each.field === `body.${field}`)?.message;
  }
}

/** There was no answer: the server is away, or the way to it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(cause: unknown) {
    super('The server does not answer.', { cause });
  }
}

/** Return the problem of an answer that is not ok, also one of a proxy. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  try {
    const document = (await response.clone().json()) as Partial<ProblemDocument>;
    if (typeof document.detail === 'string' && typeof document.type === 'string') {
      return new ProblemError({ ...document, status: response.status } as ProblemDocument);
    }
  } catch {
    // A proxy before the server answers in its own words.
  }
  return new ProblemError({
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    next_step: null,
    detail: `The server answered ${response.status} ${response.statusText}`.trim(),
    request_id: requestId,
    errors: null,
  });
}

/** Whether asking again may help. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  return error instanceof ProblemError && (error.status >= 500 || error.status === 429);
}

const WITHOUT_ROBOTS =
  'To fetch it anyway, switch off “Obey robots.txt” under “Pace and robots.txt” of a new crawl.';
const MORE_TIME =
  'To allow more time, enter a larger “Time for one request” under “Pace and robots.txt” of a new crawl.';

/** The next step where a control of this page is meant; the server names the field of a request. */
const STEPS: Record<string, string> = {
  'refused-by-robots': WITHOUT_ROBOTS,
  'robots-unreachable': WITHOUT_ROBOTS,
  'timed-out': MORE_TIME,
  'connect-timed-out': MORE_TIME,
};

/** Return an error as sentences for users: the fact, and the next step if there is one. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Something went wrong.';
  const fact = sentence(error.message);
  const step = error instanceof ProblemError ? stepOf(error) : undefined;
  return step ? `${fact} ${step}` : fact;
}

function stepOf({ kind, problem: { next_step } }: ProblemError): string | undefined {
  if (!next_step) return undefined;
  // A question of the server, about http where https was typed, is about this address only.
  return next_step.includes('?') ? sentence(next_step) : (STEPS[kind] ?? sentence(next_step));
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ProblemError ? error.problem.request_id || undefined : undefined;
}

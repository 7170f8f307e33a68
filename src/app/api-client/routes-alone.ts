import { closeBidiIn } from '../../shared/kit/close-bidi.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import type { OperationName } from '../api-contract/api-operations.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import type { ProblemBody } from '../api-contract/problem.ts';
import { ROUTES } from '../api-contract/routes.ts';
import type { KnownContract } from './known-contract.ts';

/** A group of the results, whose people are asked for by its name, and a column of a file, of which is said what it becomes. */
const KEYS = ['group', 'header'];
/** Texts that somebody edits and saves again, so the page gets them as they were written: all of an answer, or these fields of it. */
const EDITED: readonly (readonly [path: RegExp, fields: 'all' | ReadonlySet<string>])[] = [
  [/^\/api\/sequences\b/, 'all'],
  [/^\/api\/saved-answers\b/, new Set([...KEYS, 'name', 'subject', 'text'])],
  [/^\/api\/tasks\b/, new Set([...KEYS, 'message'])],
];
const NOT_EDITED: ReadonlySet<string> = new Set(KEYS);

/**
 * Without schemas, which are most of the client's size: for a page that comes from the same server as the answers, and that hears when the
 * server becomes another one. No text of an answer turns around what the page writes beside it, but for those that are edited: where the
 * page shows one of these outside of its field, it closes it itself.
 */
export const ROUTES_ALONE: KnownContract = {
  names: Object.keys(ROUTES) as OperationName[],
  routeOf: (name) => ROUTES[name],
  async readAnswer(name, answer, _, base_url) {
    if (answer.status === 204) return undefined;
    const given: unknown = await answer.json().catch((cause: unknown) => {
      throw new CodedError('unexpected_answer', `${base_url || 'The server'} gave an answer that is no JSON.`, {
        fix: 'Load the page again.',
        cause,
      });
    });
    const fields = EDITED.find(([path]) => path.test(ROUTES[name].path))?.[1] ?? NOT_EDITED;
    return fields === 'all' ? given : closeBidiIn(given, fields);
  },
  // The server's tests hold every problem and every event against its schema.
  readProblem: (given) =>
    isRecord(given) && typeof given.code === 'string' && typeof given.detail === 'string'
      ? (closeBidiIn(given) as ProblemBody)
      : null,
  readEvent: (_, data) => JSON.parse(data) as EngineEvent,
};

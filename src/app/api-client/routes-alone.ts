import { closeBidiIn } from '../../shared/kit/close-bidi.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import type { OperationName } from '../api-contract/api-operations.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import type { ProblemBody } from '../api-contract/problem.ts';
import { ROUTES } from '../api-contract/routes.ts';
import type { KnownContract } from './known-contract.ts';

/** The YAML of sequences, which is saved again as it is. */
const IS_EDITED = /^\/api\/sequences\b/;
/** A group of the results, whose people are asked for by its name, and a column of a file, of which is said what it becomes. */
const KEYS = new Set(['group', 'header']);

/**
 * Without schemas, which are most of the client's size: for a page that comes from the same server as the answers, and that hears when the
 * server becomes another one. No text of an answer turns around what the page writes beside it.
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
    return IS_EDITED.test(ROUTES[name].path) ? given : closeBidiIn(given, KEYS);
  },
  // The server's tests hold every problem and every event against its schema.
  readProblem: (given) =>
    isRecord(given) && typeof given.code === 'string' && typeof given.detail === 'string'
      ? (closeBidiIn(given) as ProblemBody)
      : null,
  readEvent: (_, data) => JSON.parse(data) as EngineEvent,
};

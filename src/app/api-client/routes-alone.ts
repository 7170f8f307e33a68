import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import type { OperationName } from '../api-contract/api-operations.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import type { ProblemBody } from '../api-contract/problem.ts';
import { ROUTES } from '../api-contract/routes.ts';
import type { KnownContract } from './known-contract.ts';

/**
 * Without schemas, which are most of the client's size: for a page that comes from the same server as the answers, and that hears when the
 * server becomes another one.
 */
export const ROUTES_ALONE: KnownContract = {
  names: Object.keys(ROUTES) as OperationName[],
  routeOf: (name) => ROUTES[name],
  async readAnswer(_, answer, __, base_url) {
    if (answer.status === 204) return undefined;
    return answer.json().catch((cause: unknown) => {
      throw new CodedError('unexpected_answer', `${base_url || 'The server'} gave an answer that is no JSON.`, {
        fix: 'Load the page again.',
        cause,
      });
    });
  },
  // The server's tests hold every problem and every event against its schema.
  readProblem: (given) =>
    isRecord(given) && typeof given.code === 'string' && typeof given.detail === 'string'
      ? (given as ProblemBody)
      : null,
  readEvent: (_, data) => JSON.parse(data) as EngineEvent,
};

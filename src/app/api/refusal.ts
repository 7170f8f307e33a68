import type { Refused } from '../../runtime/enroll/refused.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { Problem } from './problem.ts';

/** A refused enrollment or campaign as an answer: 409 where something stands against it, 422 where it is wrong in itself. */
export function refusalProblem({ code, message, existing_id, missing, errors }: Refused): Problem {
  const detail = {
    ...(existing_id === undefined ? {} : { existing_id }),
    ...(missing === undefined ? {} : { missing }),
    ...(errors === undefined ? {} : { errors }),
  };
  switch (code) {
    case 'suppressed':
    case 'duplicate':
    case 'again':
    case 'active_elsewhere':
    case 'contacted_recently':
    case 'per_company':
    case 'bad_address':
    case 'stopped':
      return new Problem(409, code, message, detail);
    case 'unknown_sequence':
    case 'unknown_field':
    case 'invalid_lead':
    case 'missing':
    case 'unknown_account':
    case 'no_sender':
      return new Problem(422, code, message, detail);
    default:
      return unreachable(code);
  }
}

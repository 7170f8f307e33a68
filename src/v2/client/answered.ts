import { CodedError } from '../../shared/kit/coded-error.ts';
import type { CallOutcome } from './outcome.ts';

/** The service did not do what was asked; tried again later. */
class ServiceUnavailable extends CodedError {}

/** The data of a call whose failure is nothing that could be handled here. */
export function answered<Data>(what: string, outcome: CallOutcome<Data>): Data {
  switch (outcome.kind) {
    case 'success':
      return outcome.data;
    case 'refused':
      throw new ServiceUnavailable('v2_refused', `the V2 service refused ${what}: ${outcome.code}: ${outcome.message}`);
    default:
      throw new ServiceUnavailable('v2_unreachable', `the V2 service did not answer for ${what}: ${outcome.reason}`);
  }
}

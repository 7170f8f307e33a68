import type { CampaignStart, EnrollmentStart } from '../contracts.ts';
import type { EnrollmentState } from '../state.ts';
import { CAMPAIGN_START, ENROLLMENT_EVENT, ENROLLMENT_START, ENROLLMENT_STATE, MOVE_EVENT } from './chains.ts';
import { type Chain, stamped, upToDate } from './up-to-date.ts';

/** The casts, here and below: the last migration of a chain ends in the shape of its type, which the golden files hold it to. */
export function readEnrollmentStart(given: EnrollmentStart): EnrollmentStart {
  const start = upToDate(ENROLLMENT_START, given) as unknown as EnrollmentStart;
  if (start.state === undefined) return start;
  return { ...start, state: upToDate(ENROLLMENT_STATE, start.state) as unknown as EnrollmentState };
}

export function readCampaignStart(given: CampaignStart): CampaignStart {
  return upToDate(CAMPAIGN_START, given) as unknown as CampaignStart;
}

/** Whether it is an event at all is looked at afterwards. */
export const readEvent = (given: unknown): unknown => readSignal(ENROLLMENT_EVENT, given);
export const readMove = (given: unknown): unknown => readSignal(MOVE_EVENT, given);

function readSignal(chain: Chain, given: unknown): unknown {
  return typeof given === 'object' && given !== null ? upToDate(chain, given) : given;
}

export function writeEnrollmentStart(start: EnrollmentStart): EnrollmentStart {
  const state = start.state === undefined ? {} : { state: stamped(ENROLLMENT_STATE, start.state) };
  return stamped(ENROLLMENT_START, { ...start, ...state });
}

import type { Node } from '../../../src/language/plan/node.ts';
import type { Platform } from '../../../src/v2/contract/definition.ts';
import type { Meaning } from './meaning.ts';
import { OTHER_CODE, OUTCOMES, type OutcomeRow } from './outcome-table.ts';

export interface RefusedCall {
  readonly status: number;
  readonly code: string;
  readonly sub_code: string | null;
}

/** Looks up what a refusal on this channel means for this kind of step. */
export function meaningOf(channel: Platform, kind: Node['kind'], refusal: RefusedCall): Meaning {
  // An action that the service does not have: asking again does not help.
  if (refusal.status === 501) return 'fail';
  const row = rowOf(refusal);
  return row.steps?.[kind] ?? row[channel];
}

function rowOf({ status, code, sub_code }: RefusedCall): OutcomeRow {
  if (code === 'CHANNEL_ERROR' && isRow(sub_code)) return OUTCOMES[sub_code];
  if (isRow(code)) return OUTCOMES[code];
  return status >= 500 ? OUTCOMES.INTERNAL_ERROR : OUTCOMES[OTHER_CODE];
}

const isRow = (code: string | null): code is keyof typeof OUTCOMES => code !== null && Object.hasOwn(OUTCOMES, code);

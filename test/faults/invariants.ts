import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersHold } from './invariants/answers.ts';
import { auditAgrees } from './invariants/audit.ts';
import { nothingLeaks } from './invariants/canaries.ts';
import { creditsAddUp } from './invariants/credits.ts';
import { atMostOnce, doubtsAreResolved } from './invariants/effects.ts';
import { almostAllEnd } from './invariants/ends.ts';
import { deliveriesEnd, eventsOnce, nothingAfterStop, nothingInDoubt } from './invariants/events.ts';
import type { Check, Evidence, Finding } from './invariants/finding.ts';
import { limitsHold } from './invariants/limits.ts';
import { resultsAgree } from './invariants/results.ts';
import { idsIncrease } from './invariants/streams.ts';
import { talliesAgree } from './invariants/tallies.ts';
import { LOAD_FILE, type Load } from './load.ts';

const CHECKS: readonly Check[] = [
  atMostOnce,
  doubtsAreResolved,
  limitsHold,
  creditsAddUp,
  eventsOnce,
  deliveriesEnd,
  nothingAfterStop,
  nothingInDoubt,
  almostAllEnd,
  idsIncrease,
  nothingLeaks,
  auditAgrees,
  answersHold,
  resultsAgree,
  talliesAgree,
];

/** I1 to I14 of what happened in that home, in this order. */
export async function checkInvariants(at: Pick<Evidence, 'home' | 'v2' | 'engine'>): Promise<Finding[]> {
  const load = readLoad(at.home);
  const evidence: Evidence = { ...at, load };
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(await check(evidence));
  return findings;
}

function readLoad(home: string): Load {
  // Written by `putUnderLoad`.
  return JSON.parse(readFileSync(join(home, LOAD_FILE), 'utf8')) as Load;
}

export function formatFinding({ id, ok, says, figures, exceptions }: Finding): string {
  const numbers = Object.entries(figures).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  const shown = exceptions.slice(0, 20).map((line) => `\n       ${line}`);
  const more = exceptions.length > 20 ? `\n       … and ${exceptions.length - 20} more` : '';
  return `  ${ok ? 'pass' : 'FAIL'} ${id.padEnd(3)} ${says} (${numbers.join(', ')})${shown.join('')}${more}`;
}

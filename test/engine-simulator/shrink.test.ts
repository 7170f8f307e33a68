import { expect, it } from 'vitest';
import type { Invariant } from './invariants.ts';
import type { HistoryResult } from './run-history.ts';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { MIXES } from './write-script.ts';

const result = (invariant: Invariant, text: string): HistoryResult => ({
  ...{ findings: [{ invariant, text }], struck: [], steps: 1, effects: 1, ended: 0, trace: [], judged: null },
});

it.each([
  ['another invariant', result('I1', '2 times visit by enr_1'), result('I3', '4 on 2026-03-02')],
  ['another way of never ending', result('I8', 'nothing is left to do\nenr_1'), result('I8', 'a walk broke: Error')],
])('does not take a smaller history that fails by %s', async (_, first, other) => {
  const script: Script = { ...MIXES.large(1), steps: ['visit', 'like', 'withdraw'], faults: [] };
  const small = await shrink(script, first, async ({ steps }) => (steps.includes('like') ? first : other));
  expect(small.script.steps).toEqual(['like']);
  expect(small.result).toBe(first);
});

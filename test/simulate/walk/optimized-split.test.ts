import { expect, it } from 'vitest';
import { readRates } from '../../../src/core/simulate/people/rates.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const TEXT = (split: string) => `sequence: texts
senders: { professional: [acc_anna] }
limits: { visits: 10/day, inmails: 40/day }
steps:
  - visit
  - split:
      ${split}
  - end: no_answer
`;
const INMAIL = '{ inmail: { subject: S, text: T }, else: [{ end: no_inmail }] }';
const ONCE = `[${INMAIL}, { wait: 1 day }]`;
const THRICE = `[${INMAIL}, { wait: 1 day }, ${INMAIL}, { wait: 1 day }, ${INMAIL}, { wait: 2 days }]`;
const MOVING = TEXT(`optimize: replied\n      arms: { once: ${ONCE}, thrice: ${THRICE} }`);
const FIXED = TEXT(`once: { steps: ${ONCE} }\n      thrice: { steps: ${THRICE} }`);

function simulated(text: string, seed: number) {
  const compiled = compileSequence(text);
  const rates = readRates({ reply: '30% after 6 hours' });
  if (!compiled.ok || !rates.ok) throw new Error(JSON.stringify(compiled));
  return simulate({
    plans: [compiled.plan],
    leads: 400,
    days: 70,
    start: '2026-03-02',
    seed,
    rates: rates.value,
    what_if: false,
  });
}

it('people move towards the arm that brings more replies, in virtual time, with what came of those before', () => {
  const simulation = simulated(MOVING, 1);
  const [split] = simulation.splits;
  const days = split?.optimized?.over_time ?? [];
  expect(days[0]?.shares).toEqual({ once: 0.5, thrice: 0.5 });
  expect(days.at(-1)?.shares.thrice).toBeGreaterThan(0.8);
  for (const { shares } of days) {
    if ((shares.thrice ?? 0) < 1) expect(Math.min(...Object.values(shares))).toBeGreaterThanOrEqual(0.1 - 1e-9);
  }
  const entered = days.flatMap((day) => Object.values(day.entered)).reduce((sum, count) => sum + count, 0);
  expect(entered).toBe(400);
  expect(split?.arms.reduce((sum, arm) => sum + arm.entered, 0)).toBe(400);
  const { arms = [], sentence } = split?.optimized ?? {};
  // Nobody is judged whose two weeks are not over.
  expect(arms.reduce((sum, { judged }) => sum + judged, 0)).toBeLessThanOrEqual(400);
  expect(sentence).toMatch(/^(Not decided: of new people|Decided on 2026-)/);
  const fixed = simulated(FIXED, 1);
  expect(simulation.replied).toBeGreaterThan(fixed.replied);
  expect(fixed.splits[0]?.optimized).toBeNull();
  // The same seed gives the same.
  expect(simulated(MOVING, 1).splits).toEqual(simulation.splits);
});

it('counts for an arm who replies after the end, as the engine does', () => {
  const simulation = simulated(TEXT(`optimize: replied\n      arms: { one: [${INMAIL}], other: [${INMAIL}] }`), 1);
  const [split] = simulation.splits;
  expect(simulation.replied).toBeGreaterThan(50);
  expect(split?.arms.reduce((sum, { replied }) => sum + replied, 0)).toBe(simulation.replied);
  expect(split?.optimized?.arms.reduce((sum, { successes }) => sum + successes, 0)).toBeGreaterThan(30);
});

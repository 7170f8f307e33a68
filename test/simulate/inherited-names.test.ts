import { expect, it } from 'vitest';
import { DEFAULT_RATES } from '../../src/core/simulate/people/rates.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

// The one name of this form that every object of JavaScript inherits something of.
const TEXT = `sequence: constructor
senders: { professional: [acc_anna] }
limits: { invites: 20/day }
steps:
  - { visit: null, id: constructor }
  - split:
      optimize: accepted
      arms:
        constructor: [{ invite: Hello }]
        other: [{ invite: Good day }]
  - wait_for: accepted_invitation
    within: 9 days
    then: [{ end: constructor }]
  - end: no_answer
`;

it('counts what is called constructor like all else', () => {
  const compiled = compileSequence(TEXT);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled));
  // Of so few people hardly any accepts in some of the draws.
  const simulation = simulate({
    ...{ plans: [compiled.plan], leads: 4, days: 60, start: '2026-03-02', seed: 1, rates: DEFAULT_RATES, runs: 30 },
  });
  const [split] = simulation.splits;
  expect(split?.optimized?.over_time[0]?.shares).toEqual({ constructor: 0.5, other: 0.5 });
  expect(split?.arms.map(({ entered }) => entered).every((entered) => entered > 0)).toBe(true);
  const { low, high } =
    Object.entries(simulation.ranges?.outcomes ?? {}).find(([name]) => name === 'constructor')?.[1] ?? {};
  expect(low).toBe(0);
  expect(high).toBeGreaterThan(0);
  // Not a number is none in JSON.
  expect(JSON.parse(JSON.stringify(simulation))).toEqual(simulation);
});

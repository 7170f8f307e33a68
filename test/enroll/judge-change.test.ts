import { expect, it } from 'vitest';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { judgeChange } from '../../src/runtime/enroll/leads/judge-change.ts';

function planOf(text: string): Plan {
  const compiled = compileSequence(text);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled));
  return compiled.plan;
}

const plan = planOf(`
sequence: noted
limits: { visits: 80/day, invites: 20/day }
vars: { stage: "" }
steps:
  - set: { stage: '{{ headline | default: "none" }}' }
  - id: note
    invite: '{{ stage }} {{ company | default: "" }}'
  - end: over
`);
const note = Object.values(plan.nodes).find(({ kind }) => kind === 'invite')?.id ?? '';
const REACHED = { profile_url: 'https://professional.example/in/ada' };
const under_way = { id: 'enr_1', lead_id: 'lead_1', sequence: 'noted', version: 3, plan, senders: {}, node: note };

it('counts what was made of the values from before, where somebody stands behind it', () => {
  const known = { fields: { ...REACHED, headline: 'h'.repeat(250) }, vars: {} };
  const changes = new Map([
    ['headline', null],
    ['company', 'c'.repeat(100)],
  ]);
  const behind = [{ ...under_way, vars: { stage: 'h'.repeat(250) } }];
  expect(judgeChange(known, changes, behind)).toEqual([
    {
      field: 'company',
      message: expect.stringContaining('does not fit noted, version 3, where this person is under way (enr_1): '),
    },
  ]);
  expect(judgeChange(known, changes, [{ ...under_way, node: null, vars: {} }])).toEqual([]);
});

it('does not count what stood in the way before, so that a change which mends another thing is taken', () => {
  const known = { fields: { ...REACHED, headline: 'h'.repeat(400) }, vars: {} };
  expect(judgeChange(known, new Map([['location', 'Paris']]), [{ ...under_way, node: null, vars: {} }])).toEqual([]);
});

it('names both of two values that only fail together', () => {
  const changes = new Map([
    ['headline', 'h'.repeat(200)],
    ['company', 'c'.repeat(200)],
  ]);
  const found = judgeChange({ fields: REACHED, vars: {} }, changes, [{ ...under_way, node: null, vars: {} }]);
  expect(found.map(({ field }) => field)).toEqual(['headline', 'company']);
});

import { describe, expect, it } from 'vitest';
import { nextSend, restGoesOn } from '../../src/core/calendar/next-send.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';

const planOf = (steps: string): Plan => {
  const compiled = compileSequence(`sequence: s\nsteps:\n${steps}`);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.plan;
};
/** From Thursday, 1 January 1970, 00:00. */
const nextOf = (plan: Plan, node = plan.start) => {
  const found = nextSend(plan, [{ node, at: 0 }], 'UTC');
  return found && { node: found.node.id, at: found.at };
};

describe('the next send of a walk', () => {
  it('comes after the waits before it, of days and of business days', () => {
    const plan = planOf('  - wait: 2 days\n  - check: connection\n  - wait: 2 business days\n  - visit\n');
    expect(nextOf(plan)).toEqual({ node: '4-visit', at: 5 * DAY });
  });

  it('comes at the deadline of what is waited for, by the way that is taken then', () => {
    const plan = planOf(`  - wait_for: accepted_invitation
    within: 3 days
    then: [visit]
    else: [{ wait: 1 day }, { like: { on: latest_post } }, visit]
`);
    expect(nextOf(plan)?.at).toBe(4 * DAY);
  });

  it('is the first of several ways, since nobody knows which one is taken', () => {
    const plan = planOf(`  - if: lead.country == "FR"
    then: [{ wait: 9 days }, visit]
    else: [{ wait: 6 hours }, visit]
`);
    expect(nextOf(plan)?.at).toBe(6 * HOUR);
  });

  it('is none behind what a person decides, nor at the end', () => {
    expect(nextOf(planOf('  - task: "Call them"\n  - visit\n'))).toBe(null);
    expect(nextOf(planOf('  - visit\n  - wait: 1 day\n  - end: done\n'), '2-wait')).toBe(null);
  });
});

describe('a rest in another version of its step', () => {
  const wait = (length: string) =>
    Object.values(planOf(`  - wait: ${length}\n  - visit\n`).nodes).find(({ kind }) => kind === 'wait');
  const from = (before: string, after: string, until = 10 * DAY) => {
    const [one, other] = [wait(before), wait(after)];
    if (one === undefined || other === undefined) throw new Error('no wait');
    return restGoesOn(one, other, until, 2 * DAY);
  };

  it('began when it began', () => {
    expect(from('10 days', '3 days')).toBe(3 * DAY);
    expect(from('10 days', '10 days')).toBe(10 * DAY);
  });

  it('is entered afresh where it needs a calendar, and over now where nobody knows when it began', () => {
    expect(from('10 days', '3 business days')).toBe(null);
    expect(from('7 business days', '3 days')).toBe(2 * DAY);
  });
});

import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

function digest(text: string): string {
  const compiled = compileSequence(`sequence: example\n${text}`);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.digest;
}

const STEPS = 'steps: [visit, invite]\n';
const same: [string, string, string][] = [
  ['reasons to stop', 'stop_on: [bounce, company_reply, reply]', 'stop_on: [reply, bounce, company_reply]'],
  ['countries', 'schedule: { holidays: [FR, DE-BY] }', 'schedule: { holidays: [DE-BY, FR, DE-BY] }'],
  ['one country', 'schedule: { holidays: FR }', 'schedule: { holidays: [FR] }'],
  [
    'rules of unless',
    'enroll: { unless: [active_elsewhere, contacted within 30 days] }',
    'enroll: { unless: [contacted within 30d, active_elsewhere] }',
  ],
  ['times after which one may come again', 'enroll: { again: after 1 week }', 'enroll: { again: after 7 days }'],
  ['caps of a limit', 'limits: { invites: [80/week, 20/day] }', 'limits: { invites: [20 per day, 80/week] }'],
  ['limits', 'limits: { invites: 9/day, visits: 8/day }', 'limits: { visits: 8/day, invites: 9/day }'],
  [
    'the keys of warm_up',
    'limits: { warm_up: { grow: 2/day, start: 5/day } }',
    'limits: { warm_up: { start: 5/day, grow: 2/day } }',
  ],
  [
    'days',
    'schedule: { timezone: UTC, hours: { daily: "09:00-10:00" } }',
    'schedule: { timezone: UTC, hours: { sat-sun: "9:00-10:00", mon-fri: "09:00-10:00" } }',
  ],
  [
    'hours of a day',
    'schedule: { timezone: UTC, hours: { mon: "14:00-18:00, 09:00-12:30" } }',
    'schedule: { timezone: UTC, hours: { monday: ["09:00-12:30", "14:00-18:00"] } }',
  ],
  ['channels', 'senders: { email: acc_m, professional: acc_a }', 'senders: { professional: [acc_a], email: [acc_m] }'],
  ['variables', 'vars: { a: 1, b: 2 }', 'vars: { b: 2, a: 1 }'],
  ['words of an auto-reply', 'out_of_office: wait 1 week', 'out_of_office: wait  7 days'],
];

describe('equal meaning is an equal plan, whatever the order of', () => {
  it.each(same)('%s', (_, one, other) => {
    expect(digest(`${one}\n${STEPS}`)).toBe(digest(`${other}\n${STEPS}`));
    expect(digest(`${one}\n${STEPS}`)).not.toBe(digest(STEPS));
  });

  it('and review of the whole sequence is review of each step that reaches the lead', () => {
    expect(digest(`review: true\n${STEPS}`)).toBe(digest('steps:\n  - visit\n  - invite: {}\n    review: true\n'));
    expect(digest(`review: true\n${STEPS}`)).not.toBe(digest(STEPS));
  });

  it('but the order of a pool has a meaning: it decides who sends to whom', () => {
    const pool = (ids: string) => digest(`senders: { professional: ${ids} }\n${STEPS}`);
    expect(pool('[acc_a, acc_b]')).not.toBe(pool('[acc_b, acc_a]'));
    expect(pool('[acc_a, acc_b, acc_a]')).toBe(pool('[acc_a, acc_b]'));
  });
});

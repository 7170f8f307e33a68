// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kit/duration.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { runWorld } from '../../src/simulate/world.ts';
import type { Answers, ComingEvent, SimulatedAccount, SimulatedEnrollment } from '../../src/simulate/world-input.ts';
import { pipeline, planOf } from '../engine/plans.ts';

const START = Date.parse('2026-01-05T00:00:00Z');
const anna: SimulatedAccount = {
  ...{ id: 'acc_1', name: 'Anna', zone: 'UTC', daily_limit: null, profile: null, first_send_at: null },
};
const stop = { do: 'stop' } as const;

const enrollment = (plan: Plan, id = 'enr_1', more: Partial<SimulatedEnrollment> = {}): SimulatedEnrollment => ({
  ...{ id, lead: { first_name: 'Ada' }, vars: {}, plan, starts_at: START },
  senders: { professional: 'acc_1', email: 'acc_1' },
  ...more,
});

type Reaction = ComingEvent extends infer E ? (E extends ComingEvent ? Omit<E, 'enrollment_id'> : never) : never;

/** What follows a step, `at` milliseconds later: by `<node> <outcome>`. */
const scripted = (script: Readonly<Record<string, Reaction>>): Answers => ({
  after: ({ node, outcome, enrollment_id, at }) => {
    const reaction = script[`${node} ${outcome}`];
    return reaction ? [{ ...reaction, enrollment_id, at: at + reaction.at }] : [];
  },
});
const silence: Answers = { after: () => [] };

const run = (plan: Plan, answers: Answers = silence, more: Partial<Parameters<typeof runWorld>[0]> = {}) =>
  runWorld({ enrollments: [enrollment(plan)], accounts: [anna], answers, until: START + 60 * DAY, ...more });

const lines = (result: ReturnType<typeof run>, index = 0) =>
  result.enrollments[index]?.timeline.map(
    ({ at, node, kind, result: outcome }) => `${(at - START) / DAY} ${node} ${kind} ${outcome}`,
  );

describe('a world of one enrollment', () => {
  it('walks the whole sequence when nobody answers', () => {
    expect(lines(run(pipeline))).toEqual([
      '0 visit visit done',
      '1 invite invite done',
      '8 withdraw withdraw done',
      '8 inmail inmail done',
      '15 who if else',
      '15 cold end no_answer',
    ]);
  });

  it('takes what the person does at its time', () => {
    const answers = scripted({
      'invite done': { event: 'accepted_invitation', at: 2 * DAY },
      'message done': { event: 'reply', at: HOUR },
    });
    expect(lines(run(pipeline, answers))).toEqual([
      '0 visit visit done',
      '1 invite invite done',
      '3 accepted accepted_invitation event',
      '3 message message done',
      `${3 + 1 / 24} answer reply event`,
      `${3 + 1 / 24} warm end warm`,
    ]);
  });

  it('takes else where a call is refused, and asks for approval where a step wants review', () => {
    const plan = planOf([
      { id: 'invite', kind: 'invite', review: true, next: 'end', else: 'email', on_error: stop },
      {
        id: 'email',
        kind: 'email',
        subject: 'Hi',
        text: 'Hi',
        thread: false,
        unsubscribe: true,
        next: 'end',
        on_error: stop,
      },
      { id: 'end', kind: 'end', outcome: 'over' },
    ]);
    const answers: Answers = {
      ...scripted({ 'invite asked': { event: 'decided', decision: 'approve', at: DAY } }),
      call: ({ kind }) => (kind === 'invite' ? { outcome: 'impossible', code: 'X', text: 'no' } : null),
    };
    const lead = { email: 'ada@lead.example' };
    expect(lines(run(plan, answers, { enrollments: [enrollment(plan, 'enr_1', { lead })] }))).toEqual([
      '0 invite invite asked',
      '1 invite decided event',
      '1 invite invite impossible',
      '1 email email done',
      '1 end end over',
    ]);
  });

  it('waits for a person until the deadline of a task, then takes its else', () => {
    const plan = planOf([
      {
        id: 'task',
        kind: 'task',
        text: 'Call',
        within: 2 * DAY,
        then: 'yes',
        else: 'no',
        has_else: true,
        next: 'no',
        on_error: stop,
      },
      { id: 'yes', kind: 'end', outcome: 'called' },
      { id: 'no', kind: 'end', outcome: 'not_called' },
    ]);
    expect(run(plan).enrollments[0]?.outcome).toBe('not_called');
    const approved = scripted({ 'task asked': { event: 'decided', decision: 'approve', at: HOUR } });
    expect(run(plan, approved).enrollments[0]).toMatchObject({ outcome: 'called', finished_at: START + HOUR });
  });

  it('goes on in the sequence that a run names, with the same person', () => {
    const second = planOf(
      [
        { id: 'visit', kind: 'visit', next: 'end', on_error: stop },
        { id: 'end', kind: 'end', outcome: 'second' },
      ],
      {
        sequence: 'second',
      },
    );
    const first = planOf([
      { id: 'run', kind: 'run', sequence: 'second', next: 'end', on_error: stop },
      { id: 'end', kind: 'end', outcome: 'x' },
    ]);
    const result = run(first, silence, { plans: new Map([['second', second]]) });
    expect(result.enrollments.map(({ outcome, continued_as }) => [outcome, continued_as])).toEqual([
      ['continued', 'enr_1>second'],
      ['second', null],
    ]);
  });
});

describe('a world of many', () => {
  const plan = planOf(
    [
      { id: 'invite', kind: 'invite', next: 'end', on_error: stop },
      { id: 'end', kind: 'end', outcome: 'over' },
    ],
    {
      limits: { invite: [{ count: 10, per: 'day' }] },
      schedule: {
        timezone: 'UTC',
        fallback_timezone: 'UTC',
        hours: [0, 1, 2, 3, 4, 5, 6].map((day) => (day < 5 ? [{ from: 480, to: 1200 }] : [])),
        spacing: { min: MINUTE, max: 3 * MINUTE },
      },
    },
  );
  const many = Array.from({ length: 40 }, (_, index) => enrollment(plan, `enr_${index}`));

  it('books forty invitations on four working days under a cap of ten', () => {
    const { bookings } = run(plan, silence, { enrollments: many });
    const days = new Map<string, number>();
    for (const { local_day } of bookings) days.set(local_day, (days.get(local_day) ?? 0) + 1);
    expect(Object.fromEntries(days)).toEqual({
      '2026-01-05': 10,
      '2026-01-06': 10,
      '2026-01-07': 10,
      '2026-01-08': 10,
    });
    expect(bookings.every(({ used }) => used)).toBe(true);
  });

  it('gives a freed place to the one who waits longest', () => {
    const stopped = { event: 'stop', enrollment_id: 'enr_5', at: START + HOUR } as const;
    const { enrollments, bookings } = run(plan, silence, { enrollments: many, events: [stopped] });
    expect(enrollments[5]).toMatchObject({ outcome: 'stopped' });
    const first = bookings.filter(({ local_day }) => local_day === '2026-01-05').map(({ step }) => step.split('/')[0]);
    expect(first).toHaveLength(10);
    expect(first).toContain('enr_10');
    expect(bookings.filter(({ local_day }) => local_day === '2026-01-08')).toHaveLength(9);
  });

  it('stops spending when the credits are used up', () => {
    const { charges, credits_ended_at, enrollments } = run(plan, silence, { enrollments: many, credits: 25 });
    expect(charges.reduce((sum, { credits }) => sum + credits, 0)).toBe(25);
    expect(credits_ended_at).not.toBeNull();
    expect(enrollments.filter(({ waiting }) => waiting?.kind === 'credits')).toHaveLength(15);
  });
});

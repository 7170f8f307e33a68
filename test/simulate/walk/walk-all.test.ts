// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { describe, expect, it } from 'vitest';
import { walkAll } from '../../../src/core/simulate/walk/walk-all.ts';
import type {
  Answers,
  ComingEvent,
  SimulatedAccount,
  SimulatedEnrollment,
} from '../../../src/core/simulate/walk/walk-input.ts';
import type { Plan } from '../../../src/language/plan/plan.ts';
import { DAY, HOUR, MINUTE } from '../../../src/shared/kit/duration.ts';
import { pipeline, planOf } from '../../engine/plans.ts';

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

/** Answers that follow a step, `at` milliseconds later: by `<node> <outcome>`. */
const scripted = (script: Readonly<Record<string, Reaction>>): Answers => ({
  after: ({ node, outcome, enrollment_id, at }) => {
    const reaction = script[`${node} ${outcome}`];
    return reaction ? [{ ...reaction, enrollment_id, at: at + reaction.at }] : [];
  },
});
const silence: Answers = { after: () => [] };

const run = (plan: Plan, answers: Answers = silence, more: Partial<Parameters<typeof walkAll>[0]> = {}) =>
  walkAll({ enrollments: [enrollment(plan)], accounts: [anna], answers, until: START + 60 * DAY, ...more });

const lines = (result: ReturnType<typeof run>, index = 0) =>
  result.enrollments[index]?.timeline.map(
    ({ at, node, kind, result: outcome }) => `${(at - START) / DAY} ${node} ${kind} ${outcome}`,
  );

describe('a simulation of one enrollment', () => {
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

describe('a simulation of many', () => {
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
    const { slots } = run(plan, silence, { enrollments: many });
    const days = new Map<string, number>();
    for (const { local_day } of slots) days.set(local_day, (days.get(local_day) ?? 0) + 1);
    expect(Object.fromEntries(days)).toEqual({
      '2026-01-05': 10,
      '2026-01-06': 10,
      '2026-01-07': 10,
      '2026-01-08': 10,
    });
    expect(slots.every(({ used }) => used)).toBe(true);
  });

  it('gives a freed slot to the one who waits longest', () => {
    const stopped = { event: 'stop', enrollment_id: 'enr_5', at: START + HOUR } as const;
    const { enrollments, slots } = run(plan, silence, { enrollments: many, events: [stopped] });
    expect(enrollments[5]).toMatchObject({ outcome: 'stopped' });
    const first = slots.filter(({ local_day }) => local_day === '2026-01-05').map(({ step }) => step.split('/')[0]);
    expect(first).toHaveLength(10);
    expect(first).toContain('enr_10');
    expect(slots.filter(({ local_day }) => local_day === '2026-01-08')).toHaveLength(9);
  });

  it('counts a call that failed against the day where it may have reached the network, as the calendar does', () => {
    const failing = (code: string): Answers => ({
      after: () => [],
      call: ({ enrollment_id }) => (enrollment_id < 'enr_2' ? { outcome: 'failed', code, text: 'no' } : null),
    });
    const first = (code: string) =>
      run(plan, failing(code), { enrollments: many }).slots.filter(({ local_day }) => local_day === '2026-01-05');
    const failed = (step: string) => (step.split('/')[0] ?? '') < 'enr_2';
    expect(first('INVALID_PARAMS')).toHaveLength(10);
    expect(first('INVALID_PARAMS').some(({ step }) => failed(step))).toBe(true);
    expect(first('INVALID_ACCOUNT')).toHaveLength(10);
    expect(first('INVALID_ACCOUNT').some(({ step }) => failed(step))).toBe(false);
  });

  it('pays for each check of somebody who is not connected, once a day, and for none of who is', () => {
    const checks = planOf([
      { id: 'one', kind: 'check', what: 'connection', next: 'two', on_error: stop },
      { id: 'two', kind: 'check', what: 'connection', next: 'pause', on_error: stop },
      { id: 'pause', kind: 'wait', duration: { unit: 'ms', count: DAY }, next: 'three', on_error: stop },
      { id: 'three', kind: 'check', what: 'connection', next: 'end', on_error: stop },
      { id: 'end', kind: 'end', outcome: 'over' },
    ]);
    const spent = (more: Partial<SimulatedEnrollment>) =>
      run(checks, silence, { enrollments: [enrollment(checks, 'enr_1', more)] }).charges.map(({ credits }) => credits);
    expect(spent({})).toEqual([1, 1]);
    expect(spent({ connected: true })).toEqual([]);
  });

  it('stops spending when the credits are used up', () => {
    const { charges, credits_ended_at, enrollments } = run(plan, silence, { enrollments: many, credits: 25 });
    expect(charges.reduce((sum, { credits }) => sum + credits, 0)).toBe(25);
    expect(credits_ended_at).not.toBeNull();
    expect(enrollments.filter(({ waiting }) => waiting?.kind === 'credits')).toHaveLength(15);
  });
});

const mailPlan = (more: Partial<Plan> = {}): Plan =>
  planOf(
    [
      {
        id: 'first',
        kind: 'email',
        subject: 'Hi',
        text: 'Hi',
        thread: false,
        unsubscribe: true,
        next: 'pause',
        on_error: stop,
      },
      { id: 'pause', kind: 'wait', duration: { unit: 'ms', count: DAY }, next: 'visit', on_error: stop },
      { id: 'visit', kind: 'visit', next: 'second', on_error: stop },
      {
        id: 'second',
        kind: 'email',
        subject: 'Hi',
        text: 'Hi',
        thread: false,
        unsubscribe: true,
        next: 'end',
        on_error: stop,
      },
      { id: 'end', kind: 'end', outcome: 'over' },
    ],
    more,
  );
const mailed = (plan: Plan, id: string, more: Partial<SimulatedEnrollment> = {}) =>
  enrollment(plan, id, { lead: { email: `${id}@lead.example` }, ...more });

describe('a simulation that does as the engine does', () => {
  it('holds back what reaches the person while they are out of office, and nothing else', () => {
    const answers = scripted({ 'first done': { event: 'away', at: HOUR, back_at: START + 5 * DAY } });
    const plan = mailPlan({ out_of_office: { do: 'wait', until_back: true, otherwise: 3 * DAY } });
    expect(lines(run(plan, answers, { enrollments: [mailed(plan, 'enr_1')] }))).toEqual([
      '0 first email done',
      `${1 / 24} pause away event`,
      '1 visit visit done',
      '5 second email done',
      '5 end end over',
    ]);
  });

  it('waits no more for who answers in person, and by the newest absence', () => {
    const plan = mailPlan({ stop_on: [], out_of_office: { do: 'wait', until_back: true, otherwise: 3 * DAY } });
    const away = (at: number, days: number): ComingEvent => ({
      ...{ enrollment_id: 'enr_1', event: 'away', at: START + at, back_at: START + days * DAY },
    });
    const reply: ComingEvent = { enrollment_id: 'enr_1', event: 'reply', at: START + 4 * DAY };
    const events = [away(HOUR, 9), away(2 * HOUR, 6)];
    const at = (all: readonly ComingEvent[]) =>
      lines(run(plan, silence, { enrollments: [mailed(plan, 'enr_1')], events: all }))?.find((line) =>
        / second email/.test(line),
      );
    expect(at(events)).toBe('6 second email done');
    expect(at([...events, reply])).toBe('4 second email done');
  });

  it('begins nothing for who unsubscribed, also where a sequence does not stop on it', () => {
    const plan = mailPlan({ stop_on: [] });
    const answers = scripted({ 'first done': { event: 'unsubscribed', at: HOUR } });
    const result = run(plan, answers, { enrollments: [mailed(plan, 'enr_1')] });
    expect(result.enrollments[0]).toMatchObject({ outcome: 'stopped', finished_at: START + DAY });
  });

  it('sends what a person has approved as it was shown, whatever has changed since', () => {
    const plan = planOf(
      [
        { id: 'invite', kind: 'invite', review: true, condition: '!state.replied', next: 'end', on_error: stop },
        { id: 'end', kind: 'end', outcome: 'over' },
      ],
      { stop_on: [] },
    );
    const answers = scripted({ 'invite asked': { event: 'decided', decision: 'approve', at: DAY } });
    const events: ComingEvent[] = [{ enrollment_id: 'enr_1', event: 'reply', at: START + HOUR }];
    expect(lines(run(plan, answers, { events }))).toContain('1 invite invite done');
  });

  it('takes else where there is no address, no seat, and no InMail left', () => {
    const step = (node: object) =>
      planOf([
        { id: 'step', next: 'end', else: 'none', on_error: stop, ...node } as never,
        { id: 'end', kind: 'end', outcome: 'sent' },
        { id: 'none', kind: 'end', outcome: 'not_possible' },
      ]);
    const inmail = { kind: 'inmail', subject: 'Hi', text: 'Hi' };
    const outcome = (node: object, account: Partial<SimulatedAccount> = {}) =>
      run(step(node), silence, { accounts: [{ ...anna, ...account }] }).enrollments[0]?.outcome;
    expect(outcome({ kind: 'email', subject: 'Hi', text: 'Hi', thread: false, unsubscribe: true })).toBe(
      'not_possible',
    );
    expect(outcome(inmail)).toBe('sent');
    expect(outcome(inmail, { premium: false })).toBe('not_possible');
    expect(outcome(inmail, { inmails: 0 })).toBe('not_possible');
    const seat = { name: 'seat', caps: {}, note_length: 300, inmails_per_month: 30 };
    expect(outcome(inmail, { inmails: 0, profile: seat })).toBe('not_possible');
    const waits = run(step({ ...inmail, when_none_left: 'wait' }), silence, {
      accounts: [{ ...anna, inmails: 0, profile: seat }],
    });
    expect(waits.enrollments[0]).toMatchObject({ outcome: 'sent', finished_at: Date.parse('2026-02-01T00:00:00Z') });
    const nobodyTells = run(step({ ...inmail, when_none_left: 'wait' }), silence, {
      accounts: [{ ...anna, inmails: 0 }],
    });
    expect(nobodyTells.enrollments[0]).toMatchObject({ outcome: null });
    const free = { name: 'free', caps: {}, note_length: 200, inmails_per_month: 0 };
    expect(outcome(inmail, { profile: free })).toBe('not_possible');
  });

  it('pays for a search that finds nothing, and keeps what the lead says already', () => {
    const plan = planOf([
      { id: 'enrich', kind: 'enrich', what: 'email', next: 'profile', else: 'profile', on_error: stop },
      { id: 'profile', kind: 'enrich', what: 'profile', next: 'end', on_error: stop },
      { id: 'end', kind: 'end', outcome: 'over' },
    ]);
    const leads: unknown[] = [];
    const answers: Answers = {
      call: ({ node }) =>
        node === 'enrich'
          ? { outcome: 'impossible', code: 'EMAIL_NOT_FOUND', text: 'none' }
          : { outcome: 'done', found: { first_name: 'Adele', company: 'Acme' } },
      after: ({ lead }) => {
        leads.push(lead);
        return [];
      },
    };
    const { charges } = run(plan, answers);
    expect(charges.map(({ credits }) => credits)).toEqual([1, 1]);
    expect(leads.at(-1)).toEqual({ first_name: 'Ada', company: 'Acme' });
  });

  it('stops the colleagues of who answers, however their company is written', () => {
    const plan = mailPlan({ stop_on: ['reply', 'company_reply'] });
    const at = (id: string, company: string) => mailed(plan, id, { lead: { email: `${id}@lead.example`, company } });
    const enrollments = [at('enr_1', 'Acme  Inc'), at('enr_2', ' acme inc'), at('enr_3', 'Other'), at('enr_4', '')];
    const events: ComingEvent[] = [{ enrollment_id: 'enr_1', event: 'reply', at: START + HOUR }];
    expect(run(plan, silence, { enrollments, events }).enrollments.map(({ outcome }) => outcome)).toEqual([
      ...['replied', 'company_replied', 'over', 'over'],
    ]);
  });

  it('lets in whom the sequence lets in: so many of a company, and nobody who is in it already', () => {
    const enroll = { again: 'never', active_elsewhere: true, contacted_within: null, per_company: 1 } as const;
    const plan = mailPlan({ enroll });
    const at = (id: string, company: string, more: Partial<SimulatedEnrollment> = {}) =>
      mailed(plan, id, { lead: { email: `${id}@lead.example`, company }, ...more });
    const enrollments = [
      at('enr_1', 'Acme'),
      at('enr_2', 'ACME'),
      at('enr_3', 'Other'),
      at('enr_4', 'Other', { starts_at: START + 10 * DAY }),
      at('enr_5', 'Third', { lead_id: 'enr_3' }),
    ];
    expect(run(plan, silence, { enrollments }).enrollments.map(({ outcome }) => outcome)).toEqual([
      ...['over', 'not_enrolled', 'over', 'over', 'not_enrolled'],
    ]);
  });

  it('does not go on in a sequence that the person has been through', () => {
    const looped = planOf([
      { id: 'run', kind: 'run', sequence: 'other', next: 'end', on_error: { do: 'continue' } },
      { id: 'end', kind: 'end', outcome: 'refused_there' },
    ]);
    const other = {
      ...looped,
      sequence: 'other',
      nodes: { ...looped.nodes, run: { ...looped.nodes.run, sequence: looped.sequence } },
    } as Plan;
    const plans = new Map([looped, other].map((plan) => [plan.sequence, plan]));
    expect(run(looped, silence, { plans }).enrollments.map(({ outcome }) => outcome)).toEqual([
      'continued',
      'refused_there',
    ]);
  });
});

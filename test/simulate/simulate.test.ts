import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen } from '../../src/core/calendar/open-hours.ts';
import { localMillis } from '../../src/core/calendar/zone-offsets.ts';
import { createDrawnAnswers } from '../../src/core/simulate/people/drawn-answers.ts';
import { DEFAULT_RATES, readRates } from '../../src/core/simulate/people/rates.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { walkAll } from '../../src/core/simulate/walk/walk-all.ts';
import type { SlotRecord } from '../../src/core/simulate/walk/walk-input.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { DAY, MINUTE } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';

const BY_LABEL = `sequence: by-label
limits: { emails: 400/day }
steps:
  - email: { subject: A question, text: "Hi {{ first_name }}, shall we talk?" }
  - wait_for: label
    within: 14 days
    then:
      - if: state.label == "interested"
        then:
          - end: warm
    else:
      - end: unlabeled
  - end: other
`;

const ZONE = 'Europe/Paris';

function compiled(text: string): Plan {
  const result = compileSequence(text);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.plan;
}

interface Rules {
  readonly invites: number;
  readonly week: number;
  readonly messages: number;
  readonly visits: number;
  readonly credits: number;
  readonly warm: { readonly start: number; readonly grow: number } | null;
  readonly gap: readonly [number, number];
  readonly hours: string;
}

const rules = fc.record({
  invites: fc.integer({ min: 1, max: 9 }),
  week: fc.integer({ min: 2, max: 30 }),
  messages: fc.integer({ min: 1, max: 6 }),
  visits: fc.integer({ min: 1, max: 15 }),
  credits: fc.integer({ min: 3, max: 40 }),
  warm: fc.option(fc.record({ start: fc.integer({ min: 1, max: 3 }), grow: fc.integer({ min: 1, max: 3 }) })),
  gap: fc.constantFrom([1, 5] as const, [10, 40] as const),
  hours: fc.constantFrom(
    'mon-fri: "09:00-12:30, 14:00-18:00"',
    'daily: "22:00-02:00"',
    'mon: "08:00-20:00", thu: "08:00-9:00"',
  ),
});

const planOf = ({ invites, week, messages, visits, credits, warm, gap, hours }: Rules): Plan =>
  compiled(`sequence: any
senders: { professional: [acc_1, acc_2] }
schedule: { timezone: ${ZONE}, hours: { ${hours.replace('-9:00', '-09:00')} }, holidays: [FR], spacing: ${gap[0]}m..${gap[1]}m }
limits:
  invites: [${invites}/day, ${week}/week]
  messages: ${messages}/day
  visits: ${visits}/day
  credits: ${credits}/day
${warm ? `  warm_up: { start: ${warm.start}/day, grow: ${warm.grow}/day }` : ''}
steps:
  - visit
  - invite: Hello
  - wait_for: accepted_invitation
    within: 5 days
    then:
      - message: Thanks
      - wait: 3 business days
      - message: Still there?
    else:
      - withdraw
  - end: no_answer
`);

/** Everything that was booked, with whom and when. */
function placesOf(plan: Plan, leads: number, seed: number, days: number): readonly SlotRecord[] {
  const start = Date.parse('2026-04-27T00:00:00+02:00');
  const { rates } = { rates: { ...DEFAULT_RATES, reply: { ...DEFAULT_RATES.reply, rate: 0.3 } } };
  return walkAll({
    enrollments: Array.from({ length: leads }, (_, index) => ({
      ...{ id: `enr_${index}`, lead: {}, vars: {}, plan, starts_at: start },
      senders: { professional: `acc_${1 + (index % 2)}` },
    })),
    accounts: ['acc_1', 'acc_2'].map((id) => ({
      ...{ id, name: id, zone: ZONE, daily_limit: null, profile: null, first_send_at: null },
    })),
    answers: createDrawnAnswers(String(seed), rates),
    until: start + days * DAY,
  }).slots;
}

/** The public ones of France in the simulated days, written down here so that the calendar does not judge itself. */
const HOLIDAYS = ['2026-05-01', '2026-05-08', '2026-05-14', '2026-05-25'].map((day) => Date.parse(day) / DAY);

const SENDS = new Set(['invite', 'message', 'inmail', 'email']);

it('says which domains had their share, and when', () => {
  const plan = compiled(`sequence: shares
senders: { email: acc_mail }
limits: { emails_per_domain: 1/day, emails: 20/day }
steps:
  - email: { subject: Hi, text: Hello }
`);
  const leads = ['a@acme.example', 'b@acme.example', 'c@acme.example'].map((email) => ({
    fields: { email },
    vars: {},
  }));
  const simulated = simulate({ plans: [plan], leads, days: 9, seed: 1, start: '2026-06-01' });
  expect(simulated.saturated_domains).toEqual([
    { account: 'acc_mail', domain: 'acme.example', from: '2026-06-01', to: '2026-06-03' },
  ]);
});

it('a domain gets no more mails than the limit says, and others go beside them', () => {
  const plan = compiled(`sequence: domains
senders: { email: acc_mail }
schedule: { timezone: ${ZONE}, hours: { mon-fri: "09:00-12:00" }, spacing: 5m..5m }
limits: { emails_per_domain: [2/day, 7/week], emails: 20/day }
steps:
  - email: { subject: Hi, text: Hello }
`);
  const start = Date.parse('2026-06-01T00:00:00+02:00');
  const places = walkAll({
    enrollments: Array.from({ length: 30 }, (_, index) => ({
      ...{ id: `enr_${index}`, vars: {}, plan, starts_at: start, senders: { email: 'acc_mail' } },
      lead: { email: `lead${index}@${index % 3 === 0 ? 'small' : 'LARGE'}.example` },
    })),
    accounts: [{ id: 'acc_mail', name: 'Anna', zone: ZONE, daily_limit: null, profile: null, first_send_at: null }],
    answers: createDrawnAnswers('1', DEFAULT_RATES),
    until: start + 40 * DAY,
  }).slots;
  const days = new Map<string, number>();
  for (const { domain, local_week } of places) {
    days.set(`${domain} ${local_week}`, (days.get(`${domain} ${local_week}`) ?? 0) + 1);
  }
  expect(Object.fromEntries(days)).toEqual({
    ...{ 'small.example 2026-06-01': 7, 'small.example 2026-06-08': 3 },
    ...{ 'large.example 2026-06-01': 7, 'large.example 2026-06-08': 7, 'large.example 2026-06-15': 6 },
  });
});

describe('whatever the rules', () => {
  it('no cap of a day or a week, no warm-up, no hour, no holiday and no distance is ever broken', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 60 }), fc.integer(), (given, leads, seed) => {
        const plan = planOf(given);
        const places = placesOf(plan, leads, seed, 60);
        const count = new Map<string, number>();
        const add = (key: string): number => {
          count.set(key, (count.get(key) ?? 0) + 1);
          return count.get(key) ?? 0;
        };
        const firstSend = new Map<string, number>();
        const bySender = new Map<string, SlotRecord[]>();
        for (const place of [...places].sort((a, b) => a.at - b.at)) {
          const { account, limit_class, local_day, local_week, at } = place;
          const day = Math.floor(localMillis(at, ZONE) / DAY);
          for (const { count: cap, per } of plan.limits[limit_class] ?? []) {
            expect(
              add(`${account} ${limit_class} ${per === 'day' ? local_day : `week ${local_week}`}`),
            ).toBeLessThanOrEqual(cap);
          }
          if (limit_class === 'credits') continue;
          expect(isOpen(at, plan.schedule, ZONE)).toBe(true);
          expect(HOLIDAYS).not.toContain(day);
          if (!SENDS.has(limit_class)) continue;
          const first = firstSend.get(account) ?? day;
          firstSend.set(account, first);
          if (plan.warm_up) {
            const { start, grow } = plan.warm_up;
            expect(add(`${account} ${limit_class} warm ${day}`)).toBeLessThanOrEqual(start + grow * (day - first));
          }
          bySender.set(account, [...(bySender.get(account) ?? []), place]);
        }
        for (const sends of bySender.values()) {
          for (const [index, { at }] of sends.entries()) {
            const before = sends[index - 1];
            if (before) expect(at - before.at).toBeGreaterThanOrEqual(given.gap[0] * MINUTE);
          }
        }
      }),
      { numRuns: rounds(60) },
    );
  });

  it('every lead ends, and the totals add up to one another', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 40 }), fc.integer(), (given, leads, seed) => {
        const plan = planOf({ ...given, hours: 'mon-fri: "09:00-18:00"' });
        const result = simulate({ plans: [plan], leads, days: 200, seed, what_if: false });
        expect(Object.values(result.outcomes).reduce((sum, count) => sum + count, 0)).toBe(leads);
        expect(result).toMatchObject({ finished: leads, finished_at: expect.any(String) });
        for (const [kind, count] of Object.entries(result.actions)) {
          expect(result.by_day.reduce((sum, { actions }) => sum + (actions[kind] ?? 0), 0)).toBe(count);
        }
        expect(result.by_day.reduce((sum, { credits }) => sum + credits, 0)).toBe(result.credits);
        const used = result.by_account.flatMap(({ classes }) => classes).filter(({ class: name }) => name === 'visit');
        expect(used.reduce((sum, one) => sum + one.used, 0)).toBe(result.actions.visit);
      }),
      { numRuns: rounds(25) },
    );
  });
});

describe('a simulation', () => {
  const plan = planOf({
    invites: 5,
    week: 20,
    messages: 5,
    visits: 20,
    credits: 100,
    warm: null,
    gap: [1, 5],
    hours: 'mon-fri: "09:00-18:00"',
  });
  const people = Array.from({ length: 60 }, (_, index) => ({
    fields: { first_name: `P${index}`, company: 'X' },
    vars: {},
  }));

  it('gives the same bytes for the same seed, and other ones for another', () => {
    const bytes = (seed: number): string => JSON.stringify(simulate({ plans: [plan], leads: 80, days: 40, seed }));
    expect(bytes(3)).toBe(bytes(3));
    expect(bytes(4)).not.toBe(bytes(3));
  });

  it('invents people with variables that fit: a number where one is compared, a day where one is shown', () => {
    const asking = compiled(`sequence: asking
limits: { emails: 400/day }
vars: { seats: null, start: null, team: null }
steps:
  - if: vars.seats > 5
    then:
      - email: { subject: "Hi {{ team }}", text: "We begin on {{ start | date: '%e %B' }}." }
  - end: over
`);
    const { outcomes, actions } = simulate({ plans: [asking], leads: 5, days: 20, seed: 1 });
    expect([outcomes.failed ?? 0, actions.email]).toEqual([0, 5]);
  });

  it('gives the same bytes in whichever order the leads come', () => {
    const bytes = (leads: typeof people): string =>
      JSON.stringify(simulate({ plans: [plan], leads, days: 40, seed: 3 }));
    expect(bytes([...people].reverse())).toBe(bytes(people));
  });

  it('says when an account is at its cap, when the campaign ends, and what one more account changes', () => {
    const result = simulate({ plans: [plan], leads: 120, days: 90, seed: 1 });
    expect(result.saturated.find((one) => one.class === 'invite')).toMatchObject({
      from: expect.stringMatching(/^2026-01-0[5-9]/),
    });
    expect(result.what_if?.channel).toBe('professional');
    expect(Date.parse(result.what_if?.finished_at ?? '')).toBeLessThan(Date.parse(result.finished_at ?? ''));
    const invite = result.funnel.find(({ kind }) => kind === 'invite');
    expect(invite).toMatchObject({ in: 120, out: { done: 120 }, standing: 0 });
  });

  it('shares accounts between sequences that name the same', () => {
    const other = { ...plan, sequence: 'other' };
    const invites = (plans: readonly Plan[]): number =>
      simulate({ plans, leads: 60, days: 5, seed: 1, what_if: false }).actions.invite ?? 0;
    expect(invites([plan, other])).toBe(invites([plan]));
  });

  it.each<[string, { readonly interested?: number; readonly not_interested?: string }, number]>([
    ['30 % of the answers are interested unless set otherwise', {}, 0.3],
    ['all of them', { interested: 1 }, 1],
    ['none of them, and half of the others are not', { interested: 0, not_interested: '50% after 1h' }, 0],
  ])('labels answers as the rates say: %s', (_, given, interested) => {
    const compiled = compileSequence(BY_LABEL);
    const rates = readRates({ reply: 1, ...given });
    if (!compiled.ok || !rates.ok) throw new Error('both are right');
    const { outcomes } = simulate({
      plans: [compiled.plan],
      leads: 200,
      days: 90,
      seed: 1,
      rates: rates.value,
      what_if: false,
    });
    expect((outcomes.warm ?? 0) / 200).toBeCloseTo(interested, 1);
    const others = 200 - (outcomes.warm ?? 0);
    const stopped = given.not_interested === undefined ? 0 : others / 2;
    expect(Math.abs((outcomes.stopped ?? 0) - stopped)).toBeLessThanOrEqual(20);
    expect((outcomes.unlabeled ?? 0) + (outcomes.stopped ?? 0)).toBe(others);
  });

  it('lets people do as the rates say', () => {
    const rates = readRates({ accept: 1, reply: '100% after 1h' });
    if (!rates.ok) throw new Error(rates.error.join());
    expect(
      simulate({ plans: [plan], leads: 20, days: 60, seed: 1, rates: rates.value, what_if: false }).outcomes,
    ).toEqual({ replied: 20 });
    expect(readRates({ acept: 1, reply: 2 })).toEqual({
      ok: false,
      error: [expect.stringContaining('did you mean "accept"?'), expect.stringContaining('from 0 to 1')],
    });
  });
});

describe('a split', () => {
  it("says what each arm brings, in the funnel's own numbers", () => {
    const plan = compiled(`sequence: arms
senders: { professional: [acc_a] }
steps:
  - split:
      long: { weight: 2, steps: [{ invite: "Long" }] }
      short: { steps: [visit] }
  - wait_for: reply
    within: 30 days
  - end: done
`);
    const { splits, funnel } = simulate({
      plans: [plan],
      leads: 300,
      days: 120,
      seed: 1,
    });
    const [split] = splits;
    const entered = new Map(split?.arms.map(({ name, entered: count }) => [name, count]));
    expect(Object.fromEntries(entered)).toEqual(funnel.find(({ node }) => node === split?.node)?.out);
    const [long, short] = split?.arms ?? [];
    expect(long).toMatchObject({ name: 'long', weight: 2, contacted: long?.entered });
    expect(long?.accepted).toBeGreaterThan(0);
    // A visit contacts nobody.
    expect(short).toMatchObject({ name: 'short', weight: 1, contacted: 0, accepted: 0, median_hours_to_reply: null });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountCalendar,
  type BookedSlot,
  createAccountCalendar,
} from '../../src/core/calendar/account-calendar.ts';
import type { AccountRules } from '../../src/core/calendar/caps.ts';
import { drawBetween } from '../../src/core/calendar/draw.ts';
import { bookedSlotsAt, findSlot, type SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { dayNumber, localDay } from '../../src/core/calendar/local-day.ts';
import type { Cap, HoursRange, LimitClass, Plan, Schedule } from '../../src/language/plan/plan.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';
import { ACCOUNT, bookedSlotAt, slotByTrying } from './plain-slot.ts';

const at = (iso: string): number => Date.parse(iso);
const office = [{ from: 540, to: 1080 }];
const OFFICE: Schedule = {
  timezone: 'Europe/Paris',
  fallback_timezone: 'Europe/Paris',
  hours: [office, office, office, office, office, [], []],
  spacing: null,
};
const PARIS: AccountRules = { ...ACCOUNT, zone: 'Europe/Paris' };

type Asked = Partial<Omit<SlotQuestion, 'plan'>> & { readonly plan?: Partial<SlotQuestion['plan']> };
const question = ({ plan, ...more }: Asked = {}): SlotQuestion => ({
  step: 'enr/invite/1',
  sequence: 's',
  account: PARIS,
  zone: 'Europe/Paris',
  limit_class: 'invite',
  credits: 0,
  ...more,
  plan: { limits: {}, schedule: OFFICE, ...plan },
});

/** Books `count` steps in turn, each as early as it may be, and counts them by local day. */
function bookMany(book: AccountCalendar, count: number, asked: SlotQuestion, after: number): Record<string, number> {
  const days: Record<string, number> = {};
  for (let index = 0; index < count; index++) {
    const step = `enr_${index}/${asked.limit_class}/1`;
    const place = findSlot({ ...asked, step }, book, after);
    if (!place) continue;
    book.add({ ...place, step, sequence: asked.sequence, limit_class: asked.limit_class ?? 'visit' });
    days[place.local_day] = (days[place.local_day] ?? 0) + 1;
  }
  return days;
}

describe('a slot in an account', () => {
  it('is the earliest that the class and the credits both allow', () => {
    const limits = { credits: [{ count: 1, per: 'day' as const }], invite: [{ count: 2, per: 'day' as const }] };
    const asked = question({ plan: { limits }, credits: 1 });
    const book = createAccountCalendar([bookedSlotAt('other', 'credits', at('2026-01-05T08:00:00Z'), 'Europe/Paris')]);
    expect(findSlot(asked, book, at('2026-01-05T09:00:00Z'))?.local_day).toBe('2026-01-06');
    // Another sequence's credits are its own.
    expect(findSlot({ ...asked, sequence: 'other' }, book, at('2026-01-05T09:00:00Z'))?.local_day).toBe('2026-01-05');
  });

  it('counts every credit of a step, by day and by week', () => {
    const limits = {
      credits: [
        { count: 5, per: 'day' as const },
        { count: 8, per: 'week' as const },
      ],
    };
    const asked = question({ plan: { limits }, limit_class: null, credits: 2 });
    const book = createAccountCalendar();
    const days: Record<string, number> = {};
    for (let index = 0; index < 6; index++) {
      const step = `enr_${index}/like/1`;
      const place = findSlot({ ...asked, step }, book, at('2026-01-05T09:00:00Z'));
      if (!place) continue;
      for (const booked of bookedSlotsAt({ ...asked, step }, place)) book.add(booked);
      days[place.local_day] = (days[place.local_day] ?? 0) + 1;
    }
    expect(days).toEqual({ '2026-01-05': 2, '2026-01-06': 2, '2026-01-12': 2 });
    // What is left of a day is enough for a cheaper step.
    expect(findSlot({ ...asked, credits: 1 }, book, at('2026-01-12T09:00:00Z'))?.local_day).toBe('2026-01-12');
    expect(findSlot({ ...asked, credits: 6 }, book, at('2026-01-12T09:00:00Z'))).toBeNull();
  });

  it('leaves a domain what it is to get, by day and by week, and every other one alone', () => {
    const emails_per_domain = [
      { count: 2, per: 'day' as const },
      { count: 5, per: 'week' as const },
    ];
    const asked = question({ plan: { emails_per_domain }, limit_class: 'email' });
    const book = createAccountCalendar();
    const days: Record<string, number> = {};
    const place = (step: string, domain: string | null) =>
      findSlot({ ...asked, step, domain }, book, at('2026-01-05T09:00:00Z'));
    for (let index = 0; index < 7; index++) {
      const step = `enr_${index}/email/1`;
      const found = place(step, 'acme.com');
      if (!found) throw new Error('no place');
      for (const booked of bookedSlotsAt({ ...asked, step, domain: 'acme.com' }, found)) book.add(booked);
      days[found.local_day] = (days[found.local_day] ?? 0) + 1;
    }
    expect(days).toEqual({ '2026-01-05': 2, '2026-01-06': 2, '2026-01-07': 1, '2026-01-12': 2 });
    for (const other of ['acme.de', 'mail.acme.com', null]) expect(place('x', other)?.local_day).toBe('2026-01-05');
    // Without such a limit in its sequence a step goes at once, and counts all the same.
    const free = { ...asked, step: 'enr_9/email/1', domain: 'acme.com', plan: { limits: {}, schedule: OFFICE } };
    expect(findSlot(free, book, at('2026-01-05T09:00:00Z'))?.local_day).toBe('2026-01-05');
    // Who leaves makes room.
    book.remove('enr_0/email/1');
    expect(place('x', 'acme.com')?.local_day).toBe('2026-01-05');
  });

  it('does not count what the step itself has, and leaves it there', () => {
    const asked = question({ plan: { limits: { invite: [{ count: 1, per: 'day' }] } } });
    const own = bookedSlotAt(asked.step, 'invite', at('2026-01-06T09:00:00Z'), 'Europe/Paris');
    const book = createAccountCalendar([own]);
    expect(findSlot(asked, book, at('2026-01-06T10:00:00Z'))?.at).toBe(at('2026-01-06T10:00:00Z'));
    expect(book.of(asked.step)).toEqual([own]);
  });

  it('has no more on a mailbox than its own limit, nor on an account than its network tolerates', () => {
    const mailbox = question({ limit_class: 'email', account: { ...PARIS, daily_limit: 2 } });
    expect(bookMany(createAccountCalendar(), 3, mailbox, at('2026-01-05T09:00:00Z'))).toEqual({
      '2026-01-05': 2,
      '2026-01-06': 1,
    });
    const profile = { name: 'free', caps: { invite: [{ count: 3, per: 'week' as const }] }, note_length: 200 };
    const free = question({
      plan: { limits: { invite: [{ count: 2, per: 'day' }] } },
      account: { ...PARIS, profile },
    });
    expect(bookMany(createAccountCalendar(), 4, free, at('2026-01-05T09:00:00Z'))).toEqual({
      '2026-01-05': 2,
      '2026-01-06': 1,
      '2026-01-12': 1,
    });
  });

  it('counts the week of the turn of the year as one', () => {
    const asked = question({
      plan: {
        limits: {
          invite: [
            { count: 4, per: 'week' },
            { count: 2, per: 'day' },
          ],
        },
      },
    });
    expect(bookMany(createAccountCalendar(), 6, asked, at('2025-12-31T12:00:00Z'))).toEqual({
      '2025-12-31': 2,
      '2026-01-01': 2,
      '2026-01-05': 2,
    });
  });
});

describe('holidays', () => {
  const withHolidays = (...holidays: string[]) => question({ plan: { schedule: { ...OFFICE, holidays } } });
  it.each([
    ['France has its own', ['FR'], '2026-07-14T08:00:00Z', '2026-07-15'],
    ['a day off in Bavaria', ['DE-BY'], '2026-01-06T09:00:00Z', '2026-01-07'],
    ['is none in Berlin', ['DE-BE'], '2026-01-06T09:00:00Z', '2026-01-06'],
    ['several countries', ['FR', 'US'], '2026-07-03T12:00:00Z', '2026-07-06'],
    ['Christmas, a weekend and on', ['DE'], '2026-12-24T18:00:00Z', '2026-12-28'],
    ['the turn of the year', ['FR'], '2026-12-31T18:00:00Z', '2027-01-04'],
  ])('%s', (_name, codes, after, expected) => {
    expect(findSlot(withHolidays(...codes), createAccountCalendar(), at(after))?.local_day).toBe(expected);
  });

  it("are days of the schedule's zone, not of the account's", () => {
    const asked = {
      ...question({ plan: { schedule: { ...OFFICE, hours: null, holidays: ['JP'] } } }),
      zone: 'Asia/Tokyo',
    };
    // In Tokyo the first of January ends at 15:00 UTC.
    expect(findSlot(asked, createAccountCalendar(), at('2025-12-31T16:00:00Z'))?.at).toBe(at('2026-01-01T15:00:00Z'));
  });

  it('of a place that does not exist are refused', () => {
    expect(() => findSlot(withHolidays('XX'), createAccountCalendar(), 0)).toThrow("'XX' is not a country or region");
    expect(() => findSlot(withHolidays('DE-XX'), createAccountCalendar(), 0)).toThrow('DE-XX');
  });
});

describe('a warming account', () => {
  const warm = (more: Partial<AccountRules> = {}, limits: Plan['limits'] = {}) =>
    question({
      plan: { schedule: { ...OFFICE, hours: null }, limits, warm_up: { start: 2, grow: 1 } },
      account: { ...PARIS, ...more },
    });

  it('grows from its first booked slot while it has sent nothing', () => {
    expect(bookMany(createAccountCalendar(), 10, warm(), at('2026-01-05T09:00:00Z'))).toEqual({
      '2026-01-05': 2,
      '2026-01-06': 3,
      '2026-01-07': 4,
      '2026-01-08': 1,
    });
  });

  it('grows by calendar days from its first send, whatever it was, up to its own cap', () => {
    const account = { first_send_at: at('2026-01-03T23:30:00Z') };
    const book = createAccountCalendar([bookedSlotAt('first', 'message', account.first_send_at, 'Europe/Paris')]);
    // In Paris the first send was on 4 January.
    const asked = warm(account, { invite: [{ count: 4, per: 'day' }] });
    expect(bookMany(book, 12, asked, at('2026-01-05T09:00:00Z'))).toEqual({
      '2026-01-05': 3,
      '2026-01-06': 4,
      '2026-01-07': 4,
      '2026-01-08': 1,
    });
  });

  it('warms each class for itself, and visits not at all', () => {
    const book = createAccountCalendar();
    const visits = { ...warm(), limit_class: 'visit' as const };
    expect(bookMany(book, 20, visits, at('2026-01-05T09:00:00Z'))).toEqual({ '2026-01-05': 20 });
    expect(bookMany(book, 2, warm(), at('2026-01-05T09:00:00Z'))).toEqual({ '2026-01-05': 2 });
    const messages = { ...warm(), limit_class: 'message' as const };
    expect(bookMany(book, 3, messages, at('2026-01-05T09:00:00Z'))).toEqual({ '2026-01-05': 2, '2026-01-06': 1 });
  });
});

const week = (ranges: HoursRange[]): HoursRange[][] => Array.from({ length: 7 }, () => ranges);

describe('properties of slots', () => {
  const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns'] as const;
  const starts = ['2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23', '2026-12-29'];
  const cap = (most: number) =>
    fc.record({ count: fc.integer({ min: 0, max: most }), per: fc.constantFrom<Cap['per'][]>('day', 'week') });
  const range = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 60 }));
  const ranges = fc.array(
    range.map(([from, length]) => ({ from: from * 15, to: (from + length) * 15 })),
    { maxLength: 2 },
  );
  const plans = fc.record({
    hours: fc.option(fc.array(ranges, { minLength: 7, maxLength: 7 })),
    caps: fc.record({
      invite: fc.array(cap(4), { maxLength: 2 }),
      message: fc.array(cap(6), { maxLength: 2 }),
      visit: fc.array(cap(3), { maxLength: 1 }),
    }),
    spacing: fc.option(
      fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 })).map(([min, more]) => ({
        min: min * MINUTE,
        max: (min + more) * MINUTE,
      })),
    ),
    holidays: fc.option(fc.constantFrom(['FR'], ['DE-BY', 'US'])),
    warm_up: fc.option(fc.record({ start: fc.integer({ min: 1, max: 3 }), grow: fc.integer({ min: 0, max: 2 }) })),
  });
  // Short hours, tight caps and wide gaps: most days are full, some only for the wider gaps.
  const tightPlans = fc.record({
    hours: fc.constantFrom(null, ...[60, 150, 400].map((length) => week([{ from: 600, to: 600 + length }]))),
    caps: fc.record({
      invite: fc.constantFrom<Cap[][]>([], [{ count: 1, per: 'day' }], [{ count: 2, per: 'day' }]),
      message: fc.constantFrom<Cap[][]>([], [{ count: 2, per: 'week' }], [{ count: 3, per: 'day' }]),
      visit: fc.constantFrom<Cap[][]>([], [{ count: 1, per: 'day' }]),
    }),
    spacing: fc.constantFrom(null, { min: 10 * MINUTE, max: 2 * HOUR }, { min: 5 * HOUR, max: 30 * HOUR }),
    holidays: fc.constant(null),
    warm_up: fc.constantFrom(null, { start: 1, grow: 1 }),
  });
  const actsUntil = (latest: number, most: number) =>
    fc.array(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            act: fc.constant('book' as const),
            limit_class: fc.constantFrom<LimitClass[]>('invite', 'message', 'visit'),
            plan: fc.nat(1),
            zone: fc.nat(1),
            after: fc.integer({ min: 0, max: latest }),
          }),
        },
        { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), which: fc.nat(most) }) },
      ),
      { maxLength: most, size: 'max' },
    );

  it.each([
    ['with room', plans, actsUntil(40, 40), 100],
    ['that is nearly full', tightPlans, actsUntil(6, 60), 200],
  ])(
    'in an account %s are those that trying every time would find, whatever was booked and taken out before',
    (_name, plansOf, acts, numRuns) => {
      const three = fc.tuple(fc.constantFrom(...zones), fc.constantFrom(...zones), fc.constantFrom(...zones));
      fc.assert(fc.property(fc.constantFrom(...starts), fc.tuple(plansOf, plansOf), three, acts, follow), {
        numRuns: rounds(numRuns),
      });
    },
    60_000,
  );

  type DrawnPlan = typeof plans extends fc.Arbitrary<infer Drawn> ? Drawn : never;
  type DrawnActs = ReturnType<typeof actsUntil> extends fc.Arbitrary<infer Drawn> ? Drawn : never;

  function follow(start: string, drawn: DrawnPlan[], [accountZone = 'UTC', ...leadZones]: string[], acts: DrawnActs) {
    const account = { ...ACCOUNT, zone: accountZone };
    const made = drawn.map(({ caps, warm_up, hours, spacing, holidays }) => ({
      limits: caps,
      schedule: { ...OFFICE, hours, spacing, ...(holidays ? { holidays } : {}) },
      ...(warm_up ? { warm_up } : {}),
    }));
    const book = createAccountCalendar();
    const all: BookedSlot[] = [];
    for (const [index, act] of acts.entries()) {
      if (act.act === 'remove') {
        const [gone] = all.splice(act.which % Math.max(1, all.length), 1);
        if (gone) book.remove(gone.step);
        continue;
      }
      const plan = made[act.plan];
      const zone = leadZones[act.zone];
      if (!plan || !zone) continue;
      const { limit_class } = act;
      const step = `enr_${index}/${limit_class}/1`;
      const after = at(`${start}T00:00:00Z`) + act.after * 3 * HOUR;
      const asked = question({ step, plan, account, zone, limit_class });
      const place = findSlot(asked, book, after);
      expect(place).toEqual(slotByTrying(plainly(asked, all, after)));
      if (!place) continue;
      const booked = { ...place, step, sequence: 's', limit_class };
      book.add(booked);
      all.push(booked);
    }
  }

  function plainly(
    { plan, account, zone, limit_class, step }: SlotQuestion,
    all: readonly BookedSlot[],
    after: number,
  ) {
    const isSend = limit_class !== 'visit';
    const sends = all.filter((booked) => booked.limit_class !== 'visit');
    const first = sends.length > 0 ? dayNumber(Math.min(...sends.map((booked) => booked.at)), account.zone) : null;
    const { warm_up } = plan;
    const spacing = isSend && plan.schedule.spacing ? drawBetween(plan.schedule.spacing, step) : 0;
    return {
      after,
      schedule: plan.schedule,
      timezone: zone,
      accountZone: account.zone,
      caps: plan.limits[limit_class ?? 'visit'] ?? [],
      taken: all.filter((booked) => booked.limit_class === limit_class),
      others: sends.filter((booked) => booked.limit_class !== limit_class).map((booked) => booked.at),
      spacing,
      ...(warm_up && isSend
        ? { warmUp: (day: number) => warm_up.start + warm_up.grow * Math.max(0, day - (first ?? day)) }
        : {}),
    };
  }
});

describe('an account that is booked out for weeks', () => {
  it('gives 40,000 steps their slots without trying each day for each of them', () => {
    const asked = question({ plan: { limits: { invite: [{ count: 100, per: 'day' }] } } });
    const book = createAccountCalendar();
    const days = bookMany(book, 40_000, asked, at('2026-01-05T06:00:00Z'));
    expect(Object.keys(days)).toHaveLength(400);
    expect(new Set(Object.values(days))).toEqual(new Set([100]));
    expect(localDay(at('2026-01-05T06:00:00Z') + 557 * DAY, 'Europe/Paris')).toBe(Object.keys(days).at(-1));
  });

  it('fills the gaps between its sends with those that need less', () => {
    const spacing = { min: 3 * MINUTE, max: 9 * MINUTE };
    const asked = question({ plan: { schedule: { ...OFFICE, spacing } } });
    const book = createAccountCalendar();
    const days = bookMany(book, 10_000, asked, at('2026-01-05T06:00:00Z'));
    const counts = Object.values(days).slice(0, -5);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...counts)).toBeLessThanOrEqual(181);
  });
});

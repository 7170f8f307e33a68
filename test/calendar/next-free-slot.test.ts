import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import type { Slot } from '../../src/core/calendar/next-free-slot.ts';
import { isOpen } from '../../src/core/calendar/open-hours.ts';
import type { HoursRange, Schedule } from '../../src/language/plan/plan.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { referenceTime } from '../support/reference-time.ts';
import { rounds } from '../support/rounds.ts';
import { type SlotQuestion, slotInBook } from './plain-slot.ts';

const at = (iso: string): number => Date.parse(iso);
const shown = (question: SlotQuestion): string | null => {
  const slot = slotInBook(question);
  return slot && new Date(slot.at).toISOString();
};
const office: HoursRange[] = [{ from: 540, to: 1080 }];
const schedule = (hours: Schedule['hours']): Schedule => ({
  timezone: 'lead',
  fallback_timezone: 'UTC',
  hours,
  spacing: null,
});
const weekdays = schedule([office, office, office, office, office, [], []]);
const daily = (...ranges: HoursRange[]): Schedule => schedule(Array.from({ length: 7 }, () => ranges));
const anyTime = schedule(null);
const question = (parts: Partial<SlotQuestion>): SlotQuestion => ({
  after: at('2026-01-05T10:00:00Z'),
  schedule: anyTime,
  timezone: 'UTC',
  accountZone: 'UTC',
  caps: [],
  taken: [],
  others: [],
  spacing: 0,
  ...parts,
});
const used = (iso: string, zone = 'UTC') => ({
  at: at(iso),
  local_day: localDay(at(iso), zone),
  local_week: localWeek(at(iso), zone),
});

describe('the next free slot', () => {
  it('is now when nothing forbids it', () => {
    expect(slotInBook(question({}))).toEqual({
      at: at('2026-01-05T10:00:00Z'),
      local_day: '2026-01-05',
      local_week: '2026-01-05',
    });
  });

  it.each([
    ['before the hours waits for them', '2026-01-05T05:00:00Z', '2026-01-05T08:00:00.000Z'],
    ['at the end of the hours waits for the next day', '2026-01-05T17:00:00Z', '2026-01-06T08:00:00.000Z'],
    ['on Friday evening waits for Monday', '2026-01-09T17:30:00Z', '2026-01-12T08:00:00.000Z'],
    ['inside the hours is now', '2026-01-05T16:59:59.999Z', '2026-01-05T16:59:59.999Z'],
  ])('%s', (_name, after, expected) => {
    expect(shown(question({ after: at(after), schedule: weekdays, timezone: 'Europe/Paris' }))).toBe(expected);
  });

  it('goes past midnight with hours that do', () => {
    const night = schedule([[{ from: 1320, to: 1560 }], [], [], [], [], [], []]);
    expect(shown(question({ after: at('2026-01-06T01:30:00Z'), schedule: night }))).toBe('2026-01-06T01:30:00.000Z');
    expect(shown(question({ after: at('2026-01-06T02:00:00Z'), schedule: night }))).toBe('2026-01-12T22:00:00.000Z');
  });

  it.each([
    ['Paris skips 02:00', 'Europe/Paris', '2026-03-29T00:30:00Z', 120, 180, '2026-03-30T00:00:00.000Z'],
    [
      'Paris begins at 03:00 with hours from 02:30',
      'Europe/Paris',
      '2026-03-29T00:30:00Z',
      150,
      210,
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'Paris doubles 02:00, the second is open too',
      'Europe/Paris',
      '2026-10-25T01:10:00Z',
      120,
      150,
      '2026-10-25T01:10:00.000Z',
    ],
    ['New York skips 02:00', 'America/New_York', '2026-03-08T06:30:00Z', 120, 180, '2026-03-09T06:00:00.000Z'],
    [
      'Lord Howe skips half an hour',
      'Australia/Lord_Howe',
      '2026-10-03T15:20:00Z',
      120,
      150,
      '2026-10-04T15:00:00.000Z',
    ],
    [
      'Lord Howe doubles half an hour',
      'Australia/Lord_Howe',
      '2026-04-04T15:10:00Z',
      90,
      120,
      '2026-04-04T15:10:00.000Z',
    ],
  ])('clock changes: %s', (_name, timezone, after, from, to, expected) => {
    expect(shown(question({ after: at(after), schedule: daily({ from, to }), timezone }))).toBe(expected);
  });

  it('counts a doubled hour as one day', () => {
    const taken = [used('2026-10-25T00:15:00Z', 'Europe/Paris')];
    const slot = slotInBook(
      question({
        after: at('2026-10-25T01:15:00Z'),
        accountZone: 'Europe/Paris',
        caps: [{ count: 1, per: 'day' }],
        taken,
      }),
    );
    expect(slot).toEqual({ at: at('2026-10-25T23:00:00Z'), local_day: '2026-10-26', local_week: '2026-10-26' });
  });

  it("counts days in the account's zone, not the lead's", () => {
    const taken = [used('2026-01-05T20:00:00Z', 'Asia/Tokyo')];
    expect(taken[0]?.local_day).toBe('2026-01-06');
    expect(shown(question({ accountZone: 'Asia/Tokyo', caps: [{ count: 1, per: 'day' }], taken }))).toBe(
      '2026-01-05T10:00:00.000Z',
    );
    expect(
      shown(
        question({
          after: at('2026-01-05T15:00:00Z'),
          accountZone: 'Asia/Tokyo',
          caps: [{ count: 1, per: 'day' }],
          taken,
        }),
      ),
    ).toBe('2026-01-06T15:00:00.000Z');
  });

  it('carries a full week over to Monday, across the year end', () => {
    const taken = ['2025-12-29', '2025-12-31', '2026-01-02'].map((day) => used(`${day}T09:00:00Z`));
    const slot = slotInBook(question({ after: at('2026-01-01T12:00:00Z'), caps: [{ count: 3, per: 'week' }], taken }));
    expect(slot).toEqual({ at: at('2026-01-05T00:00:00Z'), local_day: '2026-01-05', local_week: '2026-01-05' });
  });

  it('finds the gap between two sends when it is wide enough on both sides', () => {
    const others = ['10:05', '10:20', '10:25'].map((time) => at(`2026-01-05T${time}:00Z`));
    expect(shown(question({ others, spacing: 7 * MINUTE }))).toBe('2026-01-05T10:12:00.000Z');
    expect(shown(question({ others, spacing: 8 * MINUTE }))).toBe('2026-01-05T10:33:00.000Z');
  });

  it('is null when a cap admits nothing or the schedule never opens', () => {
    expect(slotInBook(question({ caps: [{ count: 0, per: 'day' }] }))).toBeNull();
    expect(slotInBook(question({ schedule: daily() }))).toBeNull();
  });

  it('spreads forty invitations under ten a day over four working days', () => {
    const taken: Slot[] = [];
    for (let index = 0; index < 40; index++) {
      const slot = slotInBook(
        question({
          after: at('2026-01-08T06:00:00Z'),
          schedule: weekdays,
          timezone: 'Europe/Paris',
          accountZone: 'Europe/Paris',
          caps: [{ count: 10, per: 'day' }],
          taken,
          spacing: 5 * MINUTE,
        }),
      );
      if (slot) taken.push(slot);
    }
    const days = new Set(taken.map(({ local_day }) => local_day));
    expect([...days].map((day) => [day, taken.filter((slot) => slot.local_day === day).length])).toEqual([
      ['2026-01-08', 10],
      ['2026-01-09', 10],
      ['2026-01-12', 10],
      ['2026-01-13', 10],
    ]);
  });
});

describe('properties of the next free slot', () => {
  const STEP = 15 * MINUTE;
  const zones = [
    'UTC',
    'Europe/Paris',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'America/Sao_Paulo',
    'Africa/Cairo',
  ];
  const starts = [
    '2026-03-06',
    '2026-03-27',
    '2026-04-03',
    '2026-04-23',
    '2026-10-02',
    '2026-10-23',
    '2026-10-30',
    '2026-12-30',
  ];
  const grid = (max: number) => fc.integer({ min: 0, max }).map((count) => count * STEP);
  const range = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 60 }));
  const hours = fc.option(
    fc.array(
      fc.array(
        range.map(([from, length]) => ({ from: from * 15, to: (from + length) * 15 })),
        { maxLength: 2 },
      ),
      {
        minLength: 7,
        maxLength: 7,
      },
    ),
  );
  const questions = fc
    .record({
      start: fc.constantFrom(...starts),
      after: grid(200),
      hours,
      timezone: fc.constantFrom(...zones),
      accountZone: fc.constantFrom(...zones),
      caps: fc.array(fc.record({ count: fc.integer({ min: 0, max: 4 }), per: fc.constantFrom('day', 'week') }), {
        maxLength: 2,
      }),
      taken: fc.array(grid(500), { maxLength: 8 }),
      others: fc.array(grid(300), { maxLength: 8 }),
      spacing: grid(6),
    })
    .map(({ start, after, hours: drawn, taken, others, ...rest }): SlotQuestion => {
      const origin = at(`${start}T00:00:00Z`);
      return {
        ...rest,
        caps: rest.caps.map(({ count, per }) => ({ count, per: per === 'day' ? 'day' : 'week' })),
        after: origin + after,
        schedule: schedule(drawn),
        taken: taken.map((offset) => used(new Date(origin + offset).toISOString(), rest.accountZone)),
        others: others.map((offset) => origin + offset),
      };
    });

  function allowed(
    time: number,
    { schedule: plan, timezone, accountZone, caps, taken, others, spacing }: SlotQuestion,
  ): boolean {
    if (!isOpen(time, plan, timezone)) return false;
    const day = taken.filter((slot) => slot.local_day === localDay(time, accountZone)).length;
    const week = taken.filter((slot) => slot.local_week === localWeek(time, accountZone)).length;
    if (caps.some((cap) => (cap.per === 'day' ? day : week) >= cap.count)) return false;
    return [...taken.map((slot) => slot.at), ...others].every((other) => Math.abs(other - time) >= spacing);
  }

  it('is allowed, and no earlier time on a grid is', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        const slot = slotInBook(asked);
        const end = asked.after + 6 * DAY;
        for (let time = asked.after; time < Math.min(slot?.at ?? end, end); time += STEP)
          expect(allowed(time, asked)).toBe(false);
        if (!slot) return;
        expect(allowed(slot.at, asked)).toBe(true);
        expect(slot.at % STEP).toBe(0);
        expect(slot.local_day).toBe(localDay(slot.at, asked.accountZone));
        expect(slot.local_week).toBe(localWeek(slot.at, asked.accountZone));
      }),
      { numRuns: rounds(400) },
    );
  });

  it('answers a full year of booked days in little time', async () => {
    const taken = Array.from({ length: 365 * 10 }, (_, index) =>
      used(
        new Date(at('2026-01-05T10:00:00Z') + Math.floor(index / 10) * DAY + (index % 10) * HOUR * 0.5).toISOString(),
      ),
    );
    const answer = () => slotInBook(question({ caps: [{ count: 10, per: 'day' }], taken, spacing: 5 * MINUTE }));
    expect(answer()?.local_day).toBe('2027-01-05');
    expect(await referenceTime(answer, { most: 100 })).toBeLessThan(100);
  });
});

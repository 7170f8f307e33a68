import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { addBusinessDays } from '../../src/core/calendar/business-days.ts';
import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import { MAIN_ZONES } from '../../src/core/calendar/main-zones.ts';
import { scheduleZone, zoneOf } from '../../src/core/calendar/zone-of.ts';
import { instantOf, isZone, offsetSpan } from '../../src/core/calendar/zone-offsets.ts';
import { rounds } from '../support/rounds.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString();
const zones = Object.values(MAIN_ZONES);

describe('local days and weeks', () => {
  it('agree with the calendar of every zone at any time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones, 'Australia/Lord_Howe', 'Pacific/Chatham', 'UTC'),
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') }),
        (zone, ms) => {
          const local = DateTime.fromMillis(ms, { zone });
          expect(localDay(ms, zone)).toBe(local.toISODate());
          expect(localWeek(ms, zone)).toBe(local.startOf('week').toISODate());
          expect(offsetSpan(ms, zone).offset).toBe(local.offset * 60_000);
        },
      ),
      { numRuns: rounds(1_000) },
    );
  });

  it('put the first of January into the week of the year before', () => {
    expect(localWeek(at('2027-01-01T12:00:00Z'), 'UTC')).toBe('2026-12-28');
  });

  it('refuse a zone that does not exist, by name', () => {
    expect(() => localDay(0, 'Europe/Pariss')).toThrow(/Europe\/Pariss/);
  });
});

describe('the instant of a local time', () => {
  it.each([
    ['an ordinary one', '2026-06-01T09:00:00Z', '2026-06-01T07:00:00.000Z'],
    ['the first of a doubled one', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['a skipped one, pushed forward', '2026-03-29T02:30:00Z', '2026-03-29T01:30:00.000Z'],
  ])('%s', (_name, local, expected) => {
    expect(iso(instantOf(at(local), 'Europe/Paris'))).toBe(expected);
  });
});

describe('business days', () => {
  const open = [{ from: 540, to: 1080 }];
  const sundayToThursday = { hours: [open, open, open, open, [], [], open] };
  it.each([
    ['Thursday plus three is Tuesday', '2026-01-08T10:00:00Z', 3, { hours: null }, '2026-01-13T10:00:00.000Z'],
    ['Saturday plus one is Monday', '2026-01-10T10:00:00Z', 1, { hours: null }, '2026-01-12T10:00:00.000Z'],
    ['none is now', '2026-01-10T10:00:00Z', 0, { hours: null }, '2026-01-10T10:00:00.000Z'],
    ["the schedule's own days", '2026-01-08T10:00:00Z', 1, sundayToThursday, '2026-01-11T10:00:00.000Z'],
    [
      'a schedule open every day',
      '2026-01-09T10:00:00Z',
      1,
      { hours: Array.from({ length: 7 }, () => open) },
      '2026-01-12T10:00:00.000Z',
    ],
    [
      'the local time stays over a clock change',
      '2026-03-27T09:00:00Z',
      1,
      { hours: null },
      '2026-03-30T08:00:00.000Z',
    ],
  ])('%s', (_name, from, count, schedule, expected) => {
    expect(iso(addBusinessDays(at(from), count, 'Europe/Paris', schedule))).toBe(expected);
  });
});

describe('zones', () => {
  it('are known to this machine for every country in the table', () => {
    expect(Object.entries(MAIN_ZONES).filter(([, zone]) => !isZone(zone))).toEqual([]);
  });

  it('of an account: its own, else its main zone, else UTC', () => {
    expect(zoneOf({ timezone: 'Asia/Tokyo', country: 'FR' })).toBe('Asia/Tokyo');
    expect(zoneOf({ timezone: null, country: 'fr' })).toBe('Europe/Paris');
    expect(zoneOf({ timezone: 'nowhere', country: 'US' })).toBe('America/New_York');
    expect(zoneOf({ country: 'ZZ' })).toBe('UTC');
  });

  it("of a schedule: named, or the lead's, or the fallback", () => {
    const lead = { timezone: 'lead', fallback_timezone: 'Europe/Paris' };
    expect(scheduleZone(lead, { timezone: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
    expect(scheduleZone(lead, { timezone: 'nowhere' })).toBe('Europe/Paris');
    expect(scheduleZone({ ...lead, timezone: 'UTC' }, { timezone: 'Asia/Tokyo' })).toBe('UTC');
  });
});

import { describe, expect, it } from 'vitest';
import { waitUntil } from '../../src/core/calendar/wait-until.ts';
import type { WaitDuration } from '../../src/language/plan/nodes/wait-duration.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';

const at = (iso: string): number => Date.parse(iso);
const end = (duration: WaitDuration, now: string, zone = 'Europe/Paris', holidays?: readonly string[]) =>
  new Date(waitUntil(duration, at(now), zone, { hours: null, ...(holidays ? { holidays } : {}) })).toISOString();
const until = (local: string): WaitDuration => ({ unit: 'until', at: local });
const weekday = (day: number, minutes: number): WaitDuration => ({ unit: 'weekday', weekday: day, minutes });
const days = (count: number): WaitDuration => ({ unit: 'business_days', count });

describe('a wait', () => {
  it('of a duration is over after it', () => {
    expect(waitUntil({ unit: 'ms', count: 90_000 }, 5, 'UTC', { hours: null })).toBe(90_005);
  });

  it.each([
    ['in winter', '2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
    ['in summer', '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
    ['that a clock change skips is as far behind it', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['that comes twice is the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['at the turn of the year', '2027-01-01T00:00', '2026-12-31T23:00:00.000Z'],
  ])('until a local time %s', (_name, local, expected) => {
    expect(end(until(local), '2026-01-05T10:00:00Z')).toBe(expected);
  });

  it('until a time that is past is over at once', () => {
    expect(end(until('2026-01-05T10:00'), '2026-01-05T10:00:00Z')).toBe('2026-01-05T10:00:00.000Z');
  });

  it.each([
    ['later this week', '2026-01-06T10:00:00Z', 4, 540, '2026-01-09T08:00:00.000Z'],
    ['later today', '2026-01-05T07:59:59Z', 0, 540, '2026-01-05T08:00:00.000Z'],
    ['exactly now is next week', '2026-01-05T08:00:00Z', 0, 540, '2026-01-12T08:00:00.000Z'],
    ['earlier today is next week', '2026-01-05T12:00:00Z', 0, 540, '2026-01-12T08:00:00.000Z'],
    ['over the clock going forward', '2026-03-27T12:00:00Z', 0, 540, '2026-03-30T07:00:00.000Z'],
    ['over the clock going back', '2026-10-23T12:00:00Z', 0, 540, '2026-10-26T08:00:00.000Z'],
    ['over the turn of the year', '2026-12-30T12:00:00Z', 0, 540, '2027-01-04T08:00:00.000Z'],
    ['at an hour that is skipped', '2026-03-28T12:00:00Z', 6, 150, '2026-03-29T01:30:00.000Z'],
    ['on a day that is another one in UTC', '2026-01-04T23:30:00Z', 0, 60, '2026-01-05T00:00:00.000Z'],
  ])('until a weekday %s', (_name, now, day, minutes, expected) => {
    expect(end(weekday(day, minutes), now)).toBe(expected);
  });

  it('until a weekday on Lord Howe, where the clock moves by half an hour', () => {
    expect(end(weekday(6, 125), '2026-10-03T12:00:00Z', 'Australia/Lord_Howe')).toBe('2026-10-03T15:35:00.000Z');
    expect(end(weekday(0, 540), '2026-10-03T12:00:00Z', 'Australia/Lord_Howe')).toBe('2026-10-04T22:00:00.000Z');
  });

  it.each([
    ['without holidays', undefined, '2027-01-01T09:00:00.000Z'],
    ['with those of France', ['FR'], '2027-01-04T09:00:00.000Z'],
    ['with those of Scotland, which rests longer', ['GB-SCT'], '2027-01-05T09:00:00.000Z'],
  ])('of business days over the turn of the year %s', (_name, holidays, expected) => {
    expect(end(days(2), '2026-12-30T09:00:00Z', 'Europe/Paris', holidays)).toBe(expected);
  });

  it('of business days keeps the local time over a clock change', () => {
    expect(end(days(1), '2026-03-27T08:00:00Z')).toBe('2026-03-30T07:00:00.000Z');
  });

  it('never ends before it began', () => {
    for (let hour = 0; hour < 24 * 21; hour++) {
      const now = at('2026-10-18T00:00:00Z') + hour * HOUR;
      for (const day of [0, 3, 6]) {
        const over = waitUntil({ unit: 'weekday', weekday: day, minutes: 150 }, now, 'Europe/Paris', { hours: null });
        expect(over).toBeGreaterThan(now);
        expect(over - now).toBeLessThanOrEqual(7 * DAY + HOUR);
      }
    }
  });
});

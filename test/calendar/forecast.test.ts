import { expect, it } from 'vitest';
import type { CapacityDay } from '../../src/core/calendar/capacity.ts';
import { forecast } from '../../src/core/calendar/forecast.ts';

const days = (count: number, cap: number | null, closed: readonly number[] = []): CapacityDay[] =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.parse('2026-03-02') + index * 86_400_000).toISOString().slice(0, 10),
    open: !closed.includes(index),
    classes: { invite: { cap, used: 0, booked: 0 } },
  }));

it('deals the days out by weight, and gives the rest to the one that is left', () => {
  const ends = forecast(days(20, 10), [
    { group: 'a', weight: 3, steps: { invite: 30 } },
    { group: 'b', weight: 1, steps: { invite: 30 } },
  ]);
  // Four days of 7.5 and 2.5, then 20 are left for one.
  expect([...ends]).toEqual([
    ['a', '2026-03-05'],
    ['b', '2026-03-07'],
  ]);
});

it('counts no closed day, and nothing that is taken', () => {
  const taken = days(10, 10, [1, 2]).map((day) => ({ ...day, classes: { invite: { cap: 10, used: 3, booked: 2 } } }));
  expect(forecast(taken, [{ group: 'a', weight: 1, steps: { invite: 10 } }]).get('a')).toBe('2026-03-05');
});

it('deals a stock out once for all days, and what each month brings with that month', () => {
  const stocked = days(40, 10).map((day, index) => ({
    ...day,
    classes: { inmail: { cap: 10, used: 0, booked: 0, left: index < 30 ? 15 : 45 } },
  }));
  const inmails = (count: number) => forecast(stocked, [{ group: 'a', weight: 1, steps: { inmail: count } }]).get('a');
  expect(inmails(15)).toBe('2026-03-03');
  expect(inmails(16)).toBe('2026-04-01');
  expect(inmails(46)).toBeNull();
});

it('ends a group with its last class, at once where nothing is limited, and not at all where the days do not suffice', () => {
  const group = { group: 'a', weight: 1 };
  expect(forecast(days(3, null), [{ ...group, steps: { invite: 900 } }]).get('a')).toBe('2026-03-02');
  expect(forecast(days(3, 10), [{ ...group, steps: { invite: 31 } }]).get('a')).toBeNull();
  expect(forecast(days(3, 10), [{ ...group, steps: { invite: 5, email: 5 } }]).get('a')).toBeNull();
  expect(forecast(days(3, 10), [{ ...group, steps: {} }]).get('a')).toBe('2026-03-02');
});

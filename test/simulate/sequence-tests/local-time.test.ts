import { describe, expect, it } from 'vitest';
import {
  formatLocalTime,
  instantOfLocal,
  isWithin,
  parseLocalTime,
  parseTimeRange,
} from '../../../src/core/simulate/sequence-tests/local-time.ts';

const ZONE = 'Europe/Paris';
const at = (text: string): number => {
  const time = parseLocalTime(text);
  if (!time) throw new Error(`${text} is not a time`);
  return instantOfLocal(time, ZONE);
};
const isIn = (time: string, range: string): boolean => {
  const parsed = parseTimeRange(range);
  if (!parsed) throw new Error(`${range} is not a range`);
  return isWithin(at(time), ZONE, parsed);
};

describe('times of a test', () => {
  it('are local times of the zone, on both sides of a clock change', () => {
    expect(new Date(at('2026-03-02 09:00')).toISOString()).toBe('2026-03-02T08:00:00.000Z');
    expect(new Date(at('2026-03-30T09:00')).toISOString()).toBe('2026-03-30T07:00:00.000Z');
    expect(formatLocalTime(at('2026-03-30 09:05'), ZONE)).toBe('2026-03-30 09:05');
  });

  it.each(['2026-02-30', '9999-12-31', '2026-13-01', '2026-03-02 25:00', '24:01', 'monday', '', '2026-3-2'])(
    '%j is none',
    (text) => expect(parseLocalTime(text)).toBeNull(),
  );

  it.each([
    ['2026-03-03 09:00', '2026-03-03 09:00', true],
    ['2026-03-03 09:01', '2026-03-03 09:00', false],
    ['2026-03-03 23:59', '2026-03-03', true],
    ['2026-03-04 00:00', '2026-03-03', false],
    ['2026-03-03 09:00', '2026-03-03 09:00..', true],
    ['2026-03-03 08:59', '2026-03-03 09:00..', false],
    ['2026-04-01 00:00', '2026-03-03..', true],
    ['2026-03-05 23:59', '..2026-03-05', true],
    ['2026-03-06 00:00', '..2026-03-05', false],
    ['2026-07-05 12:00', '09:00..12:00', true],
    ['2026-07-05 12:01', '09:00..12:00', false],
    ['2026-03-03 11:00', '2026-03-03 09:00..12:00', true],
    ['2026-03-04 11:00', '2026-03-03 09:00..12:00', false],
    ['2026-03-04 11:00', '2026-03-03..2026-03-05', true],
  ])('%s in %s: %s', (time, range, expected) => {
    expect(isIn(time, range)).toBe(expected);
  });

  it.each(['..', 'a..b', '2026-03-03..2026-03-04..2026-03-05', '2026-02-30..'])('%j is no range', (text) => {
    expect(parseTimeRange(text)).toBeNull();
  });
});

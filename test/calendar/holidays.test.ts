import { describe, expect, it } from 'vitest';
import { holidayName, isHoliday } from '../../src/core/calendar/holidays.ts';
import { HOLIDAY_CODES } from '../../src/language/sequence/header/holiday-codes.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { sample } from '../support/rounds.ts';

const day = (date: string): number => Date.parse(date) / DAY;

describe('holidays', () => {
  it.each([
    ['a fixed day', 'FR', '2026-07-14', true],
    ['a day by Easter', 'FR', '2026-04-06', true],
    ['an ordinary day', 'FR', '2026-07-15', false],
    ['a day of one region', 'DE-BY', '2026-06-04', true],
    ['that day in another region', 'DE-BE', '2026-06-04', false],
    ['a day of observance only', 'FR', '2026-05-31', false],
    ['a substitute for a Sunday', 'US', '2027-07-05', true],
    ['the last day of a year', 'JP', '2026-12-31', false],
    ['the first day of a year', 'JP', '2027-01-01', true],
    // It begins on the evening before, and covers the noon of one day.
    ['a day that begins at sunset', 'IL', '2026-09-21', true],
    ['its evening before', 'IL', '2026-09-20', false],
  ])('%s', (_name, code, date, expected) => {
    expect(isHoliday(day(date), [code])).toBe(expected);
  });

  it('are none where none are named', () => {
    expect(isHoliday(day('2026-12-25'), undefined)).toBe(false);
    expect(isHoliday(day('2026-12-25'), [])).toBe(false);
  });

  it('are called by their name and code, of the first code that has one', () => {
    expect(holidayName(day('2026-12-25'), ['JP', 'DE', 'FR'])).toBe('1. Weihnachtstag (DE)');
    expect(holidayName(day('2026-12-23'), ['FR'])).toBeNull();
  });

  it('are known for every code that a sequence may name, and are few', () => {
    for (const code of sample([...HOLIDAY_CODES])) {
      const days = Array.from({ length: 365 }, (_, index) => day('2026-01-01') + index);
      const count = days.filter((one) => isHoliday(one, [code])).length;
      expect(count, code).toBeLessThan(60);
    }
  });

  it.each(['XX', 'DE-XX', 'de', '', 'DE-BY-X', 'constructor', 'DE-constructor'])('of %j are refused', (code) => {
    expect(() => isHoliday(day('2026-01-01'), [code])).toThrow(RangeError);
  });
});

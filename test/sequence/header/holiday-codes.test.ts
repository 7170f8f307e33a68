import Holidays from 'date-holidays';
import { describe, expect, it } from 'vitest';
import { HOLIDAY_CODES } from '../../../src/language/sequence/header/holiday-codes.ts';

describe('the codes of holidays', () => {
  it("are those that the calendar's library knows", () => {
    const library = new Holidays();
    const known = Object.keys(library.getCountries()).flatMap((country) => [
      country,
      ...Object.keys(library.getStates(country) ?? {}).map((region) => `${country}-${region}`),
    ]);
    expect([...HOLIDAY_CODES].sort()).toEqual(known.sort());
  });

  it('no country has a holiday in every week, so hours on one day a week are enough to send', () => {
    for (const country of Object.keys(new Holidays().getCountries())) {
      const days = new Holidays(country).getHolidays(2027).filter(({ type }) => type === 'public');
      for (let weekday = 0; weekday < 7; weekday++) {
        const count = days.filter(({ date }) => new Date(`${date.slice(0, 10)}T00:00Z`).getUTCDay() === weekday).length;
        expect(count).toBeLessThan(30);
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { createAccountCalendar } from '../../src/core/calendar/account-calendar.ts';
import { hasInMail, nextRenewal } from '../../src/core/calendar/inmail-stock.ts';

const MARCH = Date.parse('2026-03-31T20:30:00Z');
const APRIL = Date.parse('2026-04-01T08:00:00Z');
const MAY = Date.parse('2026-05-04T08:00:00Z');
const booked = (...times: number[]) =>
  createAccountCalendar(
    times.map((at, index) => ({
      ...{ step: `enr_${index}/inmail/1`, sequence: 's', limit_class: 'inmail' as const, at },
      ...{ local_day: '2026-04-01', local_week: '2026-03-30' },
    })),
  );

describe('the InMails of a seat', () => {
  it('that are left are still there in the next month, where nobody says how many come', () => {
    const stock = { left: 2, at: MARCH, per_month: null };
    expect(hasInMail(stock, booked(), APRIL)).toBe(true);
    expect(hasInMail(stock, booked(APRIL), MAY)).toBe(true);
    expect(hasInMail(stock, booked(APRIL, APRIL), MAY)).toBe(false);
    expect(hasInMail({ ...stock, left: 0 }, booked(), APRIL)).toBe(false);
  });

  it('grow by what comes on the first of a month, and are never promised twice', () => {
    const stock = { left: 0, at: MARCH, per_month: 1 };
    expect(hasInMail(stock, booked(), MARCH)).toBe(false);
    expect(hasInMail(stock, booked(), APRIL)).toBe(true);
    // The one that comes in April is booked for April already.
    expect(hasInMail(stock, booked(APRIL), APRIL)).toBe(false);
    expect(hasInMail(stock, booked(APRIL), MAY)).toBe(true);
    expect(nextRenewal(MARCH)).toBe(Date.parse('2026-04-01T00:00:00Z'));
  });
});

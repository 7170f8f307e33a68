import { describe, expect, it } from 'vitest';
import { type CapacityQuestion, capacityOf, capacityWeek } from '../../src/core/calendar/capacity.ts';
import type { Schedule } from '../../src/language/plan/plan.ts';
import { ACCOUNT } from './plain-slot.ts';

const office = [{ from: 540, to: 1080 }];
const schedule: Schedule = {
  timezone: 'Europe/Paris',
  fallback_timezone: 'Europe/Paris',
  hours: [office, office, office, office, office, [], []],
  spacing: null,
  holidays: ['FR'],
};
// Thursday, New Year's Eve, late in the evening in UTC: in Paris it is Friday already.
const from = Date.parse('2026-12-31T23:30:00Z');
const question = (more: Partial<CapacityQuestion> = {}): CapacityQuestion => ({
  account: { ...ACCOUNT, zone: 'Europe/Paris' },
  plans: [],
  classes: ['invite'],
  counts: [],
  from,
  days: 4,
  ...more,
});
const caps = (asked: CapacityQuestion) => capacityOf(asked).map(({ classes }) => classes.invite?.cap);

describe('the capacity of an account', () => {
  it("is given by days of the account's zone, with which of them are closed", () => {
    const days = capacityOf(question({ plans: [{ limits: {}, schedule }] }));
    expect(days.map(({ date, open }) => [date, open])).toEqual([
      ['2027-01-01', false],
      ['2027-01-02', false],
      ['2027-01-03', false],
      ['2027-01-04', true],
    ]);
    expect(capacityWeek({ zone: 'Europe/Paris' }, from)).toBe('2026-12-28');
  });

  it('is what is left of the week, over the turn of the year', () => {
    const invite = [
      { count: 5, per: 'day' as const },
      { count: 8, per: 'week' as const },
    ];
    const counts = [
      { limit_class: 'invite', local_day: '2026-12-29', used: 5, booked: 0 },
      { limit_class: 'invite', local_day: '2027-01-02', used: 0, booked: 1 },
      { limit_class: 'message', local_day: '2027-01-02', used: 9, booked: 9 },
    ] as const;
    expect(caps(question({ plans: [{ limits: { invite }, schedule }], counts }))).toEqual([2, 3, 2, 5]);
  });

  it("is the most that any sequence may send, never more than the network's profile", () => {
    const plans = [3, 7].map((count) => ({ limits: { invite: [{ count, per: 'day' as const }] }, schedule }));
    expect(caps(question({ plans }))).toEqual([7, 7, 7, 7]);
    const profile = { name: 'tier', caps: { invite: [{ count: 5, per: 'day' as const }] }, note_length: 200 };
    expect(caps(question({ plans, account: { ...ACCOUNT, profile } }))).toEqual([5, 5, 5, 5]);
    expect(caps(question())).toEqual([null, null, null, null]);
  });

  it('grows while the account warms up', () => {
    const plans = [{ limits: {}, schedule, warm_up: { start: 2, grow: 3 } }];
    expect(caps(question({ plans }))).toEqual([2, 5, 8, 11]);
    const first_send_at = Date.parse('2026-12-30T12:00:00Z');
    expect(caps(question({ plans, account: { ...ACCOUNT, zone: 'Europe/Paris', first_send_at } }))).toEqual([
      8, 11, 14, 17,
    ]);
  });

  it('is the sum of the credits, which each sequence has for itself', () => {
    const plans = [30, 20].map((count) => ({ limits: { credits: [{ count, per: 'day' as const }] }, schedule }));
    const [first] = capacityOf(question({ plans, classes: ['credits'] }));
    expect(first?.classes.credits).toEqual({
      ...{ cap: 50, used: 0, booked: 0, limited_by: 'its sequences together' },
    });
  });

  it('says which limit it is, that of the sequence that may send most', () => {
    const limits = (asked: CapacityQuestion) => capacityOf(asked).map(({ classes }) => classes.invite?.limited_by);
    const invite = [
      { count: 3, per: 'day' as const },
      { count: 4, per: 'week' as const },
    ];
    const plans = [{ limits: { invite }, schedule }];
    const counts = [{ limit_class: 'invite', local_day: '2027-01-01', used: 2, booked: 0 }] as const;
    expect(limits(question({ plans, counts }))).toEqual([
      'the invitations a day of its sequence',
      ...Array(2).fill('what is left of the invitations a week of its sequence'),
      'the invitations a day of its sequence',
    ]);
    const profile = { name: 'tier', caps: { invite: [{ count: 2, per: 'day' as const }] }, note_length: 200 };
    expect(limits(question({ plans, account: { ...ACCOUNT, profile } }))[0]).toBe('what tier tolerates a day');
    expect(limits(question())).toEqual(Array(4).fill(undefined));
    const emails = question({
      classes: ['email'],
      account: { ...ACCOUNT, daily_limit: 9, elsewhere: { local_day: '2027-01-01', count: 4 } },
    });
    expect(capacityOf({ ...emails, from: Date.parse('2027-01-01T12:00:00Z') })[0]?.classes.email).toMatchObject({
      ...{ cap: 5, limited_by: "the mailbox's own limit, less 4 sent by other tools" },
    });
  });
});

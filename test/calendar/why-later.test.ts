import { describe, expect, it } from 'vitest';
import { createAccountCalendar } from '../../src/core/calendar/account-calendar.ts';
import type { AccountRules } from '../../src/core/calendar/caps.ts';
import { findSlot, type SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { whyLater } from '../../src/core/calendar/why-later.ts';
import type { Plan, Schedule } from '../../src/language/plan/plan.ts';
import { ACCOUNT, bookedSlotAt } from './plain-slot.ts';

const office = [{ from: 540, to: 1080 }];
const OFFICE: Schedule = {
  timezone: 'Europe/Paris',
  fallback_timezone: 'Europe/Paris',
  hours: [office, office, office, office, office, [], []],
  spacing: null,
};

interface Case {
  readonly schedule?: Partial<Schedule>;
  readonly limits?: Plan['limits'];
  readonly warm_up?: Plan['warm_up'];
  readonly account?: Partial<AccountRules>;
  readonly limit_class?: SlotQuestion['limit_class'];
  readonly credits?: number;
  readonly emails_per_domain?: Plan['emails_per_domain'];
  readonly domain?: string;
  /** Places of the class, as times in UTC. */
  readonly taken?: readonly string[];
  readonly now: string;
  /** From when a place was looked for, where not from now on. */
  readonly after?: string;
}

function why(asked: Case) {
  const { schedule, limits = {}, warm_up, emails_per_domain, account, taken = [], now, after = now, ...more } = asked;
  const question: SlotQuestion = {
    step: 'enr/invite/1',
    sequence: 's',
    plan: {
      limits,
      schedule: { ...OFFICE, ...schedule },
      ...(warm_up ? { warm_up } : {}),
      ...(emails_per_domain ? { emails_per_domain } : {}),
    },
    account: { ...ACCOUNT, zone: 'Europe/Paris', ...account },
    zone: 'Europe/Paris',
    limit_class: 'invite',
    credits: 0,
    ...more,
  };
  const list = question.limit_class ?? 'credits';
  const book = createAccountCalendar(
    taken.map((at, index) => ({
      ...bookedSlotAt(`t${index}`, list, Date.parse(at), 'Europe/Paris'),
      ...(more.domain ? { domain: more.domain } : {}),
    })),
  );
  const at = Date.parse(now);
  const place = findSlot(question, book, Date.parse(after));
  if (!place) throw new Error('no place');
  return whyLater(question, book, at, place);
}

describe('why a step is later', () => {
  it('is the cap of today, with how much of it is used', () => {
    const invite = [{ count: 2, per: 'day' as const }];
    const taken = ['2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z'];
    expect(why({ limits: { invite }, taken, now: '2026-01-05T10:00:00Z' })).toEqual({
      constraint: 'day_cap',
      text: '2 of 2 invitations of Anna used today',
      limit_class: 'invite',
      count: 2,
      used: 2,
      per: 'day',
    });
    expect(why({ limits: { invite }, taken, now: '2026-01-05T08:30:00Z' }).text).toBe(
      '2 of 2 invitations of Anna used or booked today',
    );
  });

  it('is what the domain of a mail has had', () => {
    const asked: Case = {
      limit_class: 'email',
      domain: 'acme.com',
      emails_per_domain: [{ count: 2, per: 'day' }],
      taken: ['2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z'],
      now: '2026-01-05T10:00:00Z',
    };
    expect(why(asked)).toEqual({
      constraint: 'domain_cap',
      text: '2 of 2 emails of Anna to acme.com used today',
      limit_class: 'email',
      ...{ count: 2, used: 2, per: 'day' },
    });
    // The mailbox's whole day goes first: no other domain would do either.
    expect(why({ ...asked, limits: { email: [{ count: 2, per: 'day' }] } }).constraint).toBe('day_cap');
  });

  it('is the cap of the week, over the turn of the year', () => {
    const invite = [{ count: 2, per: 'week' as const }];
    const taken = ['2025-12-29T09:00:00Z', '2026-01-01T09:00:00Z'];
    expect(why({ limits: { invite }, taken, now: '2026-01-02T10:00:00Z' })).toMatchObject({
      constraint: 'week_cap',
      text: '2 of 2 invitations of Anna used this week',
    });
  });

  it('is the cap of the week where today is full too, but another day of the week would not do', () => {
    const invite = [
      { count: 2, per: 'day' as const },
      { count: 3, per: 'week' as const },
    ];
    const taken = ['2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z', '2026-01-06T09:00:00Z'];
    expect(why({ limits: { invite }, taken, now: '2026-01-05T10:00:00Z' })).toMatchObject({
      constraint: 'week_cap',
      text: '3 of 3 invitations of Anna used or booked this week',
    });
    expect(why({ limits: { invite }, taken: taken.slice(0, 2), now: '2026-01-05T10:00:00Z' })).toMatchObject({
      constraint: 'day_cap',
    });
  });

  it('is the hours or the holiday that is now', () => {
    expect(why({ now: '2026-01-05T20:00:00Z' })).toEqual({ constraint: 'hours', text: 'outside the working hours' });
    expect(why({ schedule: { holidays: ['FR'] }, now: '2026-07-14T10:00:00Z' })).toEqual({
      constraint: 'holiday',
      text: 'Fête Nationale de la France (FR) is a holiday, on which nothing is sent',
    });
  });

  it('is what fills the next opening, where the night alone does not explain the slot', () => {
    const taken = ['2026-01-06T08:00:00Z'];
    const limits = { invite: [{ count: 1, per: 'day' as const }] };
    expect(why({ limits, taken, now: '2026-01-05T20:00:00Z' })).toMatchObject({
      constraint: 'day_cap',
      text: '1 of 1 invitations of Anna used or booked on 2026-01-06',
    });
  });

  it('is midnight, where nothing else keeps it from going out', () => {
    const around = { now: '2026-01-05T22:59:55Z', after: '2026-01-05T23:00:05Z' };
    expect(why({ schedule: { hours: null }, ...around })).toEqual({
      constraint: 'day_end',
      text: 'too close to midnight for Anna, so it goes out early on the next day',
    });
  });

  it('is the distance to other sends', () => {
    const spacing = { min: 600_000, max: 600_000 };
    expect(why({ schedule: { spacing }, taken: ['2026-01-05T09:55:00Z'], now: '2026-01-05T10:00:00Z' })).toEqual({
      constraint: 'spacing',
      text: 'keeps the spacing to other sends of Anna',
    });
  });

  it("is the warm-up, the mailbox's own limit or the network's, whichever is lowest", () => {
    const now = '2026-01-05T10:00:00Z';
    const taken = ['2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z'];
    const limits = { invite: [{ count: 9, per: 'day' as const }], email: [{ count: 9, per: 'day' as const }] };
    expect(why({ limits, warm_up: { start: 2, grow: 1 }, taken, now })).toMatchObject({
      constraint: 'warm_up',
      text: '2 of 2 invitations of Anna used today, while the account warms up',
      count: 2,
    });
    expect(why({ limits, account: { daily_limit: 2 }, limit_class: 'email', taken, now })).toMatchObject({
      constraint: 'mailbox',
      text: "2 of 2 emails of Anna used today, the mailbox's own limit",
    });
    const profile = {
      name: 'professional-free',
      caps: { invite: [{ count: 2, per: 'week' as const }] },
      note_length: 200,
    };
    expect(why({ limits, account: { profile }, taken, now })).toMatchObject({
      constraint: 'profile',
      text: '2 of 2 invitations of Anna used this week, the most that professional-free tolerates',
    });
  });

  it("is the sequence's credits, of steps without a class too", () => {
    const limits = { credits: [{ count: 1, per: 'day' as const }] };
    const now = '2026-01-05T10:00:00Z';
    expect(why({ limits, limit_class: null, credits: 1, taken: ['2026-01-05T08:00:00Z'], now })).toMatchObject({
      constraint: 'credits',
      text: '1 of 1 credits of Anna used today',
    });
    const two = { credits: [{ count: 3, per: 'day' as const }] };
    const taken = ['2026-01-05T08:00:00Z', '2026-01-05T08:00:00Z'];
    expect(why({ limits: two, limit_class: null, credits: 2, taken, now })).toMatchObject({
      constraint: 'credits',
      text: '2 of 3 credits of Anna used today, 2 needed',
    });
  });
});

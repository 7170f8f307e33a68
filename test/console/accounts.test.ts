import { describe, expect, it } from 'vitest';
import { guardrailInWords, shareOf, toneOfHealth } from '../../src/app/console/accounts/account-words.ts';
import { cellPlaceOf, withoutCell } from '../../src/app/console/accounts/calendar/cell-place.ts';
import { freeOf, limitsOf, sayCell, splitOf } from '../../src/app/console/accounts/calendar/cell-words.ts';

const CELL = { cap: 20, used: 3, booked: 9, limited_by: 'its warm-up' };
const AT = { date: '2026-03-02', limit: 'invite' } as const;

describe('a day of an account', () => {
  it('says what is sent, booked and free, whose first contacts they are, and what limits it', () => {
    const firsts = [
      { date: '2026-03-02', limit_class: 'invite', used: 2, booked: 3 },
      { date: '2026-03-03', limit_class: 'invite', used: 7, booked: 0 },
    ] as const;
    const split = splitOf(CELL, [...firsts], AT);
    expect(split).toEqual({ first: 5, later: 7 });
    expect(sayCell(CELL, 'invite', split)).toBe(
      '3 invitations sent, 9 booked: 5 first contacts, 7 follow-ups; 8 free of 20 (its warm-up)',
    );
    expect(splitOf(CELL, [...firsts], { ...AT, limit: 'visit' })).toBeNull();
  });

  it('has nothing free where more is booked than it may, and no end where nothing limits it', () => {
    expect(freeOf({ ...CELL, cap: 4 })).toBe(0);
    expect(sayCell({ cap: null, used: 0, booked: 0 }, 'visit', null)).toBe(
      '0 visits sent, 0 booked; nothing limits them',
    );
  });

  it('leaves out limits of which there is nothing to see', () => {
    const days = [
      { date: '2026-03-02', open: true, classes: { email: CELL, visit: { cap: null, used: 0, booked: 0 } } },
    ];
    expect(limitsOf({ timezone: 'UTC', days, first_contacts: [], inmails: null, campaigns: [] })).toEqual(['email']);
  });

  it('stands in the address, which may say nonsense', () => {
    const place = { account: 'acc_1', limit: 'invite', date: '2026-03-02' };
    expect(cellPlaceOf(place)).toEqual(place);
    expect(cellPlaceOf({ ...place, limit: 'everything' })).toBeNull();
    expect(cellPlaceOf({ ...place, date: 'today' })).toBeNull();
    expect(withoutCell({ ...place, view: 'calendar' })).toEqual({ view: 'calendar' });
  });
});

describe('the health of a mailbox', () => {
  const pauses_at = { days: 7, at_least: 20, bounces: 0.05, complaints: 0.001 };
  const health = { since: null, sends: 1000, bounces: 0, complaints: 0, pauses_at };

  it('is judged by what pauses it', () => {
    expect(toneOfHealth(health)).toBe('plain');
    expect(toneOfHealth({ ...health, bounces: 25 })).toBe('warn');
    expect(toneOfHealth({ ...health, complaints: 1 })).toBe('bad');
    expect(toneOfHealth({ ...health, sends: 0 })).toBe('plain');
    expect(guardrailInWords(health)).toBe(
      'It pauses by itself when, of at least 20 mails in 7 days, 5.0 % bounce or 0.1 % are complained about.',
    );
    expect([shareOf(12, 1000), shareOf(0, 0)]).toEqual(['1.2 %', '']);
  });
});

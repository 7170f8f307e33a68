import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { createAccountSlots } from '../../src/core/simulate/accounts/account-slots.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';
import { ACCOUNT } from './plain-slot.ts';

const ZONES = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Pacific/Kiritimati'];
const TURNS = {
  'clocks go forward in Paris': '2026-03-29',
  'clocks go back in Paris': '2026-10-25',
  'clocks go forward in New York': '2026-03-08',
  'clocks go back in New York': '2026-11-01',
  'clocks go back half an hour on Lord Howe': '2026-04-05',
  'clocks go forward half an hour on Lord Howe': '2026-10-04',
  'the year ends': '2026-12-31',
  'a leap day': '2028-02-29',
};

/** As the platform's own calendar tells it, not ours. */
function clockAt(at: number, zone: string): { readonly day: string; readonly minute: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

const asked = fc.record({
  accountZone: fc.constantFrom(...ZONES),
  leadZones: fc.array(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 }),
  hours: fc.constantFrom({ from: 0, to: 24 * 60 }, { from: 9 * 60, to: 18 * 60 }, { from: 60, to: 3 * 60 }),
  cap: fc.integer({ min: 1, max: 5 }),
  gap: fc.constantFrom(0, 7 * MINUTE, 40 * MINUTE),
  people: fc.integer({ min: 1, max: 25 }),
  starts: fc.integer({ min: -30 * 60, max: 30 * 60 }),
});

describe('around the day on which', () => {
  it.each(Object.entries(TURNS))('%s, caps, hours and distances hold to the minute', (_, turn) => {
    fc.assert(
      fc.property(asked, ({ accountZone, leadZones, hours, cap, gap, people, starts }) => {
        const account = { ...ACCOUNT, zone: accountZone };
        const places = createAccountSlots(account, 10_000);
        const week = Array.from({ length: 7 }, () => [hours]);
        const now = Date.parse(`${turn}T12:00:00Z`) + starts * MINUTE;
        const zones = new Map<string, string>();
        for (let person = 0; person < people; person++) {
          const zone = leadZones[person % leadZones.length] ?? 'UTC';
          const question: SlotQuestion = {
            step: `enr_${person}/invite/1`,
            sequence: 's',
            campaign: `c${person % 2}`,
            urgent: person % 7 === 6,
            plan: {
              limits: { invite: [{ count: cap, per: 'day' }] },
              schedule: {
                timezone: 'lead',
                fallback_timezone: 'UTC',
                hours: week,
                spacing: gap === 0 ? null : { min: gap, max: gap + 5 * MINUTE },
              },
            },
            account,
            zone,
            limit_class: 'invite',
            credits: 0,
          };
          zones.set(question.step, zone);
          expect(places.book(question, person, now)).not.toBe('never');
        }
        const records = places.records().sort((a, b) => a.at - b.at);
        expect(records).toHaveLength(people);
        const perDay = new Map<string, number>();
        for (const { step, at, local_day } of records) {
          const { day } = clockAt(at, accountZone);
          expect(local_day).toBe(day);
          perDay.set(day, (perDay.get(day) ?? 0) + 1);
          const { minute } = clockAt(at, zones.get(step) ?? 'UTC');
          expect(minute >= hours.from && minute < hours.to).toBe(true);
          expect(at).toBeGreaterThanOrEqual(now);
        }
        expect(Math.max(...perDay.values())).toBeLessThanOrEqual(cap);
        for (const [index, { at }] of records.slice(1).entries()) {
          expect(at - (records[index]?.at ?? 0)).toBeGreaterThanOrEqual(gap);
        }
      }),
      { numRuns: rounds(60) },
    );
  });

  it('a slot in the last moments of a day is not taken, for the call might count for the next', () => {
    for (const zone of ZONES) {
      const account = { ...ACCOUNT, zone };
      for (const turn of Object.values(TURNS)) {
        // Local midnight that begins the day, found without our own calendar.
        let midnight = Date.parse(`${turn}T00:00:00Z`) - DAY;
        while (clockAt(midnight, zone).day < turn) midnight += 30 * MINUTE;
        const places = createAccountSlots(account, 10_000);
        const question: SlotQuestion = {
          ...{ step: 'enr/invite/1', sequence: 's', account, zone, limit_class: 'invite', credits: 0 },
          plan: {
            limits: { invite: [{ count: 1, per: 'day' }] },
            schedule: { timezone: zone, fallback_timezone: zone, hours: null, spacing: null },
          },
        };
        expect(places.book(question, 0, midnight - 5_000)).toBe(midnight + 5_000);
        expect(clockAt(midnight + 5_000, zone).day).toBe(turn);
        expect(places.book({ ...question, step: 'other/invite/1' }, 1, midnight + HOUR)).toBeGreaterThanOrEqual(
          midnight + 22 * HOUR,
        );
      }
    }
  });
});

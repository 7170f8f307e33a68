import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { sharesOf } from '../../src/core/calendar/take-over.ts';
import { type AccountSlots, createAccountSlots } from '../../src/core/simulate/accounts/account-slots.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { ACCOUNT } from './plain-slot.ts';

const MONDAY = Date.parse('2026-03-02T08:00:00Z');
const office = [{ from: 540, to: 1080 }];
const ALWAYS = { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: null } as const;
const OFFICE = {
  ...ALWAYS,
  hours: [office, office, office, office, office, [], []],
  spacing: { min: MINUTE, max: 9 * MINUTE },
};

interface Group {
  readonly campaign: string;
  readonly weight?: number;
  readonly urgent?: boolean;
}

function asking(places: AccountSlots, rules: Partial<Plan>) {
  let people = 0;
  const plan = { limits: {}, schedule: ALWAYS, ...rules };
  return (group: Group, now: number): string => {
    const enrollment = people++;
    const step = `${group.campaign}-${enrollment}/invite/1`;
    const question: SlotQuestion = {
      ...{ step, sequence: 's', plan, account: ACCOUNT, zone: 'UTC', limit_class: 'invite', credits: 0 },
      ...group,
    };
    expect(places.book(question, enrollment, now)).not.toBe('never');
    return step;
  };
}

/** Places by day: how many of each campaign. */
function byDay(places: AccountSlots): Map<string, Record<string, number>> {
  const days = new Map<string, Record<string, number>>();
  for (const { local_day, step } of places.records().sort((a, b) => a.at - b.at)) {
    const day = days.get(local_day) ?? {};
    const campaign = step.slice(0, step.indexOf('-'));
    day[campaign] = (day[campaign] ?? 0) + 1;
    days.set(local_day, day);
  }
  return days;
}

const perDay = (count: number): Partial<Plan> => ({ limits: { invite: [{ count, per: 'day' }] } });
const perWeek = (count: number): Partial<Plan> => ({ limits: { invite: [{ count, per: 'week' }] } });

function fill(rules: Partial<Plan>, count: number, group: Group, now = MONDAY) {
  const places = createAccountSlots(ACCOUNT, 10_000);
  const ask = asking(places, rules);
  const steps = Array.from({ length: count }, () => ask(group, now));
  return { places, ask, steps };
}

const totals = (days: Iterable<Record<string, number>>) =>
  [...days].map((day) => Object.values(day).reduce((sum, one) => sum + one, 0));

describe('an account that several campaigns share', () => {
  it('gives half of each day to the one that comes later, from the next day on', () => {
    const { places, ask } = fill(perDay(20), 2_000, { campaign: 'a' });
    for (let index = 0; index < 400; index++) ask({ campaign: 'b' }, MONDAY + HOUR);
    const days = [...byDay(places).values()];
    expect(days.slice(1, 41)).toEqual(Array.from({ length: 40 }, () => ({ a: 10, b: 10 })));
    expect(days[60]).toEqual({ a: 20 });
    expect(new Set(totals(days.slice(0, -1)))).toEqual(new Set([20]));
  });

  it('gives three times as many to three times the weight', () => {
    const { places, ask } = fill(perDay(20), 2_000, { campaign: 'a', weight: 3 });
    for (let index = 0; index < 100; index++) ask({ campaign: 'b', weight: 1 }, MONDAY + HOUR);
    expect([...byDay(places).values()].slice(1, 21)).toEqual(Array.from({ length: 20 }, () => ({ a: 15, b: 5 })));
  });

  it('gives one slot a day to each in turn', () => {
    const { places, ask } = fill(perDay(1), 60, { campaign: 'a', weight: 2 });
    for (let index = 0; index < 10; index++) ask({ campaign: 'b' }, MONDAY + HOUR);
    const days = [...byDay(places).values()].slice(1, 31);
    expect(days.filter(({ b }) => b === 1)).toHaveLength(10);
    for (let index = 0; index < 30; index += 3) {
      expect(days.slice(index, index + 3).filter(({ b }) => b === 1)).toHaveLength(1);
    }
  });

  it('shares the slots of a week where only the week is limited', () => {
    const { places, ask } = fill(perWeek(40), 400, { campaign: 'a' });
    for (let index = 0; index < 100; index++) ask({ campaign: 'b' }, MONDAY + HOUR);
    const weeks = new Map<number, Record<string, number>>();
    for (const [day, counts] of byDay(places)) {
      const week = Math.floor((Date.parse(day) / DAY + 3) / 7);
      const sum = weeks.get(week) ?? {};
      for (const [campaign, count] of Object.entries(counts)) sum[campaign] = (sum[campaign] ?? 0) + count;
      weeks.set(week, sum);
    }
    const [first, ...next] = [...weeks.values()];
    // The first week went out at once, before the other came.
    expect(first).toEqual({ a: 40 });
    expect(next.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ a: 20, b: 20 })));
  });

  it('shares what hours and distances leave where nothing is counted', () => {
    const schedule = { ...OFFICE, spacing: { min: 4 * MINUTE, max: 5 * MINUTE } };
    const { places, ask } = fill({ schedule }, 1_000, { campaign: 'a' });
    for (let index = 0; index < 200; index++) ask({ campaign: 'b' }, MONDAY + HOUR);
    const days = [...byDay(places).values()].slice(0, 3);
    for (const { a = 0, b = 0 } of days) expect(Math.abs(a - b) / (a + b)).toBeLessThan(0.25);
  });

  it('gives all to the one that is left', () => {
    const { places, ask } = fill(perDay(20), 200, { campaign: 'a' });
    const later = Array.from({ length: 60 }, () => ask({ campaign: 'b' }, MONDAY + HOUR));
    for (const step of later) places.pull(places.free(step), MONDAY + HOUR);
    const days = [...byDay(places).values()];
    expect(days).toEqual(Array.from({ length: 10 }, () => ({ a: 20 })));
  });

  it('keeps no slot empty for anybody, and exceeds no cap, whoever comes when', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(
          fc.record({
            campaign: fc.constantFrom('a', 'b', 'c'),
            weight: fc.integer({ min: 1, max: 4 }),
            urgent: fc.boolean(),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        (cap, people) => {
          const places = createAccountSlots(ACCOUNT, 10_000);
          const ask = asking(places, perDay(cap));
          for (const person of people) ask(person, MONDAY);
          const counts = totals(byDay(places).values());
          expect(counts.slice(0, -1).every((count) => count === cap)).toBe(true);
          expect(counts.at(-1)).toBeLessThanOrEqual(cap);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(people.length);
        },
      ),
    );
  });

  it('deals exactly by weight over many turns', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        weights,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 50_000 }),
        (given, places, from) => {
          const groups = given.map((weight, index) => ({ group: `g${index}`, weight }));
          const total = given.reduce((sum, weight) => sum + weight, 0);
          const got = new Map<string, number>();
          for (let turn = from; turn < from + total; turn++) {
            for (const [group, count] of sharesOf(groups, places, turn)) got.set(group, (got.get(group) ?? 0) + count);
          }
          expect([...got]).toEqual(groups.map(({ group, weight }) => [group, weight * places]));
        },
      ),
    );
  });
});

describe('a step that answers a person', () => {
  it('takes the slot of the last new contact of the day, which gets its next free one', () => {
    const rules = { schedule: OFFICE, ...perDay(5) };
    const { places, ask, steps } = fill(rules, 12, { campaign: 'a' }, MONDAY - 12 * HOUR);
    const before = new Map(places.records().map(({ step, at }) => [step, at]));
    const answer = ask({ campaign: 'a', urgent: true }, MONDAY + HOUR / 2);
    const after = new Map(places.records().map((record) => [record.step, record]));
    expect(after.get(answer)?.local_day).toBe('2026-03-02');
    const [, , , , last = ''] = steps;
    expect(after.get(last)?.local_day).toBe('2026-03-04');
    expect(places.takeMoved()).toEqual([4]);
    // Nobody else was moved, and all keep their distance.
    for (const step of steps) if (step !== last) expect(after.get(step)?.at).toBe(before.get(step));
    const times = [...after.values()].map(({ at }) => at).sort((a, b) => a - b);
    expect(Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThanOrEqual(MINUTE);
  });

  it('waits for the next day when all of this one are used, and never takes from another answer', () => {
    const { places, ask } = fill(perDay(2), 2, { campaign: 'a' });
    const first = [ask({ campaign: 'a', urgent: true }, MONDAY), ask({ campaign: 'a', urgent: true }, MONDAY)];
    const third = ask({ campaign: 'a', urgent: true }, MONDAY);
    const days = new Map(places.records().map(({ step, local_day }) => [step, local_day]));
    expect(first.map((step) => days.get(step))).toEqual(['2026-03-03', '2026-03-03']);
    expect(days.get(third)).toBe('2026-03-04');
  });
});

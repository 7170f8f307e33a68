import { describe, expect, it } from 'vitest';
import { forecastCampaign } from '../../../src/core/simulate/forecast/forecast-campaign.ts';
import type { Delay } from '../../../src/core/simulate/people/delay.ts';
import { foreseeAcceptance, foreseeReply, type PersonSoFar } from '../../../src/core/simulate/people/people-so-far.ts';
import { createRandom } from '../../../src/core/simulate/people/random.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { DAY } from '../../../src/shared/kit/duration.ts';

const NOBODY_ASKED: PersonSoFar = { invited_for: null, accepted_after: null, sent_for: [], replied: null };
const AROUND = { kind: 'around', mean: 2 * DAY } as const;

/** The share of a thousand draws in which it still happens, the earliest of them and their mean. */
function drawn(person: PersonSoFar, delay: Delay = AROUND) {
  const random = createRandom('drawn');
  const after = Array.from({ length: 1000 }, () => foreseeAcceptance(person, 0.5, delay, random)).flatMap((found) =>
    found.is === 'after' ? [found.ms] : [],
  );
  const mean = after.reduce((sum, ms) => sum + ms, 0) / after.length;
  return { share: after.length / 1000, earliest: Math.min(...after), mean };
}

describe('whether somebody accepts', () => {
  it('is what they have done', () => {
    const person = { ...NOBODY_ASKED, invited_for: 3 * DAY, accepted_after: DAY };
    expect(foreseeAcceptance(person, 0, AROUND, Math.random)).toEqual({ is: 'after', ms: DAY });
  });

  it('is likely no more the longer they have not, and never comes before now', () => {
    const soon = drawn({ ...NOBODY_ASKED, invited_for: 0 });
    const late = drawn({ ...NOBODY_ASKED, invited_for: 4 * DAY });
    expect(soon.share).toBeGreaterThan(0.45);
    // Half of half, times e to the minus two, of those who are left.
    expect(late.share).toBeGreaterThan(0.08);
    expect(late.share).toBeLessThan(0.16);
    expect(late.earliest).toBeGreaterThanOrEqual(4 * DAY);
  });

  it('is known of nobody who was not invited', () => {
    expect(foreseeAcceptance(NOBODY_ASKED, 0.5, AROUND, Math.random)).toEqual({ is: 'drawn' });
  });

  it('is out of the question once it takes nobody so long', () => {
    const invited = (days: number) => ({ ...NOBODY_ASKED, invited_for: days * DAY });
    const between = { kind: 'between', min: DAY, max: 3 * DAY } as const;
    // Half of the delays are left: a quarter of all people against the half who never do it.
    const [some, none] = [drawn(invited(2), between), drawn(invited(3), between).share];
    expect(some.share).toBeGreaterThan(0.28);
    expect(some.share).toBeLessThan(0.39);
    expect(some.earliest).toBeLessThan(2.02 * DAY);
    expect(some.mean).toBeGreaterThan(2.4 * DAY);
    expect(some.mean).toBeLessThan(2.6 * DAY);
    expect(none).toBe(0);
    expect(drawn(invited(2), { kind: 'fixed', ms: DAY }).share).toBe(0);
  });
});

describe('whether somebody replies', () => {
  const of = (person: PersonSoFar, send: number) =>
    foreseeReply(person, { send, rate: 1, after: AROUND, random: createRandom('reply') });

  it('is known of what they were sent before the last', () => {
    const person = { ...NOBODY_ASKED, sent_for: [5 * DAY, DAY] };
    expect(of(person, 0)).toEqual({ is: 'never' });
    expect(of(person, 1)).toMatchObject({ is: 'after' });
    expect(of(person, 2)).toEqual({ is: 'drawn' });
  });

  it('is known of the send that they have replied to', () => {
    const person = { ...NOBODY_ASKED, sent_for: [5 * DAY, DAY], replied: { send: 1, after: 300 } };
    expect([of(person, 0), of(person, 1)]).toEqual([{ is: 'never' }, { is: 'after', ms: 300 }]);
  });
});

const compiled = compileSequence(`sequence: known
limits: { invites: 2/day }
stop_on: [reply]
steps:
  - invite: "Hi"
  - wait_for: accepted_invitation
    within: 20 days
    then: [{ message: "Thanks" }, { wait: 10 days }]
    else: [{ end: no_answer }]
  - end: done
`);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
const { plan } = compiled;

describe('a simulation with people who are real', () => {
  const person = (n: number, so_far: PersonSoFar | null) => ({ id: `lead_${n}`, so_far });

  it('lets them do what they have done, whatever the rates say', () => {
    const people = [
      person(1, { invited_for: 9 * DAY, accepted_after: DAY, sent_for: [8 * DAY], replied: { send: 0, after: DAY } }),
      person(2, { invited_for: 9 * DAY, accepted_after: DAY, sent_for: [8 * DAY], replied: null }),
      person(3, null),
    ];
    const { outcomes } = simulate({ plans: [plan], leads: 3, days: 60, seed: 1, people });
    expect(outcomes.replied).toBeGreaterThanOrEqual(1);
    const nobody = simulate({ plans: [plan], leads: 2, days: 60, seed: 1, people: people.slice(0, 2) });
    expect(nobody.outcomes).toEqual({ replied: 1, done: 1 });
  });

  it('forecasts the end of a campaign from where its people stand', () => {
    const forecastOf = (accepted_after: number | null) =>
      forecastCampaign({
        ...{ plan, leads: 4, finished: 0, start: '2026-01-05', days_gone: 12, seed: 'known' },
        observed: { accept: { of: 4, did: 4, took: { mean: DAY, people: 4 } } },
        people: Array.from({ length: 4 }, (_, n) => ({
          id: `lead_${n}`,
          so_far: {
            ...NOBODY_ASKED,
            invited_for: 11 * DAY,
            accepted_after,
            sent_for: accepted_after ? [10 * DAY] : [],
          },
        })),
      }).end;
    // Who accepted after a day is through ten days later; who has not for eleven days hardly will, and is waited for.
    expect(forecastOf(DAY).median).toBe('2026-01-17');
    expect(forecastOf(null).median).toBe('2026-01-26');
  });

  it('says no day alone while somebody may still do one thing or another, though the end hangs on none of them', () => {
    const either = compileSequence(`sequence: either
limits: { invites: 2/day }
steps:
  - invite: "Hi"
  - wait_for: accepted_invitation
    within: 5 days
    then: [{ end: accepted }]
    else: [{ end: silent }]
`);
    if (!either.ok) throw new Error(JSON.stringify(either.diagnostics));
    const late = { ...NOBODY_ASKED, invited_for: 5 * DAY, accepted_after: 4.5 * DAY };
    const forecastOf = (first: PersonSoFar | null) =>
      forecastCampaign({
        ...{ plan: either.plan, leads: 3, finished: 0, start: '2026-01-05', days_gone: 5, seed: 'either' },
        observed: {},
        // Two are invited on Monday, and the third, who ends last, on Tuesday.
        people: [person(1, first), person(2, { ...late, accepted_after: DAY }), person(3, late)],
      }).end;
    expect(forecastOf({ ...late, accepted_after: DAY })).toEqual({
      ...{ low: '2026-01-10', median: '2026-01-10', high: '2026-01-10' },
    });
    expect(forecastOf(null)).toEqual({ low: '2026-01-10', median: '2026-01-10', high: '2026-01-11' });
  });
});

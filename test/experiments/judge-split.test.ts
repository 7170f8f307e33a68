import { describe, expect, it } from 'vitest';
import type { ArmPerson } from '../../src/core/experiments/arm-person.ts';
import { judgeSplit, type SplitQuestion } from '../../src/core/experiments/judge-split.ts';
import { sayComparison, sayGuard } from '../../src/core/experiments/say-comparison.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';
import { drawEqualArms } from './draw-campaign.ts';
import { packArms } from './pack-arms.ts';

const ARMS = ['long', 'short', 'shorter'];
const NOW = 100 * DAY;
const armsOf = (names: readonly string[]) => names.map((name) => ({ name, weight: 1 }));

/** Two hundred people of each arm; each `every`th replies, and each `leaves`th of the second arm unsubscribes. */
const people = ({ leaves = 1000 } = {}): ArmPerson[] =>
  Array.from({ length: 400 }, (_, n): ArmPerson => {
    const [arm, turn, at] = [n % 2 === 0 ? 'long' : 'short', Math.floor(n / 2), n];
    const replied_at = turn % (arm === 'long' ? 20 : 4) === 0 ? at + DAY : null;
    const unsubscribed_at = arm === 'short' && turn % leaves === 1 ? at + DAY : null;
    return {
      ...{ arm, entered_at: at, contacted_at: at, accepted_at: null, replied_at, positive_at: null },
      ...{ unsubscribed_at, bounced_at: null },
    };
  });

const judge = (given: readonly ArmPerson[], more: Partial<Omit<SplitQuestion, 'people' | 'now'>> = {}) => {
  const { arms = armsOf(['long', 'short']) } = more;
  return judgeSplit({ arms, people: packArms(arms, given, { window: 14 * DAY, now: NOW }), now: NOW, ...more });
};

describe('arms that are held against each other', () => {
  it('are called different, by any metric or arm, in one of twenty campaigns at most where they are equal', () => {
    const random = createRandom('family');
    const campaigns = rounds(250);
    const size = { counts: [{ at: 0, people: 450 }], left: [] };
    let [called, guarded] = [0, 0];
    for (let n = 0; n < campaigns; n++) {
      const found = judge(drawEqualArms(random, ARMS, 150), { arms: armsOf(ARMS), size });
      if (found.comparisons.some(({ more }) => more !== null)) called++;
      if (found.guards.some(({ more }) => more !== null)) guarded++;
    }
    // Of so few campaigns chance makes a few more.
    const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / campaigns);
    expect(called / campaigns).toBeLessThanOrEqual(most);
    expect(guarded / campaigns).toBeLessThanOrEqual(most);
  });

  it('share the chance to be wrong: most of it is for what is looked at first', () => {
    const { comparisons, guards } = judge(drawEqualArms(createRandom('shares'), ARMS, 20), { arms: armsOf(ARMS) });
    const risk = (all: readonly { readonly risk: number }[]) => all.reduce((sum, one) => sum + one.risk, 0);
    expect(risk(comparisons)).toBeCloseTo(0.05, 10);
    expect(risk(guards)).toBeCloseTo(0.05, 10);
    expect(comparisons.map(({ metric }) => metric)).toEqual(
      ['positive', 'replied', 'accepted'].flatMap((metric) => [metric, metric]),
    );
    expect(comparisons[0]?.risk).toBeCloseTo(0.85 * 0.025, 10);
    const first = judge(people(), { first: 'accepted' }).comparisons.map(({ metric }) => metric);
    expect(first).toEqual(['accepted', 'positive', 'replied']);
  });

  it('have narrower intervals where it is known who will come', () => {
    const width = ({ comparisons }: ReturnType<typeof judge>) => {
      const found = comparisons.find(({ metric }) => metric === 'replied');
      return (found?.upper ?? 2) - (found?.lower ?? 0);
    };
    const known = judge(people(), { first: 'replied', size: { counts: [{ at: 0, people: 400 }], left: [] } });
    expect(known.size).toEqual({ judged: 400, people: 400 });
    const open = judge(people(), { first: 'replied' });
    expect(open.size).toBeNull();
    expect(width(known)).toBeLessThan(0.9 * width(open));
  });
});

describe('what is said of arms', () => {
  const size = { counts: [{ at: 0, people: 600 }], left: [] };
  it('is that people may stop, unless the better arm brings what it must not', () => {
    const harmless = judge(people(), { first: 'replied', size });
    expect(harmless.comparisons.map((one) => sayComparison(one, harmless))[0]).toMatch(
      /^short gets more replies than long: \d+ to \d+ points; you may stop$/,
    );
    expect(harmless.guards.map(({ more }) => more)).toEqual([null, null]);
    const harmful = judge(people({ leaves: 5 }), { first: 'replied', size });
    expect(harmful.comparisons.map((one) => sayComparison(one, harmful))[0]).toMatch(
      /^short gets more replies than long: \d+ to \d+ points, but also more unsubscribes: weigh that first$/,
    );
    expect(harmful.guards.map(sayGuard)[0]).toMatch(
      /^short gets more unsubscribes than long: \d+ to \d+ points; see to it before more people get it$/,
    );
  });

  it('is how many are judged of how many, and in the end that nothing is proven', () => {
    const said = (given: ReturnType<typeof judge>) => given.comparisons.map((one) => sayComparison(one, given))[0];
    const equal = drawEqualArms(createRandom('equal'), ['long', 'short'], 100);
    expect(said(judge(equal, { size }))).toMatch(
      /^Too early: short gets between [\d.]+ points fewer and [\d.]+ more positive replies than long; 200 of about 600 people are judged$/,
    );
    expect(said(judge(equal, { size: { ...size, left: Array(400).fill(DAY) } }))).toMatch(
      /^Nothing is proven, and all 200 people are judged: short gets between /,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { checkRecordedShares, checkSampleRatio, type TakenArms } from '../../src/core/experiments/sample-ratio.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';

describe('the sample ratio', () => {
  it('is hardly ever off where people come as the weights say, at any look', () => {
    const random = createRandom('ratio');
    let called = 0;
    for (let split = 0; split < 400; split++) {
      const people = [0, 0];
      for (let n = 0; n < 300; n++) {
        const arm = random() < 0.75 ? 0 : 1;
        people[arm] = (people[arm] ?? 0) + 1;
        const [first = 0, other = 0] = people;
        if (
          n % 20 === 0 &&
          checkSampleRatio([
            { weight: 3, people: first },
            { weight: 1, people: other },
          ]).is_off
        ) {
          called++;
          break;
        }
      }
    }
    expect(called).toBeLessThanOrEqual(2);
  });

  it('is off where an arm loses every fifth', () => {
    const arms = (people: number) => [
      { weight: 1, people },
      { weight: 1, people: (people * 4) / 5 },
    ];
    expect(checkSampleRatio(arms(50)).is_off).toBe(false);
    expect(checkSampleRatio(arms(1000))).toMatchObject({ expected: [0.5, 0.5], is_off: true });
  });

  it('says nothing of nobody', () => {
    const arm = { weight: 2, people: 0 };
    expect(checkSampleRatio([arm, arm])).toEqual({ expected: [0.5, 0.5], found: [0, 0], is_off: false });
  });
});

describe('the sample ratio of shares that change under way', () => {
  const ARMS = ['long', 'short'];
  interface Taken {
    readonly arm: string;
    readonly shares: readonly number[];
  }
  const packed = (people: readonly Taken[]): TakenArms => ({
    arms: Int16Array.from(people, ({ arm }) => ARMS.indexOf(arm)),
    shares: Float64Array.from(people.flatMap(({ shares }) => shares)),
  });
  const check = (people: readonly Taken[]) => checkRecordedShares(ARMS.length, packed(people));

  /** The shares move from even to nine of ten; `lost` are those of the second arm who are lost on the way. */
  const drawn = (seed: string, people: number, lost = 0): Taken[] => {
    const random = createRandom(seed);
    return Array.from({ length: people }, (_, n): Taken => {
      const short = 0.5 + (0.4 * n) / people;
      return { arm: random() < short ? 'short' : 'long', shares: [1 - short, short] };
    }).filter(({ arm }) => arm === 'long' || random() >= lost);
  };

  it('is hardly ever off where people come as was recorded', () => {
    const off = Array.from({ length: 300 }, (_, n) => check(drawn(`kept ${n}`, 400)));
    expect(off.filter(({ is_off }) => is_off).length).toBeLessThanOrEqual(2);
  });

  it('is off where an arm loses every fifth, or somebody goes to an arm that nobody was to take', () => {
    const { is_off, expected, found } = check(drawn('lost', 3000, 0.2));
    expect(is_off).toBe(true);
    expect(found[1]).toBeLessThan((expected[1] ?? 0) - 0.02);
    const decided = [0, 1];
    expect(check([{ arm: 'short', shares: decided }]).is_off).toBe(false);
    expect(check([{ arm: 'long', shares: decided }]).is_off).toBe(true);
  });

  it('says nothing of nobody', () => {
    expect(check([])).toEqual({ expected: [0.5, 0.5], found: [0, 0], is_off: false });
  });
});

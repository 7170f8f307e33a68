import { describe, expect, it } from 'vitest';
import { checkSampleRatio } from '../../src/core/experiments/sample-ratio.ts';
import { createRandom } from '../../src/core/simulate/random.ts';

describe('the sample ratio', () => {
  it('is hardly ever off where people come as the weights say, at any look', () => {
    const random = createRandom('ratio');
    let alarms = 0;
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
          alarms++;
          break;
        }
      }
    }
    expect(alarms).toBeLessThanOrEqual(2);
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

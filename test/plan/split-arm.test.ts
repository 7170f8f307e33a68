import { describe, expect, it } from 'vitest';
import { splitArm } from '../../src/language/plan/split-arm.ts';

const node = {
  id: 'split',
  arms: [
    { name: 'a', weight: 1, to: 'x' },
    { name: 'b', weight: 3, to: 'y' },
  ],
};
const namesOf = (id: string) =>
  Array.from({ length: 2_000 }, (_, index) => splitArm({ ...node, id }, `led_${index}`)?.name);

describe('the arm of a split', () => {
  it('is the same for the same lead and step, whenever it is asked', () => {
    expect(namesOf('split')).toEqual(namesOf('split'));
  });

  it('divides the leads by the weights', () => {
    const share = namesOf('split').filter((name) => name === 'b').length / 2_000;
    expect(share).toBeGreaterThan(0.71);
    expect(share).toBeLessThan(0.79);
  });

  it('is drawn anew by another split, so that the groups do not stay together', () => {
    const first = namesOf('split');
    const second = namesOf('split-2');
    const both = first.filter((name, index) => name === 'a' && second[index] === 'a').length / 2_000;
    expect(both).toBeGreaterThan(0.03);
    expect(both).toBeLessThan(0.1);
  });
});

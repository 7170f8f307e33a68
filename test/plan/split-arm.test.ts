import { describe, expect, it } from 'vitest';
import { splitArm, splitDraw } from '../../src/language/plan/split-arm.ts';

const node = {
  id: 'split',
  arms: [
    { name: 'a', weight: 1, to: 'x' },
    { name: 'b', weight: 3, to: 'y' },
  ],
};
const namesOf = (id: string, sequence = 'hello') =>
  Array.from({ length: 2_000 }, (_, index) => splitArm({ sequence, node: { ...node, id } }, `led_${index}`)?.name);

describe('the arm of a split', () => {
  it('is the same for the same lead and step, whenever it is asked', () => {
    expect(namesOf('split')).toEqual(namesOf('split'));
  });

  it('divides the leads by the weights', () => {
    const share = namesOf('split').filter((name) => name === 'b').length / 2_000;
    expect(share).toBeGreaterThan(0.71);
    expect(share).toBeLessThan(0.79);
  });

  it.each([
    ['another split', namesOf('split-2')],
    ['the split of another sequence', namesOf('split', 'good-day')],
  ])('is drawn anew by %s, so that the groups do not stay together', (_, second) => {
    const first = namesOf('split');
    const both = first.filter((name, index) => name === 'a' && second[index] === 'a').length / 2_000;
    expect(both).toBeGreaterThan(0.03);
    expect(both).toBeLessThan(0.1);
  });

  it('has another number where it is optimized, too', () => {
    const of = (sequence: string) =>
      Array.from({ length: 200 }, (_, index) => splitDraw({ sequence, node: 'split', seed: '' }, `led_${index}`));
    const [first, second] = [of('hello'), of('good-day')];
    expect(of('hello')).toEqual(first);
    expect(first.filter((draw, index) => draw < 0.5 === (second[index] ?? 1) < 0.5).length).toBeLessThan(130);
  });
});

import { describe, expect, it } from 'vitest';
import { watchCrowd } from '../../src/shared/kit/watch-crowd.ts';

/** Who comes when, and for how long the last of them is to wait for more. */
function gatherAfter(...comings: readonly (readonly [who: string, at: number])[]): number {
  let now = 0;
  const crowd = watchCrowd(() => now);
  for (const [who, at] of comings) {
    now = at;
    crowd.note(who);
  }
  return crowd.gatherFor();
}

describe('a crowd', () => {
  it('is no single one, however often they come', () => {
    expect(gatherAfter(['ada', 0])).toBe(0);
    expect(gatherAfter(['ada', 0], ['ada', 5], ['ada', 10])).toBe(0);
  });

  it('is different ones who follow each other closely', () => {
    expect(gatherAfter(['ada', 0], ['grace', 50])).toBeGreaterThan(0);
    expect(gatherAfter(['ada', 0], ['grace', 500])).toBe(0);
  });

  it('is over when nobody else has come for a while', () => {
    expect(gatherAfter(['ada', 0], ['grace', 50], ['grace', 100])).toBeGreaterThan(0);
    expect(gatherAfter(['ada', 0], ['grace', 50], ['grace', 500])).toBe(0);
  });
});

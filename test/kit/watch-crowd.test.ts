import { describe, expect, it } from 'vitest';
import { watchCrowd } from '../../src/shared/kit/watch-crowd.ts';

/** For how long the last of those who come is to wait for more. */
function lingerAfter(...comings: readonly (readonly [who: string, at: number])[]): number {
  let now = 0;
  const crowd = watchCrowd(() => now);
  for (const [who, at] of comings) {
    now = at;
    crowd.note(who);
  }
  return crowd.lingerFor();
}

describe('a crowd', () => {
  it('is no single one, however often they come', () => {
    expect(lingerAfter(['ada', 0])).toBe(0);
    expect(lingerAfter(['ada', 0], ['ada', 5], ['ada', 10])).toBe(0);
  });

  it('is different ones who follow each other closely', () => {
    expect(lingerAfter(['ada', 0], ['grace', 50])).toBeGreaterThan(0);
    expect(lingerAfter(['ada', 0], ['grace', 500])).toBe(0);
  });

  it('is over when nobody else has come for a while', () => {
    expect(lingerAfter(['ada', 0], ['grace', 50], ['grace', 100])).toBeGreaterThan(0);
    expect(lingerAfter(['ada', 0], ['grace', 50], ['grace', 500])).toBe(0);
  });
});

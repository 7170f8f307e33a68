import type { V2Reader } from '../v2-reader.ts';

/** The reader, and what its answers have said that they cost. */
export function countingCredits(v2: V2Reader): { readonly v2: V2Reader; readonly spent: () => number } {
  let credits = 0;
  return {
    v2: {
      async call(category, action, options) {
        const outcome = await v2.call(category, action, options);
        if ('credits' in outcome) credits += outcome.credits ?? 0;
        return outcome;
      },
    },
    spent: () => credits,
  };
}

import { expect, it } from 'vitest';
import { fuzzLanguage } from '../fuzz/language.ts';
import { rounds } from '../support/rounds.ts';

const RUNS = rounds(1500);

// The long version is `npm run test:fuzz -- --language`.
it('any text is a sequence or has diagnostics at places inside it, the same each time', async () => {
  const { texts, valid } = await fuzzLanguage({ runs: RUNS, seed: 5 });
  expect(texts).toBe(RUNS);
  // Both sides of the border are met.
  expect(valid).toBeGreaterThan(RUNS / 50);
  expect(valid).toBeLessThan(RUNS * 0.93);
});

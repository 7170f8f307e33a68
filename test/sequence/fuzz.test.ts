import { expect, it } from 'vitest';
import { fuzzLanguage } from '../fuzz/language.ts';

// The long version is `npm run test:fuzz -- --language`.
it('any text is a sequence or has diagnostics at places inside it, the same each time', async () => {
  const { texts, valid } = await fuzzLanguage({ runs: 1500, seed: 5 });
  expect(texts).toBe(1500);
  // Both sides of the border are met.
  expect(valid).toBeGreaterThan(30);
  expect(valid).toBeLessThan(1400);
});

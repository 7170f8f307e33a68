import { expect, it } from 'vitest';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { creditsNeeded } from '../../src/v2/client/credits-needed.ts';
import { requireCredits } from '../../src/v2/service/credits/ledger.ts';

it.each([
  ['this call requires 25, 3 remaining', 25],
  ['Required credits: 10, remaining: 2', 10],
  ['7 credits required, 1 left', 7],
  ['you are out of credits', 1],
])('reads from %j that a call needs %i', (message, needed) => {
  expect(creditsNeeded(message)).toBe(needed);
});

it('understands how our own service says it', async () => {
  const poor = { query: () => Promise.resolve({ rows: [{ balance: 3, unlimited: false }], rowCount: 1 }) };
  const refused = await requireCredits(poor as unknown as Queryable, 'usr_1', 12).catch(
    (error: Error) => error.message,
  );
  expect(creditsNeeded(refused ?? '')).toBe(12);
});

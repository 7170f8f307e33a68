import { carryOnCheck } from '../../src/runtime/erasure/carry-on-check.ts';
import { carryOnErasure, type ErasureDeps } from '../../src/runtime/erasure/carry-on-erasure.ts';
import { listTextTables, readTexts, textsIn } from '../../src/runtime/store/erasure/read-texts.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { SECRET_KEY } from '../api/fixtures.ts';
import type { Bench } from '../enroll/fixtures.ts';

const secrets = createSecretBox(ringOf([secretKey(SECRET_KEY)]));

/** Dependencies of an erasure as a worker has them; there is no Temporal here, and the V2 service lacks the route. */
export const erasingOf = (
  { db, clock }: Pick<Bench, 'db' | 'clock'>,
  more: Partial<ErasureDeps> = {},
): ErasureDeps => ({
  ...{ db, clock, secrets },
  workflows: { erase: async () => 'gone' },
  files: { redact: async () => 0 },
  service: { at: 'http://v2.example', erase: async () => null },
  ...more,
});

/** Everything that is due, as the loop would. */
export async function eraseAll(deps: ErasureDeps): Promise<void> {
  while (await carryOnErasure(deps));
}

export async function checkAll({ db, clock }: Pick<Bench, 'db' | 'clock'>): Promise<void> {
  while (await carryOnCheck({ db, clock, secrets, countRuns: async () => 0 }));
}

/**
 * Searches every text of every table for the words, and returns where it found any: `table.column`. It looks for the words as
 * they are, not for their digests.
 */
export async function searchEverywhere(db: Database, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await listTextTables(db)) {
    for (const row of await readTexts(db, table, { from: 0, until: 1_000_000 })) {
      for (const { name } of table.columns) {
        const texts = [...textsIn(row[name])].map((text) => text.toLowerCase());
        if (texts.some((text) => words.some((word) => text.includes(word.toLowerCase()))))
          found.add(`${table.table}.${name}`);
      }
    }
  }
  return [...found].sort();
}

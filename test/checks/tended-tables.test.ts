import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

/** Tables that have many rows, or many that come and go. */
const GROWING =
  `leads identities enrollments campaign_rows campaign_tallies intents slots freed_slots walks timeline events conversations conversation_changes outbox
   put_off unheard_waits outgoing_events deliveries`.split(/\s+/);
/** A share well below the fifth of a table that has to change before Postgres tends it by itself. */
const SOON = 0.05;

it('is tended long before a fifth of it has changed: each table that grows', async () => {
  const database = await createTestDatabase('engine');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string; options: readonly string[] | null }>(
    `select relname as name, reloptions as options from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  await database.drop();
  const factorOf = (name: string): number => {
    const options = rows.find((row) => row.name === name)?.options ?? [];
    const factors = options.flatMap((option) => {
      const [, value] = /^autovacuum_vacuum(?:_insert)?_scale_factor=(.+)$/.exec(option) ?? [];
      return value === undefined ? [] : [Number(value)];
    });
    return Math.min(1, ...factors);
  };
  expect(GROWING.filter((name) => factorOf(name) > SOON)).toEqual([]);
});

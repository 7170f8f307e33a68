import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planDigest } from '../../src/language/plan/digest.ts';
import { databaseOver } from '../../src/shared/postgres/open-database.ts';
import { type Bench, INVITE, openBench } from '../activities/bench.ts';
import { eventually } from '../support/eventually.ts';
import { createLockWitness } from '../support/locks/lock-witness.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { ADA_ID, accepted, happens } from './fixtures.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

it('whoever is enrolled anew while their event is ingested learns of it, too, and no lock is taken out of order', async () => {
  const lead = { profile_url: 'https://professional.example/in/ada-lovelace' };
  const other = await bench.sequence([INVITE]);
  const { id: first } = await bench.enroll(await bench.sequence([INVITE]), lead, { professional: 'acc_anna' });
  const event = accepted({ profile_url: ADA_ID, public_identifier: 'ada-lovelace' });
  const witness = createLockWitness();
  const pool = new pg.Pool({ connectionString: bench.url, max: 2 });
  pool.on('error', () => undefined);
  const watched = databaseOver(witness.watch(pool));
  try {
    let taken: Promise<void> = Promise.resolve();
    await bench.db.transaction(async (tx) => {
      // Its enrollments are locked by then: the names that it tells are written next.
      await tx.query('select from leads for update');
      taken = happens({ ...bench, db: watched }, event);
      await eventually(async () => expect(await waitingForLocks(bench.db)).toBe(1));
      // Its id comes before that of the first.
      await tx.query('insert into enrollments select (jsonb_populate_record(e, $1)).* from enrollments e', [
        JSON.stringify({ id: 'enr_0', sequence: other.sequence, digest: planDigest(other) }),
      ]);
    });
    await taken;
    const { rows } = await bench.db.query(`select enrollment_id from timeline where type = 'accepted_invitation'`);
    expect(rows.map(({ enrollment_id }) => enrollment_id).sort()).toEqual(['enr_0', first]);
    expect([...witness.complaints]).toEqual([]);
  } finally {
    await watched.close();
  }
});

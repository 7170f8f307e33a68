import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { DEFAULT_SEED, DEFAULT_SIZE, drawWorld, type WorldSize } from './generate-world.ts';
import { insertPeople } from './insert-people.ts';
import { insertApplications, insertCompanies, insertJobs } from './insert-world.ts';

/** Makes the owner's world of the default seed unless there is one: an owner gets it when first looking. True: it was not there. */
export async function ensureWorld(tx: Queryable, userId: string, now: number): Promise<boolean> {
  const { rowCount } = await tx.query('select 1 from sandbox_worlds where user_id = $1', [userId]);
  if (rowCount !== 0) return false;
  await createWorld(tx, userId, DEFAULT_SEED, now);
  return true;
}

/** False where another transaction was first: it waits for that one, so the world is there afterwards either way. */
export async function createWorld(
  tx: Queryable,
  userId: string,
  seed: number,
  now: number,
  size: WorldSize = DEFAULT_SIZE,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into sandbox_worlds (user_id, seed, created_at, people) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, seed, new Date(now), size.people],
  );
  if (rowCount === 0) return false;
  for (const { companies, people, jobs, applications } of drawWorld(seed, now, size)) {
    if (companies) await insertCompanies(tx, userId, companies);
    if (people) await insertPeople(tx, userId, people, now);
    if (jobs) await insertJobs(tx, userId, jobs, now);
    if (applications) await insertApplications(tx, userId, applications);
    // Drawing is work of the processor: other calls get their turn between the parts.
    await setImmediate();
  }
  return true;
}

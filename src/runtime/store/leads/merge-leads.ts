import { identityKey } from '../../../shared/identity/identity.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { lockEnrollmentsOf } from '../enrollments/lock-enrollments.ts';
import { findSuppression } from '../suppressions/find-suppression.ts';
import { findDuplicates, listUnfinished } from './find-duplicates.ts';
import { lockNames } from './lock-names.ts';
import { moveToSurvivor } from './move-to-survivor.ts';
import { namesOf, type PendingMerge, reasonAgainst } from './one-person.ts';
import { isDuplicate, stopAs } from './stop-as.ts';

/** `again`: a name was learned meanwhile; the next look has it. */
export type Merged = 'merged' | 'apart' | 'again';

export async function listPendingMerges(db: Queryable, limit: number): Promise<PendingMerge[]> {
  const { rows } = await db.query<PendingMerge & Record<string, unknown>>(
    `select lead_id, other_id, name from merges where state = 'pending' order by wall_created_at limit $1`,
    [limit],
  );
  return rows;
}

/**
 * Makes one person of two leads in one transaction: the older one keeps all names, relations, enrollments and events; the newer
 * row leads to it. Of two enrollments that the rules would not have let in side by side the newer one is stopped. Locks as
 * everywhere: all names of both first, then enrollments, then the leads' own rows.
 */
export async function mergeLeads(db: Database, pair: PendingMerge, at: Date): Promise<Merged> {
  const known = await namesOf(db, pair);
  return db.transaction(async (tx) => {
    await lockNames(tx, [...known.map(identityKey), leadKey(pair.lead_id), leadKey(pair.other_id)]);
    const names = await namesOf(tx, pair);
    if (names.some((name) => !known.some((one) => identityKey(one) === identityKey(name)))) return 'again';
    const leads = await readPair(tx, pair);
    const [keep, gone] = leads;
    const against = keep === undefined || gone === undefined ? 'one of them is gone' : reasonAgainst(pair, names);
    if (keep === undefined || gone === undefined || against !== null) {
      await recordMerge(tx, pair, 'apart', against);
      return 'apart';
    }
    const locked = await lockEnrollmentsOf(tx, [keep, gone]);
    // Those who add a name to one of them wait, and see what became of it.
    await tx.query('select id from leads where id = any($1) or merged_into = $2 order by id for no key update', [
      [keep, gone],
      gone,
    ]);
    await stopAs(tx, { ids: await findDuplicates(tx, keep, gone), locked }, at, isDuplicate(gone));
    await moveToSurvivor(tx, keep, gone, at);
    const suppression = await findSuppression(tx, { names: [], lead_ids: [keep] });
    if (suppression !== null) {
      await stopAs(tx, { ids: await listUnfinished(tx, [keep, gone]), locked }, at, {
        id: `suppression/${suppression.id}`,
        title: `Put on the do-not-contact list by ${suppression.kind}`,
      });
    }
    await recordMerge(tx, pair, 'merged', null);
    return 'merged';
  });
}

/** The key by which a person is locked who was found by something else than a name. */
export const leadKey = (id: string): string => `lead:${id}`;

/** The older one first. A row that was merged before is no person of its own any more. */
async function readPair(tx: Queryable, { lead_id, other_id }: PendingMerge): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from leads where id in ($1, $2) and merged_into is null order by created_at, id',
    [lead_id, other_id],
  );
  return rows.map(({ id }) => id);
}

async function recordMerge(
  tx: Queryable,
  pair: PendingMerge,
  state: 'merged' | 'apart',
  note: string | null,
): Promise<void> {
  await tx.query('update merges set state = $3, note = $4 where lead_id = $1 and other_id = $2', [
    pair.lead_id,
    pair.other_id,
    state,
    note,
  ]);
}

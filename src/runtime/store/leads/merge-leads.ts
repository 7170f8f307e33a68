import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { lockEnrollmentsOf } from '../enrollments/lock-enrollments.ts';
import { stopEnrollments } from '../enrollments/stop-enrollments.ts';
import { addSignals } from '../outbox/add-to-outbox.ts';
import { findSuppression } from '../suppressions/find-suppression.ts';
import { addLine } from '../timeline/add-line.ts';
import { findDuplicates, listUnfinished } from './find-duplicates.ts';
import { type Identity, identityKey } from './identity.ts';
import { lockNames } from './lock-names.ts';
import { moveToSurvivor } from './move-to-survivor.ts';
import { isSharedAddress } from './shared-address.ts';

export interface PendingMerge {
  readonly lead_id: string;
  readonly other_id: string;
  /** What both turned out to be known by, `kind:value`. */
  readonly name: string;
}

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
      await settle(tx, pair, 'apart', against);
      return 'apart';
    }
    await lockEnrollmentsOf(tx, [keep, gone]);
    // Those who add a name to one of them wait, and see what became of it.
    await tx.query('select id from leads where id = any($1) or merged_into = $2 order by id for no key update', [
      [keep, gone],
      gone,
    ]);
    await stop(tx, await findDuplicates(tx, keep, gone), at, {
      id: `twin/${gone}`,
      title: 'Stopped: this person is already enrolled under another name',
    });
    await moveToSurvivor(tx, keep, gone, at);
    const suppression = await findSuppression(tx, { names: [], lead_ids: [keep] });
    if (suppression !== null) {
      await stop(tx, await listUnfinished(tx, [keep, gone]), at, {
        id: `suppression/${suppression.id}`,
        title: `Put on the do-not-contact list by ${suppression.kind}`,
      });
    }
    await settle(tx, pair, 'merged', null);
    return 'merged';
  });
}

/** Who found a person by something else than a name locks them by this. */
export const leadKey = (id: string): string => `lead:${id}`;

type Named = Identity & { readonly lead_id: string };

async function namesOf(db: Queryable, { lead_id, other_id }: PendingMerge): Promise<Named[]> {
  const { rows } = await db.query<Named & Record<string, unknown>>(
    'select kind, value, lead_id from identities where lead_id in ($1, $2) order by kind, value',
    [lead_id, other_id],
  );
  return rows;
}

/** The older one first. A row that was merged before is no person of its own any more. */
async function readPair(tx: Queryable, { lead_id, other_id }: PendingMerge): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from leads where id in ($1, $2) and merged_into is null order by created_at, id',
    [lead_id, other_id],
  );
  return rows.map(({ id }) => id);
}

/** Why they are two people after all. */
function reasonAgainst({ name }: PendingMerge, names: readonly Named[]): string | null {
  if (name.startsWith('email:') && isSharedAddress(name.slice('email:'.length))) {
    return 'several people may share this address';
  }
  // The network's ids never change hands, unlike the names in profile addresses.
  for (const one of names) {
    if (one.kind !== 'profile_id' && one.kind !== 'urn') continue;
    const other = names.find(
      (name) => name.lead_id !== one.lead_id && isSameSeries(one, name) && name.value !== one.value,
    );
    if (other) return `they have different ids on the network: ${one.value} and ${other.value}`;
  }
  return null;
}

/** Ids of one series can be compared: a person has another id in each of the network's products. */
function isSameSeries(one: Identity, other: Identity): boolean {
  if (one.kind !== other.kind) return false;
  const series = ({ kind, value }: Identity) =>
    kind === 'urn' ? value.slice(0, value.lastIndexOf(':')) : value.slice(0, 3);
  return series(one) === series(other);
}

async function stop(
  tx: Queryable,
  ids: readonly string[],
  at: Date,
  why: { readonly id: string; readonly title: string },
): Promise<void> {
  const stopped = await stopEnrollments(tx, { ids, outcome: 'stopped', event_id: why.id, at });
  for (const enrollment_id of stopped) {
    await addLine(tx, { enrollment_id, at, node: null, type: 'stop', title: why.title, once: why.id });
  }
  await addSignals(tx, stopped, { id: why.id, type: 'stop' }, at);
}

async function settle(
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

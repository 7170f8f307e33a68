import type { Clock } from '../../shared/kit/clock.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { type CheckRow, claimCheck, renewCheck, saveCheck } from '../store/erasure/check-row.ts';
import { findNotErased } from '../store/erasure/find-not-erased.ts';
import { holdLease } from './hold-lease.ts';
import { lookForNames } from './look-for-names.ts';
import { type ErasureReceipt, erasureReceipt } from './receipt.ts';
import { FIRST_PLACE, type TextPlace } from './sweep-texts.ts';

export interface CheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  /** How many runs of an enrollment's workflow Temporal has. */
  readonly countRuns: (enrollmentId: string) => Promise<number>;
}

/** The lease of a check, as long as that of an erasure. */
const LEASE = 20 * SECOND;

/** Does the next part of a check that somebody asked for; false where none waits. */
export async function carryOnCheck(deps: CheckDeps): Promise<boolean> {
  const row = await claimCheck(deps.db, LEASE);
  if (row === null) return false;
  const before = { place: row.place, found: row.found, finished_at: null };
  const renew = () => renewCheck(deps.db, row, LEASE);
  await holdLease({ renew, every: LEASE / 4 }, () => look(deps, row, erasureReceipt.parse(row.receipt))).then(
    (next) => saveCheck(deps.db, row, { ...next, after: 0, last_error: null }),
    (error: unknown) =>
      saveCheck(deps.db, row, {
        ...before,
        after: 10 * SECOND,
        last_error: messageOf(error),
      }),
  );
  return true;
}

type Looked = Pick<CheckRow, 'place' | 'found' | 'finished_at'>;

async function look(
  { db, clock, secrets, countRuns }: CheckDeps,
  row: CheckRow,
  { subject }: ErasureReceipt,
): Promise<Looked> {
  const counts = Object.fromEntries(row.found.map(({ where, count }) => [where, count]));
  const asFound = (all: Readonly<Record<string, number>>) =>
    Object.entries(all).map(([where, count]) => ({ where, count }));
  const place = placeOf(row);
  const { next, found } = await lookForNames(db, place, {
    names: subject.names,
    digest: secrets.digest,
    found: counts,
  });
  if (next !== null) return { place: { ...next }, found: asFound(found), finished_at: null };
  const left: Record<string, number> = { ...found };
  for (const [where, count] of Object.entries(await findNotErased(db, subject.enrollments)))
    left[where] = (left[where] ?? 0) + count;
  let runs = 0;
  for (const id of subject.enrollments) runs += await countRuns(id);
  if (runs > 0) left['Temporal: workflows'] = runs;
  return { place: {}, found: asFound(left), finished_at: new Date(clock.now()) };
}

const placeOf = ({ place: { table, page } }: CheckRow): TextPlace =>
  typeof table === 'string' && typeof page === 'number' ? { table, page } : FIRST_PLACE;

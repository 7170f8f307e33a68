import type { Plan } from '../../../language/plan/plan.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { announce } from '../announcements/announce.ts';
import { recordChange, recordNoChange } from '../audit-log/record-change.ts';
import { clearDraft } from './drafts.ts';
import { BY_FILE, type Keeper, type Obstacle, obstacleTo, type Publishing, readPresent } from './keeper.ts';

export type SavedVersion = { readonly kind: 'created' | 'unchanged'; readonly version: number } | Obstacle;

export interface NewVersion {
  readonly name: string;
  readonly digest: string;
  readonly plan: Plan;
  readonly source: string;
  readonly at: Date;
  /** The change plan that it came by. */
  readonly plan_id?: string;
  /** Absent: by a file. */
  readonly publishing?: Publishing;
}

/** A new version of the sequence; the same digest again is the version it already is, and becomes the current one. */
export function saveSequenceVersion(db: Database, given: NewVersion): Promise<SavedVersion> {
  return db.transaction((tx) => publishVersion(tx, given));
}

export async function publishVersion(tx: Queryable, given: NewVersion): Promise<SavedVersion> {
  const { name, publishing = BY_FILE } = given;
  // Obstacles are looked for before the lock too: locking inserts the row of a new sequence, which must not stay where nothing is published.
  const known = obstacleTo(publishing, given.digest, await readPresent(tx, name));
  if (known !== null) return known;
  const current = await lockSequence(tx, name);
  const present = await readPresent(tx, name);
  const obstacle = obstacleTo(publishing, given.digest, present);
  if (obstacle !== null) return obstacle;
  await savePlan(tx, given);
  const { rows } = await tx.query<{ version: number; same: boolean }>(
    `select version, digest = $2 as same from sequence_versions where sequence = $1
      order by digest = $2 desc, version desc limit 1`,
    [given.name, given.digest],
  );
  const newest = rows[0];
  const version = newest?.same ? newest.version : (newest?.version ?? 0) + 1;
  if (!newest?.same) {
    await tx.query(
      'insert into sequence_versions (sequence, version, digest, source, created_at) values ($1, $2, $3, $4, $5)',
      [given.name, version, given.digest, given.source, given.at],
    );
  }
  if (version !== current) {
    await setCurrentVersion(tx, given.name, version);
    await tx.query('insert into current_versions (sequence, version, at, plan_id) values ($1, $2, $3, $4)', [
      given.name,
      version,
      given.at,
      given.plan_id ?? null,
    ]);
    const detail = { sequence: given.name, version, rolled_back: false };
    await announce(tx, { type: 'sequence.published', at: given.at, detail });
  }
  const keeper = current === 0 ? null : (present?.kept_by ?? null);
  if (keeper !== publishing.kept_by) await setKeeper(tx, name, publishing.kept_by);
  const isCleared = await clearDraft(tx, name, given.source);
  const did = whatWasDone({ ...given, version }, { current, keeper, kept_by: publishing.kept_by, isCleared });
  if (did === null) recordNoChange();
  else {
    const versions = version === current ? {} : { version: current === 0 ? null : current };
    const keepers = keeper === null || keeper === publishing.kept_by ? {} : { kept_by: keeper };
    await recordChange(tx, {
      ...{ did, target: { kind: 'sequence', id: name }, before: { ...versions, ...keepers } },
      after: { version, digest: given.digest, kept_by: publishing.kept_by },
    });
  }
  return { kind: newest?.same ? 'unchanged' : 'created', version };
}

const KEEPERS: Readonly<Record<Keeper, string>> = { file: 'a file', console: 'the console' };

interface Done {
  readonly current: number;
  /** Null: it is new. */
  readonly keeper: Keeper | null;
  readonly kept_by: Keeper;
  readonly isCleared: boolean;
}

/** The change in words that follow a name; null: it was so already. */
function whatWasDone(
  { name, version }: { readonly name: string; readonly version: number },
  { current, keeper, kept_by, isCleared }: Done,
): string | null {
  const published = version === current ? null : `published version ${version} of ${name}`;
  const taken = keeper === null || keeper === kept_by ? null : `took ${name} over from ${KEEPERS[keeper]}`;
  if (published !== null || taken !== null) return [taken, published].filter((one) => one !== null).join(' and ');
  return isCleared ? `discarded the draft of ${name}, which is version ${version} already` : null;
}

export async function savePlan(
  tx: Queryable,
  { digest, plan }: { readonly digest: string; readonly plan: Plan },
): Promise<void> {
  await tx.query('insert into plans (digest, plan) values ($1, $2) on conflict do nothing', [
    digest,
    JSON.stringify(plan),
  ]);
}

/** The current version, 0 for a new sequence; nobody else changes it until the transaction ends. */
export async function lockSequence(tx: Queryable, name: string): Promise<number> {
  await tx.query('insert into sequences (name, current_version) values ($1, 0) on conflict do nothing', [name]);
  const { rows } = await tx.query<{ current_version: number }>(
    'select current_version from sequences where name = $1 for no key update',
    [name],
  );
  return rows[0]?.current_version ?? 0;
}

async function setKeeper(tx: Queryable, name: string, keeper: Keeper): Promise<void> {
  await tx.query('update sequences set kept_by = $2 where name = $1', [name, keeper]);
}

export async function setCurrentVersion(tx: Queryable, name: string, version: number): Promise<void> {
  await tx.query('update sequences set current_version = $2 where name = $1', [name, version]);
}

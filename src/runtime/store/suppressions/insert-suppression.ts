import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { announce } from '../announcements/announce.ts';
import { byId, type Listing } from '../listing.ts';
import type { SuppressedName } from './suppression-names.ts';

export interface SuppressionRow {
  readonly id: string;
  readonly kind: SuppressedName['kind'];
  readonly value: string;
  readonly reason: string;
  readonly created_at: Date;
}

const COLUMNS = 'id, kind, value, reason, created_at';

export interface InsertedSuppression {
  readonly row: SuppressionRow;
  readonly created: boolean;
}

export async function insertSuppression(tx: Queryable, row: SuppressionRow): Promise<InsertedSuppression> {
  const [inserted] = await insertSuppressions(tx, [row]);
  if (inserted === undefined) throw new Error('an entry was not written');
  return inserted;
}

/**
 * The entry of each of these names; one that is there already stays as it is, and nobody erases it before this transaction has ended. Where
 * the name was only one of those of a person's entry, it is an entry of its own from now on, which stays when that person's is erased.
 */
export async function insertSuppressions(
  tx: Queryable,
  given: readonly SuppressionRow[],
): Promise<readonly InsertedSuppression[]> {
  if (given.length === 0) return [];
  const { rows } = await tx.query<SuppressionRow & { given_id: string }>(
    `with given as materialized (select * from ${rowsOf('place int, id text, kind text, value text, reason text, created_at timestamptz')} as g),
     written as (
       insert into suppressions as present (id, kind, value, reason, created_at)
       select distinct on (kind, value) id, kind, value, reason, created_at from given order by kind, value, place
       on conflict (kind, value) do update set (id, reason, created_at, person_entry) = (
         select excluded.id, excluded.reason, excluded.created_at, null::text where present.person_entry is not null
         union all
         select present.id, present.reason, present.created_at, null where present.person_entry is null)
       returning ${COLUMNS})
     select g.id as given_id, w.* from given g join written w using (kind, value) order by g.place`,
    [jsonRows(given.map((row, place) => ({ place, ...row })))],
  );
  const inserted = rows.map(({ given_id, ...row }) => ({ row, created: row.id === given_id }));
  await announce(
    tx,
    ...inserted.flatMap(({ row: { id, kind, value, reason, created_at }, created }) => {
      const lead_id = kind === 'lead' ? value : null;
      const detail = { suppression_id: id, kind, value, reason };
      return created ? [{ type: 'lead.suppressed' as const, at: created_at, lead_id, detail }] : [];
    }),
  );
  return inserted;
}

export const NAME_COLUMNS = 'id, kind, value, reason, created_at, person_entry';
/**
 * SQL: the id of a name's row, made of the name. Two who write one name at once so meet at both of its keys: the statements name no key after `on
 * conflict`.
 */
export const nameId = (entry: string, kind: string, value: string) =>
  `${entry} || '.' || substr(md5(${kind} || ':' || ${value}), 1, 16)`;

/** The names of a person who has an entry, as entries that go with it. More may come with each time that they say no. */
export async function insertNames(tx: Queryable, of: SuppressionRow, names: readonly SuppressedName[]): Promise<void> {
  if (names.length === 0) return;
  await tx.query(
    `insert into suppressions (${NAME_COLUMNS})
     select ${nameId('$1', 'kind', 'value')}, kind, value, $2, $3, $1
       from unnest($4::text[], $5::text[]) as n (kind, value) order by kind, value
     on conflict do nothing`,
    [of.id, of.reason, of.created_at, names.map(({ kind }) => kind), names.map(({ value }) => value)],
  );
}

export interface StoredEntry extends SuppressionRow {
  /** The entry that it goes with. */
  readonly person_entry: string | null;
}

/** Lists entries behind `place` with the names that go with them, in the order of their ids. */
export async function listEntriesAfter(db: Queryable, place: string, limit: number): Promise<StoredEntry[]> {
  const { rows } = await db.query<StoredEntry & Record<string, unknown>>(
    `select ${NAME_COLUMNS} from suppressions where id > $1 order by id limit $2`,
    [place, limit],
  );
  return rows;
}

export async function hasEntry(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query('select from suppressions where id = $1', [id]);
  return rows.length > 0;
}

export const suppressionListing: Listing<SuppressionRow> = {
  ...{ columns: COLUMNS, tables: 'suppressions', where: 'person_entry is null', values: [] },
  orders: { created_at: byId() },
  usual: '-created_at',
};

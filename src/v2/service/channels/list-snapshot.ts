import { createHash } from 'node:crypto';
import type { Call, OffsetRange, Page } from './call.ts';

/** A list that is paged by offset. */
export interface OffsetList<Item> {
  /** Distinguishes the list from the account's others, `connections`. */
  readonly name: string;
  /** Anything that JSON can say and that makes it another list: filters and sort order, but neither `count` nor `offset`. */
  readonly filters?: unknown;
  /** Selects the column `id` (a bigint) of all that is in the list now, in the list's order, each once. */
  readonly ids: { readonly text: string; readonly values: readonly unknown[] };
  /** The items of these ids. One that is no longer in the list may be left out: the page goes on with the next. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, Item>>;
}

/** A chain whose caller takes longer than this between two pages goes on in the list as it is then. */
const LIFETIME = "interval '10 minutes'";
/** Far beyond every list; Postgres counts the places of an array in 32 bits. */
const LAST_OFFSET = 2_000_000_000;
/** Chains of one list that run at the same time, each from its own first page. */
const KEPT = 8;

interface Slice {
  /** Null where the list ends with this slice. */
  readonly snapshot_id: string | null;
  readonly total: number;
  readonly ids: readonly string[];
}

/**
 * A page of a list. Offsets of a list that grows at its front would shift under a reader, so a page that does not reach the
 * end leaves behind the ids of the whole list in their order, and the page that its `next_offset` asks for is cut from
 * them: following `next_offset` meets everything that was in the list at the first page once, and what came later not at
 * all. Offset 0 always reads the list as it is now.
 */
export async function readList<Item>(call: Call, list: OffsetList<Item>, asked: OffsetRange): Promise<Page<Item>> {
  const range = { offset: Math.min(asked.offset, LAST_OFFSET), count: asked.count };
  const key = `${list.name} ${createHash('sha256')
    .update(JSON.stringify(list.filters ?? null))
    .digest('hex')}`;
  const slice = (range.offset > 0 ? await resume(call, key, range) : null) ?? (await begin(call, key, list, range));
  const { snapshot_id, total } = slice;
  const items: Item[] = [];
  let { ids } = slice;
  let position = Math.min(range.offset, total);
  for (;;) {
    const found = ids.length === 0 ? new Map<string, Item>() : await list.load(ids);
    items.push(...ids.flatMap((id) => found.get(id) ?? []));
    position += ids.length;
    if (items.length >= range.count || position >= total || snapshot_id === null) break;
    ids = await cut(call, snapshot_id, position, range.count - items.length);
  }
  if (snapshot_id !== null && position < total && position !== range.offset + range.count) {
    await expectNext(call, snapshot_id, position);
  }
  return { items, total, next_offset: position < total ? position : null };
}

/** Reads the list as it is, and keeps its order where a next page will want it. */
async function begin<Item>(call: Call, key: string, list: OffsetList<Item>, range: OffsetRange): Promise<Slice> {
  const { text, values } = list.ids;
  const [account, name, start, end] = [1, 2, 3, 4].map((place) => `$${values.length + place}`);
  const { rows } = await call.tx.query<Slice & Record<string, unknown>>(
    `with list as materialized (select coalesce(array_agg(id), '{}')::bigint[] as ids from (${text}) listed),
          kept as (insert into list_snapshots (account_id, list, ids, expected)
                   select ${account}, ${name}, ids, array[${end}::int] from list where cardinality(ids) > ${end}::int
                   returning snapshot_id)
     select (select snapshot_id from kept), cardinality(ids) as total, ids[${start}::int + 1:${end}::int] as ids from list`,
    [...values, call.account.account_id, key, range.offset, range.offset + range.count],
  );
  const slice = rows[0];
  if (!slice) throw new Error('an aggregate returned no row');
  if (slice.snapshot_id !== null) await forgetOld(call, key);
  return slice;
}

/** The snapshot that expects a reader at this offset, having given the page before; else the newest one that is still in use. */
async function resume(call: Call, key: string, { offset, count }: OffsetRange): Promise<Slice | null> {
  const { rows } = await call.tx.query<Slice & Record<string, unknown>>(
    `update list_snapshots
        set wall_used_at = now(),
            expected = case when $4 = any (expected) then expected else array_append(expected, $4) end
      where snapshot_id = (select snapshot_id from list_snapshots
                            where account_id = $1 and list = $2 and wall_used_at > now() - ${LIFETIME}
                            order by ($3 = any (expected)) desc, snapshot_id desc limit 1)
      returning snapshot_id, cardinality(ids) as total, ids[$3 + 1:$4] as ids`,
    [call.account.account_id, key, offset, offset + count],
  );
  return rows[0] ?? null;
}

async function cut(call: Call, snapshotId: string, start: number, count: number): Promise<readonly string[]> {
  const { rows } = await call.tx.query<{ ids: readonly string[] }>(
    'select ids[$2::int + 1:$3::int] as ids from list_snapshots where snapshot_id = $1',
    [snapshotId, start, start + count],
  );
  return rows[0]?.ids ?? [];
}

/** Items were left out, so the page ended further on than it was asked to. */
async function expectNext(call: Call, snapshotId: string, offset: number): Promise<void> {
  await call.tx.query('update list_snapshots set expected = array_append(expected, $2) where snapshot_id = $1', [
    snapshotId,
    offset,
  ]);
}

async function forgetOld(call: Call, key: string): Promise<void> {
  await call.tx.query(
    `delete from list_snapshots
      where snapshot_id in (
        select snapshot_id from (
          select snapshot_id, wall_used_at, list, row_number() over (partition by list order by snapshot_id desc) as age
            from list_snapshots where account_id = $1) each
         where wall_used_at < now() - ${LIFETIME} or (list = $2 and age > ${KEPT}))`,
    [call.account.account_id, key],
  );
}

import type { Queryable } from '../../../shared/postgres/database.ts';
import { rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { Connection, KnownConnection } from '../accounts/known-connection.ts';
import type { Call, OffsetRange, Page } from '../channels/call.ts';
import { readList } from '../channels/list-snapshot.ts';
import { listObserved } from '../events/is-observed.ts';

export interface CopyState {
  readonly cache_synced: boolean;
  /** When the newest stored connection was made; null without one. */
  readonly cache_synced_at: string | null;
}

type StoredRow = Connection & { readonly stored_id: string; readonly connected_at: Date };

/**
 * The stored copy of an account's connections: there while a webhook observes accepted invitations, and knowing only what
 * was read at the subscription and what was seen to come since.
 */
export const copyState = setwise(async (tx: Queryable, accountIds: readonly string[]): Promise<CopyState[]> => {
  const { rows } = await tx.query<{ account_id: string; newest: Date | null }>(
    `select account_id, (select max(connected_at) from stored_connections s where s.account_id = c.account_id) as newest
       from connection_copies c where account_id = any ($1)`,
    [accountIds],
  );
  const newest = new Map(rows.map((row) => [row.account_id, row.newest]));
  const observed = await listObserved(tx, [...newest.keys()], 'accepted_invitation');
  return accountIds.map((id) =>
    observed.has(id)
      ? { cache_synced: true, cache_synced_at: newest.get(id)?.toISOString() ?? null }
      : { cache_synced: false, cache_synced_at: null },
  );
});

/** Newest first. */
export function listStored(call: Call, range: OffsetRange): Promise<Page<Connection>> {
  const { tx, account } = call;
  return readList(
    call,
    {
      name: 'stored connections',
      ids: {
        text: 'select stored_id as id from stored_connections where account_id = $1 order by connected_at desc, stored_id desc',
        values: [account.account_id],
      },
      async load(ids) {
        const { rows } = await tx.query<StoredRow & Record<string, unknown>>(
          'select * from stored_connections where account_id = $1 and stored_id = any ($2::bigint[])',
          [account.account_id, ids],
        );
        return new Map(rows.map((row) => [row.stored_id, { ...row, connected_at: row.connected_at.getTime() }]));
      },
    },
    range,
  );
}

interface Stored {
  readonly account_id: string;
  readonly member_urn: string;
}

/** The name under which the person is stored; null where they are not. */
export const findStored = setwise(async (tx: Queryable, asked: readonly Stored[]): Promise<(string | null)[]> => {
  const { rows } = await tx.query<{ place: number; name: string }>(
    `select place::int, name from unnest($1::text[], $2::text[]) with ordinality as asked (account_id, member_urn, place)
       join stored_connections using (account_id, member_urn)`,
    [asked.map(({ account_id }) => account_id), asked.map(({ member_urn }) => member_urn)],
  );
  const names = new Map(rows.map(({ place, name }) => [place, name]));
  return asked.map((_, index) => names.get(index + 1) ?? null);
});

/** Adds what was seen to come; nothing where there is no copy. */
export async function addToCopy(
  tx: Queryable,
  accountId: string,
  connections: readonly KnownConnection[],
): Promise<void> {
  await lockCopy(tx, accountId);
  const { rowCount } = await tx.query('select 1 from connection_copies where account_id = $1', [accountId]);
  if (rowCount === 1) await store(tx, accountId, connections);
}

/** Makes the copy what the network says now. */
export async function replaceCopy(
  tx: Queryable,
  accountId: string,
  connections: readonly KnownConnection[],
  now: number,
): Promise<void> {
  await tx.query(
    `insert into connection_copies (account_id, synced_at) values ($1, $2)
     on conflict (account_id) do update set synced_at = excluded.synced_at`,
    [accountId, new Date(now)],
  );
  await tx.query('delete from stored_connections where account_id = $1 and member_urn <> all ($2::text[])', [
    accountId,
    connections.map(({ member_urn }) => member_urn),
  ]);
  await store(tx, accountId, connections);
}

/**
 * A lock until the end of the transaction, taken by those who read the network for the copy and by those who have made a
 * connection: one of two that meet waits, so that the connection is either read or added.
 */
export async function lockCopy(tx: Queryable, accountId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('connection copy ' || $1, 0))", [accountId]);
}

async function store(tx: Queryable, accountId: string, connections: readonly KnownConnection[]): Promise<void> {
  // The oldest first, so that of two made at one moment the later stays the newer.
  const rows = [...connections].reverse().map((each) => ({ ...each, connected_at: new Date(each.connected_at) }));
  await tx.query(
    `insert into stored_connections (account_id, member_urn, name, job_title, profile_url, profile_picture, connected_at)
     select $1, * from ${rowsOf(
       `member_urn text, name text, job_title text, profile_url text,
       profile_picture text, connected_at timestamptz`,
       '$2',
     )} as c
     on conflict (account_id, member_urn) do update
        set name = excluded.name, job_title = excluded.job_title, profile_url = excluded.profile_url,
            profile_picture = excluded.profile_picture, connected_at = excluded.connected_at`,
    [accountId, JSON.stringify(rows)],
  );
}

import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export interface ReconciliationRequest {
  readonly account_id: string;
  readonly reason: string;
  /** `free`: only calls that cost nothing. `full`: also the inbox, within a budget. */
  readonly depth: 'free' | 'full';
  /** Nothing before this is looked for; null: no known beginning. */
  readonly since: Date | null;
  readonly at: Date;
  /** Virtual milliseconds since the last search within which no other one begins; 0: as soon as possible. */
  readonly not_within: number;
}

/**
 * Asks that what this account's events may have missed be looked for; returns the request's id. Requests that wait for one account
 * are one: with every reason, the greater depth, the earlier beginning and the earlier time.
 */
export async function requestReconciliation(tx: Queryable, request: ReconciliationRequest): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into reconciliations as r (id, account_id, reason, depth, since, state, requested_at, due_at)
     select $1, a.id, $3, $4, $5, 'pending', $6::timestamptz,
            greatest($6::timestamptz, (select max(done_at) + $7 * interval '1 millisecond' from reconciliations
                                        where account_id = a.id and state = 'done' and depth = $4))
       from accounts a where a.id = $2
     on conflict (account_id) where state = 'pending' do update
        set reason = case when position(excluded.reason in r.reason) > 0 or length(r.reason) > 1000 then r.reason
                          else r.reason || '; ' || excluded.reason end,
            depth = case when 'full' in (r.depth, excluded.depth) then 'full' else 'free' end,
            since = case when r.since is null or excluded.since is null then null else least(r.since, excluded.since) end,
            due_at = least(r.due_at, excluded.due_at), asked = r.asked + 1,
            -- Going further back than before, it begins anew.
            read_until = case when r.since <= excluded.since then r.read_until end
     returning id`,
    [
      newId('rec', request.at.getTime()),
      request.account_id,
      request.reason,
      request.depth,
      request.since,
      request.at,
      request.not_within,
    ],
  );
  return rows[0]?.id ?? null;
}

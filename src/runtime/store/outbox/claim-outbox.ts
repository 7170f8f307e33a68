import type { Queryable } from '../../../shared/postgres/database.ts';

/** `now`: something just happened to the enrollment. `bulk`: one signal for many, which may take its time. */
export type Lane = 'now' | 'bulk';

export interface OutboxRow {
  readonly id: string;
  readonly kind: 'start_enrollment' | 'signal_enrollment' | 'move_enrollment' | 'start_campaign';
  readonly target_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly tries: number;
  /** The plan's digest, for a start. */
  readonly digest: string | null;
  /** The search attributes of the workflow that it starts. */
  readonly found_by: {
    readonly sequence_id: string | null;
    readonly campaign_id: string | null;
    readonly lead_id: string | null;
  } | null;
  /** Wall milliseconds since it was due. */
  readonly due_for_ms: number;
}

/**
 * The lanes in which anything is due beside what is in hand already: what most looks find out, without a transaction. `begins`: whether
 * enrollments are to be started.
 */
export async function findDueLanes(
  db: Queryable,
  inHand: Iterable<string> = [],
  begins = true,
): Promise<ReadonlySet<Lane>> {
  const { rows } = await db.query<{ lane: Lane }>(
    `select lane from unnest(array['now', 'bulk']) as lane
      where exists (select from outbox o where o.lane = lane.lane and o.wall_due_at <= now() and o.id <> all($1::bigint[])
                      and ($2 or o.kind <> 'start_enrollment'))`,
    [[...inHand], begins],
  );
  return new Set(rows.map(({ lane }) => lane));
}

const foundBy = (campaign: string, lead: string): string =>
  `jsonb_build_object('sequence_id', s.id, 'campaign_id', ${campaign}, 'lead_id', ${lead})`;

/**
 * Locks due rows for this transaction: another dispatcher skips them, and they are free again the moment this process dies.
 * Of one target only the oldest, so that a signal never overtakes its start or an earlier signal. The transaction need not reach the
 * disk before it ends: what is lost of it is sent to Temporal again.
 */
export async function claimOutbox(
  tx: Queryable,
  limit: number,
  lane: Lane = 'now',
  begins = true,
): Promise<OutboxRow[]> {
  const { rows } = await tx.query<OutboxRow & Record<string, unknown>>(
    `select o.id, o.kind, o.target_id, o.payload, o.tries, extract(epoch from now() - o.wall_due_at)::float8 * 1000 as due_for_ms,
            started.digest, started.found_by
       from outbox o cross join (select set_config('synchronous_commit', 'off', true)) as relaxed
       left join lateral (
         select e.digest, ${foundBy('e.campaign_id', 'e.lead_id')} as found_by
           from enrollments e join sequences s on s.name = e.sequence where o.kind = 'start_enrollment' and e.id = o.target_id
         union all
         select null, ${foundBy('c.id', 'null')}
           from campaigns c join sequences s on s.name = c.sequence where o.kind = 'start_campaign' and c.id = o.target_id
       ) as started on true
      where o.lane = '${lane}' and o.wall_due_at <= now() and ($2 or o.kind <> 'start_enrollment')
        and not exists (select from outbox earlier where earlier.target_id = o.target_id and earlier.id < o.id)
      order by o.wall_due_at, o.id
      limit $1
        for update of o skip locked`,
    [limit, begins],
  );
  return rows;
}

/** A target gets its signals in their order, earlier ones first: a late pause would otherwise undo a resume. */
export async function promoteInOutbox(tx: Queryable): Promise<void> {
  await tx.query(
    `update outbox set lane = 'now' where id in (
       select earlier.id from outbox later
         join outbox earlier on earlier.target_id = later.target_id and earlier.id < later.id and earlier.lane = 'bulk'
        where later.lane = 'now' for update of earlier skip locked)`,
    [],
  );
}

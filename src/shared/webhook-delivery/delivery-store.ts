import { randomUUID } from 'node:crypto';
import { batch } from '../kit/batch.ts';
import { retryConflicts } from '../postgres/retry-conflicts.ts';

/** The part of a database that this folder uses: either half's connection fits. */
export interface DeliveryDatabase {
  query<Row extends Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
}

/** A delivery that this process may send until its lease ends. */
export interface ClaimedDelivery {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly replay: boolean;
  /** The attempt to make now, counted from 1. */
  readonly attempt: number;
  readonly lease: string;
}

export interface ClaimQuery {
  /** Virtual time. */
  readonly now: number;
  /** At most this many in all. */
  readonly limit: number;
  /** At most this many of one webhook, with those in flight. */
  readonly per_webhook: number;
  /** Places already taken, by webhook. */
  readonly taken: ReadonlyMap<string, number>;
  /** Wall time. */
  readonly lease_ms: number;
}

export interface Attempt {
  /** Virtual time at its start. */
  readonly at: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly headers: Readonly<Record<string, string>>;
}

export type NextState =
  | { readonly state: 'succeeded' | 'failed' }
  /** `due_at` is virtual time. */
  | { readonly state: 'retrying'; readonly due_at: number };

/** Over the tables `deliveries` and `delivery_attempts` (see the V2 service's migration 0002, and the engine's 0080). */
export interface DeliveryStore {
  claim(query: ClaimQuery): Promise<ClaimedDelivery[]>;
  /** Writes the attempt and the new state together; false when the lease was lost, and nothing is written. */
  record(claimed: ClaimedDelivery, attempt: Attempt, next: NextState): Promise<boolean>;
  /** Ends it as failed with no further attempt. */
  abandon(claimed: ClaimedDelivery): Promise<void>;
  /** Gives it back untried. */
  release(claimed: ClaimedDelivery): Promise<void>;
  /** Virtual time of the earliest delivery that is due after `now`; null when there is none. */
  nextDue(now: number): Promise<number | null>;
}

/**
 * Steps from webhook to webhook along the index, so that the cost follows the number of webhooks with open deliveries and not
 * the length of a dead receiver's queue. `skip locked` and the lease keep two senders apart; the limit of each webhook keeps one
 * receiver from taking all places. A lease that a power cut takes back harms nobody, so its commit does not wait for the disk.
 */
const CLAIM = `
with recursive relaxed as (
  select set_config('synchronous_commit', 'off', true)
), first_of_each as (
  (select webhook_id, due_at from deliveries where due_at is not null and not held order by webhook_id, due_at limit 1)
  union all
  select next.webhook_id, next.due_at
  from first_of_each
  cross join lateral (
    select webhook_id, due_at from deliveries
    where due_at is not null and not held and webhook_id > first_of_each.webhook_id
    order by webhook_id, due_at limit 1
  ) next
), taken as (
  select * from unnest($2::text[], $3::int[]) as taken (webhook_id, places)
), picked as (
  select due.delivery_id
  from first_of_each
  left join taken using (webhook_id)
  cross join lateral (
    select delivery_id from deliveries
    where webhook_id = first_of_each.webhook_id and due_at is not null and not held and due_at <= $1
      and (wall_lease_until is null or wall_lease_until < now())
    order by due_at, delivery_id
    limit greatest(0, $4 - coalesce(taken.places, 0))
    for update skip locked
  ) due
  where first_of_each.due_at <= $1
  order by first_of_each.due_at
  limit $5
)
update deliveries set lease = $6, wall_lease_until = now() + $7 * interval '1 millisecond'
from picked cross join relaxed
where deliveries.delivery_id = picked.delivery_id
returning deliveries.delivery_id, webhook_id, event_id, replay, attempts + 1 as attempt, lease`;

/** In the order of their ids, as every statement that locks several deliveries should. */
const RECORD = `
with done as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::timestamptz[], $7::int[], $8::text[], $9::int[])
    as done (delivery_id, lease, state, due_at, headers, at, status, error, duration_ms)
), locked as (
  select delivery_id from deliveries join done using (delivery_id, lease) order by delivery_id for update of deliveries
), recorded as (
  update deliveries
  set state = done.state, due_at = done.due_at, attempts = attempts + 1, headers = done.headers::jsonb,
      lease = null, wall_lease_until = null
  from done join locked using (delivery_id)
  where deliveries.delivery_id = done.delivery_id and deliveries.lease = done.lease
  returning deliveries.delivery_id, attempts
)
insert into delivery_attempts (delivery_id, attempt, at, status, error, duration_ms)
select delivery_id, attempts, at, status, error, duration_ms from recorded join done using (delivery_id)
returning delivery_id`;

const ABANDON = `
update deliveries set state = 'failed', due_at = null, lease = null, wall_lease_until = null
where delivery_id = $1 and lease = $2`;

const RELEASE = 'update deliveries set lease = null, wall_lease_until = null where delivery_id = $1 and lease = $2';

// One that waits for another is due at no time that is known.
const NEXT_DUE = `
select due_at from deliveries
where due_at is not null and not held and due_at > $1 and due_at < 'infinity' order by due_at limit 1`;

interface EndedAttempt {
  readonly claimed: ClaimedDelivery;
  readonly attempt: Attempt;
  readonly next: NextState;
}

export function createDeliveryStore(db: DeliveryDatabase): DeliveryStore {
  // Each commit waits for the disk: many attempts that end at once share one.
  const recordEnded = batch((list: readonly EndedAttempt[]) => retryConflicts(() => recordAttempts(db, list)));
  return {
    async claim({ now, limit, per_webhook, taken, lease_ms }) {
      const { rows } = await db.query<{ [Field in keyof ClaimedDelivery]: ClaimedDelivery[Field] }>(CLAIM, [
        new Date(now),
        [...taken.keys()],
        [...taken.values()],
        per_webhook,
        limit,
        randomUUID(),
        lease_ms,
      ]);
      return rows;
    },
    record: async (claimed, attempt, next) => (await recordEnded({ claimed, attempt, next })) ?? false,
    async abandon({ delivery_id, lease }) {
      await db.query(ABANDON, [delivery_id, lease]);
    },
    async release({ delivery_id, lease }) {
      await db.query(RELEASE, [delivery_id, lease]);
    },
    async nextDue(now) {
      const { rows } = await db.query<{ due_at: Date }>(NEXT_DUE, [new Date(now)]);
      return rows[0]?.due_at.getTime() ?? null;
    },
  };
}

async function recordAttempts(db: DeliveryDatabase, list: readonly EndedAttempt[]): Promise<boolean[]> {
  const { rows } = await db.query<{ delivery_id: string }>(RECORD, [
    list.map(({ claimed }) => claimed.delivery_id),
    list.map(({ claimed }) => claimed.lease),
    list.map(({ next }) => next.state),
    list.map(({ next }) => (next.state === 'retrying' ? new Date(next.due_at) : null)),
    list.map(({ attempt }) => JSON.stringify(attempt.headers)),
    list.map(({ attempt }) => new Date(attempt.at)),
    list.map(({ attempt }) => attempt.status),
    list.map(({ attempt }) => attempt.error),
    list.map(({ attempt }) => attempt.duration_ms),
  ]);
  const recorded = new Set(rows.map(({ delivery_id }) => delivery_id));
  return list.map(({ claimed }) => recorded.has(claimed.delivery_id));
}

import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type AccountRow, NOBODY_LISTENS } from './account.ts';

/** Events that could not be ingested for longer than this, virtual milliseconds at speed 1, are waited for no more: a person looks at them. */
const POISONED_AFTER = 60 * 60_000;

/**
 * Whether what happened at account `a` up to `deadline` may be unknown. An account that nobody listens to (no sync loop has looked at it)
 * tells nothing, however long it is waited for.
 */
const unheard = (deadline: string, poisoned: string): string => `(a.heard_until is not null and (
  a.heard_until < ${deadline} or a.behind_since is not null or a.gap_since <= ${deadline}
  or exists (select from events v where v.state = 'pending' and v.account_id = a.id and v.occurred_at <= ${deadline}
              and v.received_at > ${poisoned})))`;

export type UnheardAccount = Pick<
  AccountRow,
  | 'id'
  | 'name'
  | 'status'
  | 'held_reason'
  | 'heard_until'
  | 'behind_since'
  | 'behind_calls'
  | 'gap_since'
  | 'gap_reason'
  | 'gap_waits'
  | 'without_listener'
>;

export interface Deadline {
  /** Virtual time. */
  readonly at: Date;
  readonly account_ids: readonly string[];
}

const poisonedBefore = (now: Date, speed: number): Date => new Date(now.getTime() - POISONED_AFTER * speed);

/** Those that have not been heard up to then. They stay so until the transaction ends, so that whoever waits for it now will be woken. */
export async function shareUnheard(
  tx: Queryable,
  { at, account_ids }: Deadline,
  now: Date,
  speed: number,
): Promise<UnheardAccount[]> {
  const { rows } = await tx.query<UnheardAccount & { waits: boolean } & Record<string, unknown>>(
    `select id, name, status, held_reason, heard_until, behind_since, behind_calls, gap_since, gap_reason, gap_waits,
            ${NOBODY_LISTENS} as without_listener, ${unheard('$2', '$3')} as waits
       from accounts a where id = any($1) order by id for share`,
    [[...account_ids], at, poisonedBefore(now, speed)],
  );
  return rows.filter((row) => row.waits);
}

export async function waitUntilHeard(
  tx: Queryable,
  enrollmentId: string,
  { at, account_ids }: Deadline,
): Promise<void> {
  await tx.query(
    `insert into unheard_waits (enrollment_id, deadline, account_ids) values ($1, $2, $3)
     on conflict (enrollment_id) do update set deadline = excluded.deadline, account_ids = excluded.account_ids`,
    [enrollmentId, at, [...account_ids]],
  );
}

/** Asks those again whose accounts have been heard, so many at most. Returns how many they were. */
export async function wakeHeard(tx: Queryable, now: Date, speed: number, most = 500): Promise<number> {
  const { rowCount } = await tx.query(
    `with heard as materialized (
       select w.enrollment_id, w.deadline from unheard_waits w
        where not exists (select from accounts a where a.id = any(w.account_ids) and ${unheard('w.deadline', '$1')})
        order by w.deadline limit $2 for update skip locked
     ), woken as (delete from unheard_waits where enrollment_id in (select enrollment_id from heard) returning enrollment_id)
     insert into outbox (kind, target_id, payload, created_at)
     select 'signal_enrollment', enrollment_id, $3, $4 from woken join heard using (enrollment_id) order by deadline`,
    [poisonedBefore(now, speed), most, JSON.stringify({ id: newId('turn'), type: 'nudge' }), now],
  );
  return rowCount ?? 0;
}

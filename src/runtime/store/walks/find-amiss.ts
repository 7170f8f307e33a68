import type { Queryable } from '../../../shared/postgres/database.ts';

const IS_SENDER = `a.id in (e.senders ->> 'professional', e.senders ->> 'messenger', e.senders ->> 'email')`;
const BEHIND = 'a.wall_behind_since is not null';

/** A reason to suspect a running walk, if it is where its row says. */
export type Amiss =
  /** The walk has not received a signal that is written for it, and no such signal is in the outbox any more: it is signaled again. */
  | { readonly is: 'unheard' }
  /** The walk's row may be older than the walk itself, so the walk is asked. The same reason has the same id. */
  | { readonly is: 'stale'; readonly reason: string };

/** The condition that a walk `w` has not received the signal of this id, which would have moved it. */
const HAS_NOT_HEARD = (id: string): string => `not (w.state -> 'seen') ? (${id})`;

/** The condition that a person has given an instruction for the very visit at which the walk is. */
const INSTRUCTION = `w.state #>> '{phase,is}' <> 'performing' and e.told ->> 'node' = w.state ->> 'node'
  and (e.told ->> 'visit')::int = (w.state ->> 'visit')::int and ${HAS_NOT_HEARD(`e.told ->> 'id'`)}`;

/** The condition that the event for which it waits has come since it began to wait. */
const AWAITED = `w.state #>> '{phase,is}' = 'awaiting' and exists (
  select from plans p, timeline t
   where p.digest = e.digest and t.enrollment_id = e.id and t.once like 'event/%'
     and t.type = case p.plan #>> array['nodes', w.state ->> 'node', 'event']
       when 'accepted_invitation' then 'accepted_invitation' when 'label' then 'labeled' when 'reply' then 'replied' end
     and t.at >= to_timestamp((w.state ->> 'entered_at')::numeric / 1000) and ${HAS_NOT_HEARD('substr(t.once, 7)')})`;

/**
 * Temporal was set back to where the walk had last written that it stands, and what it was told since is forgotten there, and not on its way any
 * more: a stop, a pause or its end, a decision, an instruction, or what it waits for. Who is paused hears of the last two when they go on.
 */
const UNHEARD = `not exists (select from outbox o where o.target_id = e.id)
  and (e.stop_outcome is not null
    or exists (select from walks w where w.enrollment_id = e.id
      and ((w.state ->> 'paused')::boolean <> e.paused or (not e.paused and ((${INSTRUCTION}) or (${AWAITED})))))
    or (e.status = 'needs_person'
      and exists (select from tasks k where k.enrollment_id = e.id and k.node = e.node and k.visit = e.visit and k.decision is not null)
      and not exists (select from tasks k where k.enrollment_id = e.id and k.status = 'open')))`;

/** A sender of it is behind, or what it waits for was due before `$2` by the row. */
const STALE = `coalesce(
  (select 'put_back/' || extract(epoch from max(a.wall_behind_since)) from accounts a where ${IS_SENDER} and ${BEHIND}),
  case when e.until < $2 and e.status = 'active' then 'due/' || extract(epoch from e.until) end)`;

/**
 * Finds what is amiss with a running walk. `due` is a virtual time before which, by a row that is up to date, nothing is due. Null: nothing is amiss.
 */
export async function findAmiss(db: Queryable, enrollmentId: string, due: Date): Promise<Amiss | null> {
  const { rows } = await db.query<{ unheard: boolean; reason: string | null }>(
    `select ${UNHEARD} as unheard, ${STALE} as reason from enrollments e where e.id = $1 and e.status <> 'finished'`,
    [enrollmentId, due],
  );
  const { unheard = false, reason = null } = rows[0] ?? {};
  if (unheard) return { is: 'unheard' };
  return reason === null ? null : { is: 'stale', reason };
}

/** Whether the log of the V2 service, or Temporal, has shown that Postgres is of an earlier time, and a sender of it is held for that. */
export async function hasBehindSender(db: Queryable, enrollmentId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from enrollments e join accounts a on ${IS_SENDER} where e.id = $1 and ${BEHIND} limit 1`,
    [enrollmentId],
  );
  return rows.length > 0;
}

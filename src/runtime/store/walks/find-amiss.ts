import type { Queryable } from '../../../shared/postgres/database.ts';

const IS_SENDER = `a.id in (e.senders ->> 'professional', e.senders ->> 'messenger', e.senders ->> 'email')`;
const BEHIND = 'a.wall_behind_since is not null';

/** What is amiss of a walk that runs, if it stands where its row says. */
export type Amiss =
  /** It has not heard what is written of it, and nothing of that is on its way any more: it is told again. */
  | { readonly is: 'unheard' }
  /** Its row may say where it stood at an earlier time, so it is asked. The same reason has the same id. */
  | { readonly is: 'stale'; readonly reason: string };

/** Of `walks w`: it stands as it does without the signal of this id, which would have moved it. */
const HAS_NOT_HEARD = (id: string): string => `not (w.state -> 'seen') ? (${id})`;

/** What a person asked of the very visit at which it stands. */
const INSTRUCTION = `w.state #>> '{phase,is}' <> 'performing' and e.told ->> 'node' = w.state ->> 'node'
  and (e.told ->> 'visit')::int = (w.state ->> 'visit')::int and ${HAS_NOT_HEARD(`e.told ->> 'id'`)}`;

/** What it waits for has come since it began to wait. */
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

/** What is amiss of a walk that runs. `due`: virtual time, before which nothing is due by a row that is true. Null: nothing. */
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

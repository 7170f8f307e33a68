import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { joinQueues } from '../webhooks/queue-deliveries.ts';

/**
 * All that is known of one lead is known of the other from now on. What both say stays as the survivor has it; names are all kept.
 * An enrollment that is in a sequence beside one of the survivor's stays where it is until it has ended: a person is in a sequence
 * once at a time.
 */
export async function moveToSurvivor(tx: Queryable, keep: string, gone: string, at: Date): Promise<void> {
  await tx.query('update identities set lead_id = $1 where lead_id = $2', [keep, gone]);
  await tx.query(
    'insert into namesakes_of_erased (lead_id) select distinct $1 from namesakes_of_erased where lead_id = $2',
    [keep, gone],
  );
  // A person's entry on the do-not-contact list stays theirs, unless the survivor has one too.
  await tx.query(
    `update suppressions s set value = $1
      where s.kind = 'lead' and s.value = $2 and not exists (select from suppressions o where o.kind = 'lead' and o.value = $1)`,
    [keep, gone],
  );
  await tx.query(
    `insert into relations as r (account_id, lead_id, connected, degree, conversation_id, premium_conversation_id, learned_at)
     select account_id, $1, connected, degree, conversation_id, premium_conversation_id, learned_at
       from relations where lead_id = $2
     on conflict (account_id, lead_id) do update
        set connected = r.connected or excluded.connected, degree = least(r.degree, excluded.degree),
            conversation_id = coalesce(r.conversation_id, excluded.conversation_id),
            premium_conversation_id = coalesce(r.premium_conversation_id, excluded.premium_conversation_id),
            learned_at = greatest(r.learned_at, excluded.learned_at)`,
    [keep, gone],
  );
  await tx.query('delete from relations where lead_id = $1', [gone]);
  const fields = LEAD_FIELDS.map((field) => `${field} = coalesce(nullif(btrim(k.${field}), ''), g.${field})`);
  await tx.query(
    `update leads k
        set ${fields.join(', ')}, company_key = coalesce(k.company_key, g.company_key), vars = g.vars || k.vars,
            premium = coalesce(k.premium, g.premium), origins = g.origins || k.origins, updated_at = $3,
            tags = k.tags || array(select tag from unnest(g.tags) with ordinality as given (tag, place)
                                    where tag <> all(k.tags) order by place)
       from leads g where k.id = $1 and g.id = $2`,
    [keep, gone, at],
  );
  await tx.query('update leads set merged_into = $1, updated_at = $3 where id = $2 or merged_into = $2 returning id', [
    keep,
    gone,
    at,
  ]);
  await tx.query(
    `update enrollments e set lead_id = $1
      where e.lead_id = $2 and (e.status = 'finished' or not exists (
        select from enrollments o where o.lead_id = $1 and o.sequence = e.sequence and o.status <> 'finished'))
      returning e.id`,
    [keep, gone],
  );
  await tx.query('update answers set lead_id = $1 where lead_id = $2', [keep, gone]);
  await tx.query('delete from presences where lead_id = $1', [gone]);
  await joinQueues(tx, keep, gone);
  // Whoever has claimed one of them waits for the names: it follows later.
  await tx.query(
    `update events set lead_id = $1
      where event_id in (select event_id from events where lead_id = $2 order by event_id for update skip locked)`,
    [keep, gone],
  );
  // The enrollments of one of them have not heard of what the other one answered since then.
  await tx.query(
    `update events set state = 'pending'
      where event_id in (
        select event_id from events
         where lead_id = $1 and state = 'matched'
           and type in ('message', 'email_bounced', 'email_complained', 'unsubscribed', 'accepted_invitation')
           and occurred_at >= (select min(created_at) from enrollments where lead_id = $1 and status <> 'finished')
         order by event_id for update skip locked)`,
    [keep],
  );
}

/** Enrollments that have ended meanwhile follow, and events that were claimed during the merge. */
export async function moveLeftBehind(db: Queryable): Promise<void> {
  await db.query(
    `update enrollments e set lead_id = l.merged_into
       from leads l where l.id = e.lead_id and e.id in (
         select ended.id from enrollments ended join leads gone on gone.id = ended.lead_id
          where gone.merged_into is not null and ended.status = 'finished' order by ended.id for no key update of ended skip locked)`,
  );
  await db.query(
    `update events e set lead_id = l.merged_into
       from leads l where l.id = e.lead_id and e.event_id in (
         select left_behind.event_id from events left_behind join leads gone on gone.id = left_behind.lead_id
          where gone.merged_into is not null order by left_behind.event_id for update of left_behind skip locked)`,
  );
}

import type { Queryable } from '../../../shared/postgres/database.ts';

export interface RecentContact {
  readonly lead_id: string;
  readonly enrollment_id: string;
  readonly sequence: string;
  readonly at: Date;
}

/**
 * The last time since `since` that a send reached each of these people, or may have: a call in doubt counts, and so does what a person of ours
 * answered. What `except` sent, and what it continues, is left out.
 */
export async function findRecentContacts(
  tx: Queryable,
  leadIds: readonly string[],
  since: Date,
  except: string | null,
): Promise<RecentContact[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await tx.query<RecentContact & Record<string, unknown>>(
    `with recursive own (id, continues) as (
       select id, continues from enrollments where id = $3
       union select before.id, before.continues from enrollments before join own on own.continues = before.id
     )
     select distinct on (e.lead_id) e.lead_id, e.id as enrollment_id, e.sequence, i.created_at as at
       from (select e.*, i.key from enrollments e join intents i on i.enrollment_id = e.id where e.lead_id = any($1)
             union all
             select e.*, i.key from answers w join enrollments e on e.id = w.enrollment_id join intents i on i.answer_id = w.id
              where w.lead_id = any($1)) as e
       join intents i using (key)
      where i.created_at > $2 and i.state in ('sent', 'done', 'unknown')
        and (i.limit_class in ('invite', 'message', 'inmail', 'email') or i.action in ('comment', 'answer_comment'))
        and e.id not in (select id from own)
      order by e.lead_id, i.created_at desc`,
    [[...leadIds], since, except],
  );
  return rows;
}

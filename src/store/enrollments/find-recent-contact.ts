import type { Queryable } from '../../postgres/database.ts';

export interface RecentContact {
  readonly enrollment_id: string;
  readonly sequence: string;
  readonly at: Date;
}

/**
 * The last time since `since` that a send reached one of these people, or may have: a call in doubt counts. What `except`
 * sent, and what it continues, is left out.
 */
export async function findRecentContact(
  tx: Queryable,
  leadIds: readonly string[],
  since: Date,
  except: string | null,
): Promise<RecentContact | null> {
  const { rows } = await tx.query<RecentContact & Record<string, unknown>>(
    `with recursive own (id, continues) as (
       select id, continues from enrollments where id = $3
       union select before.id, before.continues from enrollments before join own on own.continues = before.id
     )
     select i.enrollment_id, e.sequence, i.created_at as at
       from enrollments e join intents i on i.enrollment_id = e.id
      where e.lead_id = any($1) and i.created_at > $2 and i.state in ('sent', 'done', 'unknown')
        and (i.limit_class in ('invite', 'message', 'inmail', 'email') or i.action in ('comment', 'answer_comment'))
        and e.id not in (select id from own)
      order by i.created_at desc limit 1`,
    [[...leadIds], since, except],
  );
  return rows[0] ?? null;
}

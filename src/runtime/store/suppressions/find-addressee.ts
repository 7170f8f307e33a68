import type { Queryable } from '../../../shared/postgres/database.ts';

export interface Addressee {
  /** Null: the person was erased. */
  readonly lead_id: string | null;
  readonly sender_id: string | null;
  /** The lead's address, and those that mails of this enrollment went to: it may have changed since. */
  readonly addresses: readonly string[];
}

/** Finds the person to whom the mails of this enrollment go; null when there is no such enrollment. */
export async function findAddressee(tx: Queryable, enrollmentId: string): Promise<Addressee | null> {
  const { rows } = await tx.query<Addressee & Record<string, unknown>>(
    `select e.lead_id, e.senders ->> 'email' as sender_id,
            array(select l.email from leads l where l.id = e.lead_id and l.email is not null
                  union
                  select i.request #>> '{params,to}' from intents i
                   where i.enrollment_id = e.id and i.limit_class = 'email' and i.request #>> '{params,to}' is not null
            ) as addresses
       from enrollments e where e.id = $1`,
    [enrollmentId],
  );
  return rows[0] ?? null;
}

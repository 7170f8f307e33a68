import type { Queryable } from '../../../shared/postgres/database.ts';

/** The id of the last message that the person wrote to this account, as an answer quotes it; null where none has come. */
export async function findLastMessage(db: Queryable, accountId: string, leadId: string): Promise<string | null> {
  const { rows } = await db.query<{ message_id: string | null }>(
    `select payload #>> '{event,metadata,entity_urn}' as message_id from events
      where lead_id = $2 and account_id = $1 and type = 'message' and state = 'matched'
        and payload #>> '{event,metadata,entity_urn}' is not null
      order by occurred_at desc, event_id desc limit 1`,
    [accountId, leadId],
  );
  return rows[0]?.message_id ?? null;
}

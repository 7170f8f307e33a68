import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRow } from './intent.ts';

/** Another send of the same account that may be what a message in a conversation came of. */
export interface Claim {
  /** The message is its own receipt. Else its receipt is not known: its outcome is in doubt, or a person said that it went out. */
  readonly has_receipt: boolean;
  readonly text: string;
  readonly created_at: Date;
  readonly wall_created_at: Date;
}

/** Who else may have sent that message: of any enrollment of the same person, and any intent at all whose receipt it is. */
export async function findClaims(
  db: Queryable,
  intent: Pick<IntentRow, 'key' | 'enrollment_id' | 'account_id'>,
  messageId: string | null,
): Promise<Claim[]> {
  const { rows } = await db.query<Claim & Record<string, unknown>>(
    `with sends as (
       select i.*, coalesce(i.response #>> '{data,entityUrn}', i.response #>> '{data,value,messageId}') as message_id,
              i.enrollment_id = own.id or e.lead_id = own.lead_id as of_this_person
         from intents i join enrollments e on e.id = i.enrollment_id, enrollments own
        where own.id = $1 and i.account_id = $2 and i.key <> $3 and i.category = 'messages' and i.action = 'send'
          and i.state in ('sent', 'unknown', 'done') and i.response ->> 'refused' is null
     )
     select message_id is not null as has_receipt, coalesce(request #>> '{params,message_text}', '') as text,
            created_at, wall_created_at
       from sends where message_id = $4 or (message_id is null and of_this_person)`,
    [intent.enrollment_id, intent.account_id, intent.key, messageId],
  );
  return rows;
}

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

/** Finds who else may have sent that message: any step or answer to the same person, and any intent at all whose receipt it is. */
export async function findClaims(
  db: Queryable,
  intent: Pick<IntentRow, 'key' | 'account_id'>,
  messageId: string | null,
): Promise<Claim[]> {
  const { rows } = await db.query<Claim & Record<string, unknown>>(
    `with own as (
       select i.enrollment_id, coalesce(e.lead_id, w.lead_id) as lead_id
         from intents i left join enrollments e on e.id = i.enrollment_id left join answers w on w.id = i.answer_id
        where i.key = $2
     ), sends as (
       select i.*, coalesce(i.response #>> '{data,entityUrn}', i.response #>> '{data,value,messageId}') as message_id,
              coalesce(i.enrollment_id = own.enrollment_id, false) or coalesce(e.lead_id, w.lead_id) = own.lead_id as of_this_person
         from own, intents i left join enrollments e on e.id = i.enrollment_id left join answers w on w.id = i.answer_id
        where i.account_id = $1 and i.key <> $2 and i.category = 'messages' and i.action = 'send'
          and i.state in ('sent', 'unknown', 'done') and i.response ->> 'refused' is null
     )
     select message_id is not null as has_receipt, coalesce(request #>> '{params,message_text}', '') as text,
            created_at, wall_created_at
       from sends where message_id = $3 or (message_id is null and of_this_person)`,
    [intent.account_id, intent.key, messageId],
  );
  return rows;
}

import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

interface Reported {
  readonly account_id: string;
  /** The people in whose conversation it stands. */
  readonly lead_ids: readonly string[];
  readonly message_id: string | null;
  readonly text: string;
  /** Whoever wrote it, as the service calls them. */
  readonly name: string | null;
}

/** Characters. "Thank you!" is what both sides say, and a reply that is not taken for one would let a sequence go on. */
const LEAST_WORDS = 30;

/**
 * Whether a message of which the conversation alone says whose it is was written by us: by its id, or by its very words, it is one that was sent to
 * these people from this account, or its author has the name of the account, which is not theirs.
 */
export const isOwnMessage = setwise(async (tx: Queryable, reported: readonly Reported[]): Promise<boolean[]> => {
  const { rows } = await tx.query<{ place: number }>(
    `select asked.place
       from ${rowsOf('place int, account_id text, lead_ids text[], message_id text, text text, name text')} as asked
      where exists (
              select from intents i
               where i.account_id = asked.account_id and i.category = 'messages'
                 and (i.enrollment_id in (select e.id from enrollments e where e.lead_id = any(asked.lead_ids))
                      or i.answer_id in (select w.id from answers w where w.lead_id = any(asked.lead_ids)))
                 and (i.response #>> '{data,message_id}' = asked.message_id
                      or (length(btrim(asked.text)) >= $2 and btrim(i.request #>> '{params,message_text}') = btrim(asked.text))))
         or exists (
              select from accounts a
               where a.id = asked.account_id and lower(btrim(a.name)) = lower(btrim(asked.name))
                 and not exists (select from leads l where l.id = any(asked.lead_ids)
                                    and lower(btrim(concat_ws(' ', l.first_name, l.last_name))) in ('', lower(btrim(a.name)), lower(btrim(l.first_name)))))`,
    [jsonRows(reported.map((one, place) => ({ place, ...one }))), LEAST_WORDS],
  );
  const own = new Set(rows.map(({ place }) => place));
  return reported.map((_, place) => own.has(place));
});

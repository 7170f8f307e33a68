import type { Queryable } from '../../../shared/postgres/database.ts';
import { equal, type Listing } from '../listing.ts';
import type { IntentRequest } from './intent.ts';

/** An email that went out, with whom it was for. */
export interface SentMail {
  readonly key: string;
  readonly enrollment_id: string;
  readonly name: string | null;
  readonly outcome: string | null;
  /** The one that the mail went out from: the service may choose another mailbox of a pool. */
  readonly account_id: string;
  readonly node: string;
  readonly to: string | null;
  readonly subject: string | null;
  readonly message_id: string | null;
  /** Virtual time. */
  readonly at: Date;
}

/** A sent mail with the request to the service. */
export interface MailInLedger extends SentMail {
  readonly from: { readonly name: string; readonly email: string | null };
  readonly params: IntentRequest['params'];
}

/** Columns of a mail in the ledger. A person who was erased is in no list. */
const COLUMNS = `i.key, e.id as enrollment_id, nullif(concat_ws(' ', l.first_name, l.last_name), '') as name, e.outcome, i.node,
    coalesce((select a.id from accounts a where a.platform = 'email' and i.response #>> '{data,sent_from}' in (a.email, a.email_key) limit 1),
             i.account_id) as account_id,
    i.request #>> '{params,to}' as "to", i.request #>> '{params,subject}' as subject,
    i.response #>> '{data,message_id}' as message_id, i.created_at as at`;
/** The tables of a sent mail. An answer of a person of ours stands with the enrollment from which its recipient came. */
const TABLES = `intents i left join answers w on w.id = i.answer_id
    join enrollments e on e.id = coalesce(i.enrollment_id, w.enrollment_id) join leads l on l.id = e.lead_id`;
const SENT = `i.limit_class = 'email' and i.state = 'done'`;

/** Lists the mails of one enrollment, oldest first. */
export async function listMailsTo(db: Queryable, enrollmentId: string): Promise<MailInLedger[]> {
  const { rows } = await db.query<MailInLedger & Record<string, unknown>>(
    `select sent.*, jsonb_build_object('name', a.name, 'email', a.email) as "from", i.request -> 'params' as params
       from (select ${COLUMNS} from ${TABLES} where ${SENT} and i.key in (
               select key from intents where enrollment_id = $1
               union all select k.key from answers a join intents k on k.answer_id = a.id where a.enrollment_id = $1)) as sent join intents i using (key) join accounts a on a.id = sent.account_id
      order by sent.at, key`,
    [enrollmentId],
  );
  return rows;
}

/** Lists the mails that were sent from one account. */
export const mailsFromListing = (account_id: string): Listing<SentMail> => ({
  ...{ columns: COLUMNS, tables: TABLES, ...equal({ 'i.account_id': account_id }, SENT) },
  orders: {
    at: [
      { sql: 'i.created_at', of: ({ at }) => at, kind: 'time' },
      { sql: 'i.key', of: ({ key }) => key, kind: 'text' },
    ],
  },
  usual: '-at',
});

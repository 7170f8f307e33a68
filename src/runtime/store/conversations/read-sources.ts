import type { Queryable } from '../../../shared/postgres/database.ts';
import type { DecidedMeaning } from '../tasks/unclear-reply.ts';

/** An event that a person of ours was found for. */
export interface EventOfPerson {
  readonly event_id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
  readonly occurred_at: Date;
  readonly lead_id: string;
  readonly decided: DecidedMeaning | null;
  /** The open task that asks what it means. */
  readonly unclear: {
    readonly task_id: string;
    readonly text: string;
    readonly signs: readonly { readonly sign: string; readonly seen: string }[];
  } | null;
}

/** A message that has gone out, with the step that it was, or the answer of somebody of ours. */
export interface SentMessage {
  readonly key: string;
  readonly lead_id: string;
  readonly step: {
    readonly enrollment_id: string;
    readonly sequence: string;
    readonly campaign_id: string | null;
    readonly node: string;
    /** Digest of the plan in which the step stood then. */
    readonly digest: string;
  } | null;
  readonly answer: { readonly id: string; readonly author: string } | null;
  readonly limit_class: string | null;
  /** The one that it went out from: the service may choose another mailbox of a pool. */
  readonly account_id: string;
  /** Name and address of that account; empty where it has none. */
  readonly from: { readonly name: string; readonly email: string };
  readonly params: Readonly<Record<string, unknown>>;
  /** The Message-ID of a mail, where its receipt names it. */
  readonly message_id: string | null;
  readonly created_at: Date;
}

/** All that these people caused. One that is read once more is matched still. */
export async function listEventsOf(db: Queryable, leadIds: readonly string[]): Promise<EventOfPerson[]> {
  const { rows } = await db.query<EventOfPerson & Record<string, unknown>>(
    `select event_id, account_id, platform, type, payload, occurred_at, lead_id, decided,
            (select jsonb_build_object('task_id', t.id, 'text', t.text, 'signs', coalesce(t.preview -> 'signs', '[]')) from enrollments e
              cross join lateral (select * from tasks where enrollment_id = e.id and status = 'open' and kind = 'unclear_reply' offset 0) as t
              where e.lead_id = events.lead_id and t.event_id = events.event_id limit 1) as unclear
       from events
      where lead_id = any($1) and state in ('matched', 'pending') order by occurred_at, event_id`,
    [leadIds],
  );
  return rows;
}

/** The offset keeps it a look-up of its own: joined, it was taken for one row of all that ever went out. */
const wordsOf = (whose: string): string => `(
  select i.key, i.limit_class, i.account_id, i.node, i.digest, i.request, i.response, i.created_at from intents i
   where ${whose} and i.state = 'done' and (i.action = 'send' or (i.action = 'invite' and i.request #>> '{params,message_text}' is not null))
  offset 0) as i`;

/** All that went out to these people in words, invitations with a note among them. */
export async function listSentTo(db: Queryable, leadIds: readonly string[]): Promise<SentMessage[]> {
  const { rows } = await db.query<SentMessage & Record<string, unknown>>(
    `select sent.key, sent.lead_id, sent.step, sent.answer, sent.limit_class, sent.request -> 'params' as params,
            sent.response #>> '{data,message_id}' as message_id, sent.created_at, mailbox.id as account_id,
            jsonb_build_object('name', coalesce(a.name, ''), 'email', coalesce(a.email, '')) as "from"
       from (select i.*, e.lead_id, null::jsonb as answer,
                    jsonb_build_object('enrollment_id', e.id, 'sequence', e.sequence, 'campaign_id', e.campaign_id, 'node', i.node,
                                       'digest', coalesce(i.digest, e.digest)) as step
               from enrollments e cross join lateral ${wordsOf('i.enrollment_id = e.id')} where e.lead_id = any($1)
             union all
             select i.*, w.lead_id, jsonb_build_object('id', w.id, 'author', w.author), null
               from answers w cross join lateral ${wordsOf('i.answer_id = w.id')} where w.lead_id = any($1)) as sent
      cross join lateral (select coalesce((
        select m.id from accounts m where m.platform = 'email' and sent.response #>> '{data,sent_from}' in (m.email, m.email_key) limit 1), sent.account_id) as id) as mailbox
       left join accounts a on a.id = mailbox.id
      order by sent.created_at, sent.key`,
    [leadIds],
  );
  return rows;
}

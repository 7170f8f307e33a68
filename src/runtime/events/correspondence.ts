import { isRecord } from '../../shared/kit/is-record.ts';
import { ownWords } from '../../shared/mail/own-words/own-words.ts';
import type { SentMail } from '../../shared/mail/own-words/sent-lines.ts';
import { textOfHtml } from '../../shared/mail/text-of-html.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { findAccount } from '../store/accounts/find-account.ts';
import { listEventsOf, listSentTo, type SentMessage } from '../store/conversations/read-sources.ts';
import type { EventRow } from '../store/events/claim-event.ts';
import type { Correspondence } from './reading/judge-message.ts';
import { type Author, tryToReadActivity } from './reading/read-activity.ts';

/** Of each side the newest: what is answered or repeated is among them. */
const MOST = 20;

/** The mails that went to and fro between these people and the account, before this one. */
export async function readCorrespondence(
  tx: Queryable,
  event: EventRow,
  { answers }: Author,
  leadIds: readonly string[],
): Promise<Correspondence> {
  const account = await findAccount(tx, event.account_id);
  const from = { name: account?.name ?? '', email: account?.email ?? '' };
  const mails = (await listSentTo(tx, leadIds)).filter(({ limit_class }) => limit_class === 'email').slice(-MOST);
  const answered = new Set(answers.map(bareId));
  const isAnswered = ({ message_id }: SentMessage) => message_id !== null && answered.has(bareId(message_id));
  const newestFirst = mails.toReversed();
  const sent = [...newestFirst.filter(isAnswered), ...newestFirst.filter((mail) => !isAnswered(mail))].map((mail) =>
    sentMail(mail, from),
  );
  const before = (await listEventsOf(tx, leadIds))
    .filter(({ event_id, platform }) => event_id !== event.event_id && platform === 'email')
    .slice(-MOST);
  const earlier = before.flatMap((one) => {
    const activity = tryToReadActivity(one);
    return activity !== null && 'text' in activity ? [ownWords(activity.text, sent)] : [];
  });
  return { sent, earlier };
}

const bareId = (id: string): string => id.replace(/[<>]/g, '');

function sentMail({ params, created_at }: SentMessage, from: SentMail['from']): SentMail {
  // Of a call from before they were kept there are none.
  const said = (name: string): string => (isRecord(params) && typeof params[name] === 'string' ? params[name] : '');
  return {
    subject: said('subject'),
    text: said('message_text') || textOfHtml(said('html')),
    from,
    at: created_at.getTime(),
  };
}

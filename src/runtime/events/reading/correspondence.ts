import { isRecord } from '../../../shared/kit/is-record.ts';
import type { SentMail } from '../../../shared/mail/own-words/sent-lines.ts';
import { textOfHtml } from '../../../shared/mail/text-of-html.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import {
  type EventOfPerson,
  listEventsOf,
  listSentTo,
  type SentMessage,
} from '../../store/conversations/read-sources.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import type { Correspondence } from './judge-message.ts';
import { type Activity, type Author, tryToReadActivity } from './read-activity.ts';

/** Mails that are looked at, the newest of each side: the one that is answered or repeated is among them. */
const MOST = 20;

/** The mails that went to and fro between these people and us, before this one. */
export async function readCorrespondence(
  tx: Queryable,
  event: EventRow,
  { answers }: Author,
  leadIds: readonly string[],
): Promise<Correspondence> {
  const sent = await listSentTo(tx, leadIds);
  const before = (await listEventsOf(tx, leadIds)).filter(
    ({ event_id, platform }) => event_id !== event.event_id && platform === 'email',
  );
  const earlier = readActivities(before.slice(-MOST), sent).flatMap(({ activity }) => ownWordsIn(activity));
  return { sent: mailsKnown(sent, event.occurred_at, answers), earlier };
}

/**
 * Reads what each of these events of one person says, oldest first, with what both sides had written before it, so that it is read as it was when it
 * came. An event that cannot be read is left out: it must not hide the others.
 */
export function readActivities<Event extends EventOfPerson>(
  events: readonly Event[],
  sent: readonly SentMessage[],
): { readonly event: Event; readonly activity: Activity }[] {
  const earlier: string[] = [];
  return events.flatMap((event) => {
    const activity = tryToReadActivity(event, ({ answers }) => ({
      sent: mailsKnown(sent, event.occurred_at, answers),
      earlier: earlier.slice(-MOST),
    }));
    if (activity === null) return [];
    if (event.platform === 'email') earlier.push(...ownWordsIn(activity));
    return [{ event, activity }];
  });
}

const ownWordsIn = (activity: Activity): string[] => ('own' in activity ? [activity.own] : []);

/** Those that are answered first, then those before it, the newest first. Clocks differ, so that what seems to be later is known, too. */
function mailsKnown(sent: readonly SentMessage[], at: Date, answers: readonly string[]): readonly SentMail[] {
  const answered = new Set(answers.map(bareId));
  const isAnswered = ({ message_id }: SentMessage) => message_id !== null && answered.has(bareId(message_id));
  const isBefore = ({ created_at }: SentMessage) => created_at.getTime() <= at.getTime();
  const rankOf = (mail: SentMessage): number => (isAnswered(mail) ? 0 : isBefore(mail) ? 1 : 2);
  return sent
    .filter(({ limit_class }) => limit_class === 'email')
    .toReversed()
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, MOST)
    .map(sentMail);
}

const bareId = (id: string): string => id.replace(/[<>]/g, '');

function sentMail({ params, from, created_at }: SentMessage): SentMail {
  // Calls of versions that did not keep their parameters have none.
  const said = (name: string): string => (isRecord(params) && typeof params[name] === 'string' ? params[name] : '');
  return {
    subject: said('subject'),
    text: said('message_text') || textOfHtml(said('html')),
    from,
    at: created_at.getTime(),
  };
}

import { groupBy } from '../../shared/kit/group-by.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { textOfHtml } from '../../shared/mail/text-of-html.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { readActivities } from '../events/reading/correspondence.ts';
import { type Activity, isMachines } from '../events/reading/read-activity.ts';
import type { ConversationChannel } from '../store/conversations/conversation-row.ts';
import { type EventOfPerson, listEventsOf, listSentTo, type SentMessage } from '../store/conversations/read-sources.ts';

type Side = 'them' | 'us';

/** A message from one side to the other. */
export interface Message {
  /** The id of the event or of the intent that the message is. */
  readonly id: string;
  readonly lead_id: string;
  readonly account_id: string;
  readonly at: Date;
  readonly by: Side;
  readonly channel: ConversationChannel;
  readonly subject: string | null;
  /** The author's own words. */
  readonly text: string;
  /** The whole text, where it quotes what it answers; empty where it does not. */
  readonly quoted: string;
  /** A machine answered for them. */
  readonly automatic: boolean;
  /** Nobody knows what it means, until somebody decides this task. */
  readonly unclear: EventOfPerson['unclear'];
  /** The step that sent one of our messages. */
  readonly step: SentMessage['step'];
  /** The person of ours who wrote one of our messages. */
  readonly author: string | null;
}

/** Both sides' messages on every channel, oldest first; of those at one moment ours first, which theirs may answer. */
export async function messagesOf(db: Queryable, leadIds: readonly string[]): Promise<Message[]> {
  const [events, sent] = [await listEventsOf(db, leadIds), await listSentTo(db, leadIds)];
  const sentTo = groupBy(sent, ({ lead_id }) => lead_id);
  // Each person is read alone: the result must not depend on who is read with them.
  const theirs = [...groupBy(events, ({ lead_id }) => lead_id)].flatMap(([lead_id, caused]) =>
    messagesIn(caused, sentTo.get(lead_id) ?? []),
  );
  return [...sent.map(messageSent), ...theirs].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.by === other.by ? 0 : one.by === 'us' ? -1 : 1),
  );
}

/** The same message may have been told of twice. */
function messagesIn(events: readonly EventOfPerson[], sent: readonly SentMessage[]): Message[] {
  const reported = new Set<string>();
  return readActivities(events, sent).flatMap(({ event, activity }) => {
    if (!('about' in activity)) return [];
    const name = `${event.account_id} ${activity.about ?? event.event_id}`;
    if (reported.has(name)) return [];
    reported.add(name);
    return [messageReceived(event, activity)];
  });
}

function messageReceived(event: EventOfPerson, activity: Extract<Activity, { about: string | null }>): Message {
  const whole = 'text' in activity ? activity.text.trim() : '';
  // If no words are their own, the whole text says more than nothing.
  const own = ('own' in activity ? activity.own.trim() : '') || whole;
  return {
    id: event.event_id,
    lead_id: event.lead_id,
    account_id: event.account_id,
    at: event.occurred_at,
    by: 'them',
    channel:
      activity.kind === 'refusal' ? 'inmail' : channelOf(activity.kind === 'reply' ? activity.by : event.platform),
    subject: activity.author.subject || null,
    text: own,
    quoted: own === whole ? '' : whole,
    automatic: isMachines(activity),
    unclear: event.unclear,
    step: null,
    author: null,
  };
}

const channelOf = (said: string): Message['channel'] =>
  said === 'email' || said === 'messenger' || said === 'inmail' ? said : 'message';

function messageSent(sent: SentMessage): Message {
  const { params, step, answer } = sent;
  const html = typeof params.html === 'string' ? textOfHtml(params.html, { links: true }) : '';
  return {
    id: answer?.id ?? sent.key,
    lead_id: sent.lead_id,
    account_id: sent.account_id,
    at: sent.created_at,
    by: 'us',
    channel: channelSent(sent),
    subject: typeof params.subject === 'string' ? params.subject : null,
    text: (typeof params.message_text === 'string' ? params.message_text : html).trim(),
    quoted: '',
    automatic: false,
    unclear: null,
    step,
    author: answer?.author ?? null,
  };
}

function channelSent({ limit_class, params }: SentMessage): Message['channel'] {
  if (limit_class === 'invite') return 'invitation';
  if (limit_class === 'email' || limit_class === 'inmail') return limit_class;
  return isRecord(params) && 'phone_number' in params ? 'messenger' : 'message';
}

import { createHash } from 'node:crypto';
import type { Identity } from '../../../shared/identity/identity.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import { asksToStop } from '../../../shared/mail/asks-to-stop.ts';
import type { Doubt } from '../../../shared/mail/verdict/judge-mail.ts';
import type { Sign } from '../../../shared/mail/verdict/sign.ts';
import { SURE_ALONE } from '../../../shared/mail/verdict/sure-together.ts';
import type { Platform } from '../../../v2/contract/definition.ts';
import type { DecidedMeaning } from '../../store/tasks/unclear-reply.ts';
import { type JsonObject, textAt } from './json.ts';
import { type Correspondence, judgeMessage, NO_CORRESPONDENCE } from './judge-message.ts';
import { kindOfEvent, platformOf } from './kind-of-event.ts';
import { namesIn } from './names-in.ts';
import { readComplaint } from './read-complaint.ts';
import { contentOf } from './read-envelopes.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import { readBounce, readConnections } from './read-others.ts';

/** The people from whom a message may be. */
export interface Author {
  /** Names of the one who wrote. */
  readonly from: readonly Identity[];
  /** Other people in an event that has no place for the one who wrote: it is the one of them that we know, if it is one. */
  readonly others: readonly Identity[];
  readonly display_name: string | null;
  /** The mails it answers, nearest first. */
  readonly answers: readonly string[];
  readonly subject: string;
}

/** The meaning of an event for a sequence. */
export type Activity =
  | {
      readonly kind: 'reply';
      readonly by: 'message' | 'inmail' | 'email' | 'messenger';
      readonly author: Author;
      readonly text: string;
      /** The author's own words: a mail without what it quotes. Empty where nothing is their own. */
      readonly own: string;
      /** The text asks for no more messages. Services send no event for such a wish. */
      readonly asks_to_stop: boolean;
      readonly about: string | null;
    }
  /** A machine answered: the person is away, or nobody reads there. */
  | {
      readonly kind: 'automatic';
      readonly author: Author;
      readonly text: string;
      /** The author's own words. */
      readonly own: string;
      /** ISO date of the return, where a person of ours gave it; otherwise it is read from the text. */
      readonly returns_on: string | null;
      readonly about: string | null;
    }
  /** A person has to say what it is. */
  | {
      readonly kind: 'in_doubt';
      readonly doubt: Doubt;
      readonly signs: readonly Sign[];
      readonly author: Author;
      readonly text: string;
      readonly own: string;
      readonly about: string | null;
    }
  /** A machine sent it to many, or answers for nobody. */
  | {
      readonly kind: 'notice';
      /**
       * True where the mail declares itself one by a header that a standard defines. Otherwise its words say so, which may be quoted from a mail of
       * ours.
       */
      readonly is_declared: boolean;
      readonly author: Author;
      readonly text: string;
      readonly own: string;
      readonly about: string | null;
    }
  /** The person said no. */
  | { readonly kind: 'refusal'; readonly author: Author; readonly about: string | null }
  /** The person wants no more mail. */
  | { readonly kind: 'unsubscribed'; readonly author: Author }
  /** Each person with every name the event gives them. */
  | { readonly kind: 'accepted'; readonly people: readonly (readonly Identity[])[] }
  | {
      readonly kind: 'bounce';
      readonly of: readonly Identity[];
      readonly original_message_id: string | null;
      /** The mail server's answer; empty where it gave none. */
      readonly reason: string;
    }
  /** The person reported a mail of ours as spam. */
  | { readonly kind: 'complaint'; readonly of: readonly Identity[]; readonly original_message_id: string | null }
  | { readonly kind: 'disconnection'; readonly reason: string }
  | { readonly kind: 'ignored'; readonly why: string }
  /** An event that is kept and shown; what it may have reported is searched for. */
  | { readonly kind: 'not_understood'; readonly why: string };

/** No person wrote it: it is shown in a conversation, and is no answer. */
export const isMachines = ({ kind }: Activity): boolean => kind === 'automatic' || kind === 'notice';

export interface EventToRead {
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
  /** Absent: not known, and days are not to be told. */
  readonly occurred_at?: Date;
  /** The meaning that a person of ours gave it. */
  readonly decided?: DecidedMeaning | null;
}

/** Reads an event as `readActivity` does; null: it cannot be read, which must not hide the others. */
export function tryToReadActivity(event: EventToRead, knownOf?: (author: Author) => Correspondence): Activity | null {
  try {
    return readActivity(event, knownOf);
  } catch {
    return null;
  }
}

/**
 * Reads leniently: a reply must stop a sequence even from a service that fills other fields differently. `knownOf`: the mails between us and its author; without them
 * what we wrote may pass for theirs.
 */
export function readActivity(
  event: EventToRead,
  knownOf: (author: Author) => Correspondence = () => NO_CORRESPONDENCE,
): Activity {
  const content = contentOf(event.payload);
  if (!isRecord(event.payload)) return { kind: 'not_understood', why: 'the body is not a JSON object' };
  const kind = kindOfEvent(event.type);
  switch (kind) {
    case 'message':
      return readIncoming(event, content, knownOf);
    case 'message_sent':
      return { kind: 'ignored', why: 'our own message' };
    case 'accepted_invitation': {
      const people = readConnections(content);
      return people.length > 0
        ? { kind: 'accepted', people }
        : { kind: 'not_understood', why: 'an accepted invitation that does not say who accepted' };
    }
    case 'email_bounced': {
      const { kind: severity, of, original, reason } = readBounce(content);
      if (severity === 'soft') return { kind: 'ignored', why: 'a soft bounce: the mail may still arrive' };
      if (severity === 'unclear') return { kind: 'not_understood', why: 'a bounce that says neither hard nor soft' };
      if (of.length === 0 && original === null) return { kind: 'not_understood', why: 'a bounce without an address' };
      return { kind: 'bounce', of, original_message_id: original, reason };
    }
    case 'email_complained': {
      const { of, original } = readComplaint(content, accountOf(event));
      if (of.length > 0 || original !== null) return { kind: 'complaint', of, original_message_id: original };
      return { kind: 'not_understood', why: 'somebody complained, but nothing says who' };
    }
    case 'unsubscribed': {
      const { from, others, display_name, answers, subject } = readMessage(content, accountOf(event));
      const names = from.length > 0 ? from : others;
      if (names.length === 0) return { kind: 'not_understood', why: 'somebody unsubscribed, but nothing says who' };
      return { kind: 'unsubscribed', author: { from, others, display_name, answers, subject } };
    }
    case 'disconnection':
      return { kind: 'disconnection', reason: textAt(content, ['reason', 'message', 'error', 'status']) ?? '' };
    case 'invitation_received':
      return { kind: 'ignored', why: 'nothing waits for invitation_received' };
    case 'other':
      return readOther(event.type, content);
    default:
      return unreachable(kind);
  }
}

const accountOf = ({ account_id, platform }: EventToRead): { id: string; platform: Platform | null } => ({
  id: account_id,
  platform: platformOf(platform),
});

/** Types that nothing waits for: where such an event is not understood, nothing was missed. */
const PASSING =
  /read|seen|deliver|open|click|typing|reaction|view|visit|draft|updat|delet|edit|ping|test|sync|status|connected/i;

function readOther(type: string, content: JsonObject): Activity {
  if (PASSING.test(type) || namesIn(content).names.length === 0) {
    return { kind: 'ignored', why: `nothing waits for ${type}` };
  }
  return { kind: 'not_understood', why: `${type} is not a known type of event` };
}

/** Senders of reports about a mail, who are never the ones whom the mail was for. */
const MAIL_SERVER = /^(?:mailer-daemon|postmaster|mail-daemon)@/i;

function readIncoming(event: EventToRead, content: JsonObject, knownOf: (author: Author) => Correspondence): Activity {
  const account = accountOf(event);
  const message = readMessage(content, account);
  if (message.is_ours) return { kind: 'ignored', why: 'our own message' };
  if (message.kind === 'SYSTEM') return { kind: 'ignored', why: 'a notice of the network' };
  if (message.from.some(({ kind, value }) => kind === 'email' && MAIL_SERVER.test(value))) {
    return { kind: 'ignored', why: 'a notice of a mail server' };
  }
  const { from, others, display_name, answers, text, subject } = message;
  const author = { from, others, display_name, answers, subject };
  if (from.length === 0 && others.length === 0 && answers.length === 0) {
    return { kind: 'not_understood', why: 'a message that does not say who wrote it' };
  }
  const about = aboutOf(message);
  if (isDecline(message, event.type)) return { kind: 'refusal', author, about };
  const by = channelOf(account.platform, message);
  if (account.platform !== 'email')
    return { kind: 'reply', by, author, text, own: text, asks_to_stop: asksToStop(text), about };
  const { decided = null, occurred_at = new Date(0) } = event;
  const judged = judgeMessage(message, occurred_at, knownOf(author));
  const { own, doubt } = judged;
  if (decided?.as === 'automatic' || (decided === null && judged.kind === 'automatic')) {
    return { kind: 'automatic', author, text, own, returns_on: decided?.returns_on ?? null, about };
  }
  if (decided === null && judged.kind === 'notice') {
    const is_declared = judged.signs.some(({ sign }) => SURE_ALONE.includes(sign));
    return { kind: 'notice', is_declared, author, text, own, about };
  }
  if (decided === null && doubt !== null)
    return { kind: 'in_doubt', doubt, signs: judged.signs, author, text, own, about };
  const asks_to_stop = decided === null ? judged.wish === 'sure' : decided.as === 'no_more_mail';
  return { kind: 'reply', by, author, text, own, asks_to_stop, about };
}

/** Names a message by its id and a digest of its text, because a service may give one id to several messages. */
function aboutOf({ message_id, text }: ReadMessage): string | null {
  if (message_id === null) return null;
  const digest = createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
  return `message/${message_id.slice(0, LONGEST_ID)}/${digest}`;
}

/** The id that the service has given the message; null where it gave none. */
export const messageIdIn = (about: string | null): string | null =>
  /^message\/(.*)\/[0-9a-f]{16}$/s.exec(about ?? '')?.[1] ?? null;

const LONGEST_ID = 300;

const isDecline = ({ kind }: ReadMessage, type: string): boolean =>
  /^INMAIL_?DECLINED?$/.test(kind) || (/inmail/i.test(type) && /declin/i.test(type));

function channelOf(platform: Platform | null, message: ReadMessage): Extract<Activity, { kind: 'reply' }>['by'] {
  if (platform === 'email' || platform === 'messenger') return platform;
  return message.kind.startsWith('INMAIL') || message.is_inmail ? 'inmail' : 'message';
}

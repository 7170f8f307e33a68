import type { Queryable } from '../../shared/postgres/database.ts';
import type { AnswerRow } from '../store/answers/answer.ts';
import { listAnswersTo } from '../store/answers/find-answer.ts';
import { hasAny, type Within } from '../store/within.ts';
import { type Message, messagesOf } from './messages-of-people.ts';

/** All that both sides have written on every channel, and behind it what people of ours have written that has not gone out yet. */
export interface Thread {
  readonly messages: readonly Message[];
  /** Answers that were not sent yet, in the order in which they were written. */
  readonly open: readonly AnswerRow[];
}

/**
 * Reads the thread with a person on the accounts of `within`. Nothing that somebody is asked to mend may depend on messages that they may not see.
 */
export async function readThreadWith(db: Queryable, leadId: string, within: Within): Promise<Thread> {
  const messages = await messagesOf(db, [leadId]);
  const gone = new Set(messages.map(({ id }) => id));
  const answers = await listAnswersTo(db, [leadId]);
  const isSeen = ({ account_id }: { readonly account_id: string }) => hasAny(within, [account_id]);
  return {
    messages: messages.filter(isSeen),
    open: answers.filter((one) => OPEN.includes(one.state) && !gone.has(one.id) && isSeen(one)),
  };
}

const OPEN: readonly AnswerRow['state'][] = ['waiting', 'sending', 'in_doubt'];

/** Which of it a writer had not seen, whose last message before them was `lastSeen`. `unknown`: there is no such message. */
export function unseenIn({ messages, open }: Thread, lastSeen: string | null): readonly string[] | 'unknown' {
  const ids = [...messages.map(({ id }) => id), ...open.map(({ id }) => id)];
  if (lastSeen === null) return ids;
  const place = ids.indexOf(lastSeen);
  return place === -1 ? 'unknown' : ids.slice(place + 1);
}

/** How much there is to see. */
export const lengthOf = ({ messages, open }: Thread): number => messages.length + open.length;

/** The thread as it was before this answer of ours: what was written after it goes after it. */
export function before(thread: Thread, answerId: string): Thread {
  const place = thread.open.findIndex(({ id }) => id === answerId);
  return place === -1 ? thread : { ...thread, open: thread.open.slice(0, place) };
}

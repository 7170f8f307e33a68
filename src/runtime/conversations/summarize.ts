import type { ConversationSummary } from '../store/conversations/conversation-row.ts';
import type { Message } from './messages-of-people.ts';

/** Length of the excerpt of a message in a list, in characters. */
const LONGEST_EXCERPT = 500;

/** Says whose turn it is to write, and since which message of the other side; null while only machines have answered. */
export function turnOf(messages: readonly Message[]): { readonly for: 'them' | 'us'; readonly since: Date } | null {
  const written = messages.filter(({ automatic }) => !automatic);
  const last = written.at(-1);
  if (last === undefined) return null;
  const first = written[written.findLastIndex(({ by }) => by !== last.by) + 1] ?? last;
  return { for: last.by === 'us' ? 'them' : 'us', since: first.at };
}

/** Summarizes the messages between one person and one account for the inbox. There is at least one, and they are oldest first. */
export function summarize(messages: readonly Message[], campaignIds: readonly string[]): ConversationSummary {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) throw new Error('a conversation has a message');
  const turn = turnOf(messages);
  return {
    channels: [...new Set(messages.map(({ channel }) => channel))].sort(),
    campaign_ids: campaignIds,
    messages: messages.length,
    received: messages.filter(({ by, automatic }) => by === 'them' && !automatic).length,
    automatic: messages.filter(({ automatic }) => automatic).length,
    last_id: last.id,
    last_at: last.at,
    last_by: last.by,
    last_channel: last.channel,
    last_subject: last.subject === null ? null : excerptOf(last.subject),
    last_text: excerptOf(last.text),
    last_automatic: last.automatic,
    waiting_for: turn?.for ?? null,
    waiting_since: turn?.since ?? null,
    created_at: first.at,
  };
}

/** Whole characters. */
const excerptOf = (text: string): string =>
  Array.from(text.slice(0, 2 * LONGEST_EXCERPT))
    .slice(0, LONGEST_EXCERPT)
    .join('');

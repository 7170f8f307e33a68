import type { Queryable } from '../../shared/postgres/database.ts';
import { returnDate } from '../events/reactions/return-date.ts';
import { readActivities } from '../events/reading/correspondence.ts';
import { type Activity, tryToReadActivity } from '../events/reading/read-activity.ts';
import { listEventsOf, listSentTo } from '../store/conversations/read-sources.ts';
import type { ForgottenEvent, OldEvent } from '../store/erasure/purge.ts';
import type { DecidedMeaning } from '../store/tasks/unclear-reply.ts';
import { withoutWords } from './without-words.ts';

/**
 * Takes the words out of events. Where only the words said what an event means, that is written down beside it: otherwise a machine's answer would be
 * a reply when it is read again, for the inbox or after two people have proved to be one.
 */
export async function forgetWords(tx: Queryable, events: readonly OldEvent[]): Promise<ForgottenEvent[]> {
  const bare = events.map((event) => {
    const payload = withoutWords(event.payload);
    return { event, payload, had_words: JSON.stringify(payload) !== JSON.stringify(event.payload) };
  });
  const meant = await meaningOf(
    tx,
    bare.flatMap(({ event, had_words }) => (had_words && event.lead_id) || []),
  );
  return bare.map(({ event, payload, had_words }) => {
    const { event_id, lead_id } = event;
    const before = meant.get(event_id);
    const decided = event.decided ?? (before ? meaningByWordsAlone(event, before, payload) : null);
    return { event_id, lead_id, payload, decided, had_words };
  });
}

/** Reads what each event of these people means, as it was read when it came. */
async function meaningOf(tx: Queryable, leads: readonly string[]): Promise<ReadonlyMap<string, Activity>> {
  const meant = new Map<string, Activity>();
  for (const lead of new Set(leads)) {
    const all = readActivities(await listEventsOf(tx, [lead]), await listSentTo(tx, [lead]));
    for (const { event, activity } of all) meant.set(event.event_id, activity);
  }
  return meant;
}

/** Null: it means the same without its words. */
function meaningByWordsAlone(event: OldEvent, before: Activity, payload: unknown): DecidedMeaning | null {
  const after = tryToReadActivity({ ...event, payload });
  const wishes = (activity: Activity | null) => activity?.kind === 'reply' && activity.asks_to_stop;
  if (after?.kind === before.kind && wishes(after) === wishes(before)) return null;
  switch (before.kind) {
    case 'automatic':
    case 'notice':
      return { as: 'automatic', returns_on: dayIn(event, before) };
    case 'reply':
      return { as: before.asks_to_stop ? 'no_more_mail' : 'answer', returns_on: null };
    // Whoever should have said what it is has not been asked, or has not answered: it counts as an answer, as it did.
    case 'in_doubt':
      return { as: 'answer', returns_on: null };
    default:
      return null;
  }
}

/** The day on which somebody is back, as their answer tells it. */
function dayIn({ occurred_at }: OldEvent, { own, author }: Extract<Activity, { kind: 'automatic' | 'notice' }>) {
  const reader = { now: occurred_at.getTime(), zone: 'UTC', month_first: false };
  const named = returnDate(own, reader) ?? returnDate(author.subject, { ...reader, after_word: true });
  return named === null ? null : new Date(named).toISOString().slice(0, 10);
}

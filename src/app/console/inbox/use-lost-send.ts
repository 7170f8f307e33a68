import { useEffect } from 'react';
import { ApiProblem } from '../../api-client/api-problem.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import { drafts, useDraft } from '../parts/drafts.ts';

type Conversation = ResultOf<'getConversation'>;

/** The send that was asked for, with what its writer had before them then. */
interface Asked {
  readonly text: string;
  readonly last: string | null;
  readonly answers: readonly string[];
}

const keyOf = (conversation_id: string): string => `asked.${conversation_id}`;

/**
 * An answer that was written although the server's word of it was lost is no draft any more once it is seen among what we wrote: sent again, after
 * a reload too, it would be a second message.
 */
export function useLostSend(conversation: Conversation) {
  const { id, history, answers } = conversation;
  const text = useDraft(id);
  const written = useDraft(keyOf(id));
  const asked: Asked | null = written === '' ? null : JSON.parse(written);
  const hasArrived =
    asked !== null && text.startsWith(asked.text) && arrivedSince(asked, conversation).includes(asked.text);
  const arrived = hasArrived ? asked.text : null;
  useEffect(() => {
    if (arrived === null) return;
    drafts.leave(id, arrived);
    drafts.put(keyOf(id), '');
  }, [arrived, id]);
  return {
    noteAsked() {
      const known = { last: history.at(-1)?.id ?? null, answers: answers.map((answer) => answer.id) };
      drafts.put(keyOf(id), JSON.stringify({ text, ...known } satisfies Asked));
    },
    /** Undefined: it was written. */
    noteAnswered(error?: unknown) {
      if (error === undefined || isRefusal(error)) drafts.put(keyOf(id), '');
    },
  };
}

/** Tells whether the server has refused, so that nothing was written; of all else nobody knows. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status < 500 && error.code !== 'in_progress';

/** The texts that we wrote since. */
function arrivedSince(asked: Asked, { history, answers }: Conversation): string[] {
  const newer = history.slice(history.findIndex(({ id }) => id === asked.last) + 1);
  const going = answers.filter(
    ({ id, state }) => !asked.answers.includes(id) && state !== 'withdrawn' && state !== 'not_sent',
  );
  return [...newer.filter(({ by }) => by === 'us'), ...going].map(({ text }) => text);
}

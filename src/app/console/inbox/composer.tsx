import { Button } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiProblem } from '../../api-client/api-problem.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import type { ProblemBody } from '../../api-contract/problem.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { drafts, useDraft } from './drafts.ts';
import classes from './inbox.module.css';
import { NextSends } from './next-sends.tsx';
import { NoteForm } from './note-form.tsx';
import { SavedAnswers } from './saved-answers.tsx';
import { useSaidPresence } from './use-said-presence.ts';

/** The answer: it names the newest message that its writer has before them, and goes after some seconds. */
export function Composer({ conversation }: { readonly conversation: ResultOf<'getConversation'> }) {
  const { id, lead_id, history, answers } = conversation;
  const text = useDraft(id);
  const [obstacle, setObstacle] = useState<ProblemBody | null>(null);
  const send = useChange('sendAnswer');
  const may = useMay();
  const { people, isWriting, noteTyping } = useSaidPresence(id);
  // The same text asked again, after an answer that was lost, is the same message.
  const asked = useRef({ body: '', key: '' });

  const going = answers.filter(({ state }) => state === 'waiting').at(-1);
  const sendIt = (confirm: string[] = []) => {
    if (text.trim() === '' || send.isPending) return;
    const body = { text, last_seen: going?.id ?? history.at(-1)?.id ?? null, confirm };
    const said = JSON.stringify(body);
    if (asked.current.body !== said) asked.current = { body: said, key: newKey() };
    send.mutate(
      { params: { id }, body, idempotency_key: asked.current.key },
      {
        onSuccess: () => {
          setObstacle(null);
          drafts.put(id, '');
        },
        onError: (error) => setObstacle(error instanceof ApiProblem && error.status === 409 ? error.problem : null),
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) sendIt();
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
  };
  const entries = obstacle?.entries ?? [];
  return (
    <div className={classes.composer}>
      {obstacle !== null && (
        <p className={classes.obstacle} role="alert">
          {obstacle.detail} Your text is kept.{' '}
          {entries.length > 0 && (
            <Button size="compact-xs" color="red.9" onClick={() => sendIt(entries.map((entry) => entry.id))}>
              Send all the same
            </Button>
          )}
        </p>
      )}
      {people.map(({ who, name, status }) => (
        <p key={who} className={classes.obstacle} role="status">
          {name} is {status === 'writing' ? 'writing an answer' : 'reading this, too'}.
        </p>
      ))}
      <NextSends lead_id={lead_id} isHeld={isWriting} />
      <textarea
        data-key="r"
        aria-label="Answer"
        placeholder="Answer …"
        value={text}
        onChange={(event) => {
          drafts.put(id, event.currentTarget.value);
          noteTyping();
        }}
        onKeyDown={onKeyDown}
      />
      <footer>
        <Button onClick={() => sendIt()} loading={send.isPending} disabled={text.trim() === ''}>
          Send
        </Button>
        <span className={classes.quiet}>⌘Enter sends; it can be taken back until it goes.</span>
        <SavedAnswers conversation_id={id} />
        {may('addConversationNote') && <NoteForm conversation_id={id} />}
      </footer>
    </div>
  );
}

/** A page that was not opened by https has no `randomUUID`. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('');

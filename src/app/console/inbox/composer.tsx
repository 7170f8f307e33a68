import { Button } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiProblem } from '../../api-client/api-problem.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import type { ProblemBody } from '../../api-contract/problem.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import controls from '../parts/controls.module.css';
import { drafts, useDraft } from '../parts/drafts.ts';
import { type AttachedFile, AttachFiles } from './attach-files.tsx';
import classes from './inbox.module.css';
import { NextSends } from './next-sends.tsx';
import { NoteForm } from './note-form.tsx';
import { SavedAnswers } from './saved-answers.tsx';
import { useLostSend } from './use-lost-send.ts';
import { useSaidPresence } from './use-said-presence.ts';

/** The answer: it names the newest message that its writer has before them, and goes after some seconds. */
export function Composer({ conversation }: { readonly conversation: ResultOf<'getConversation'> }) {
  const { id, lead_id, history, answers } = conversation;
  const text = useDraft(id);
  const subject = useDraft(`subject.${id}`);
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [obstacle, setObstacle] = useState<ProblemBody | null>(null);
  const lost = useLostSend(conversation);
  const send = useChange('sendAnswer');
  const may = useMay();
  const { people, isWriting, noteTyping } = useSaidPresence(id);
  // The same text asked again, after an answer that was lost, is the same message.
  const asked = useRef({ body: '', key: '' });

  const going = answers.filter(({ state }) => state === 'waiting').at(-1);
  const isEmpty = text.trim() === '' && files.length === 0;
  const sendIt = (confirm: string[] = []) => {
    if (isEmpty || send.isPending) return;
    const body = {
      ...{ text, last_seen: going?.id ?? history.at(-1)?.id ?? null, confirm },
      ...(subject.trim() === '' ? {} : { subject }),
      ...(files.length === 0 ? {} : { attachments: [...files] }),
    };
    const said = JSON.stringify(body);
    if (asked.current.body !== said) asked.current = { body: said, key: newKey() };
    lost.noteAsked();
    send.mutate(
      { params: { id }, body, idempotency_key: asked.current.key },
      {
        onSuccess: () => {
          setObstacle(null);
          lost.noteAnswered();
          // A file that was attached meanwhile goes with the next one.
          setFiles((now) => now.filter((file) => !files.includes(file)));
          drafts.leave(id, text);
          drafts.leave(`subject.${id}`, subject);
        },
        onError: (error) => {
          lost.noteAnswered(error);
          setObstacle(error instanceof ApiProblem && stays(error) ? error.problem : null);
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) sendIt();
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
  };
  const entries = obstacle?.entries ?? [];
  const needsSubject = obstacle?.code === 'needs_subject' || subject !== '';
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
      <NextSends lead_id={lead_id} isWriting={isWriting} />
      {needsSubject && (
        <input
          className={controls.input}
          aria-label="Subject"
          placeholder="Subject"
          value={subject}
          onChange={(event) => drafts.put(`subject.${id}`, event.currentTarget.value)}
        />
      )}
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
        <Button onClick={() => sendIt()} loading={send.isPending} disabled={isEmpty}>
          Send
        </Button>
        <span className={classes.quiet}>⌘Enter sends; it can be taken back until it goes.</span>
        <SavedAnswers conversation_id={id} />
        <AttachFiles files={files} onChange={setFiles} />
        {may('addConversationNote') && <NoteForm conversation_id={id} />}
      </footer>
    </div>
  );
}

/** Tells whether a problem stays beside the text, until it is dealt with there. */
const stays = ({ status, problem }: ApiProblem): boolean => status === 409 || problem.code === 'needs_subject';

/** A page that was not opened by https has no `randomUUID`. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('');

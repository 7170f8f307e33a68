import { type UIEvent, useEffect, useRef } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { nameOfLead } from '../parts/lead-name.ts';
import { Time } from '../parts/time.tsx';
import { UnclearReply } from '../tasks/unclear-reply.tsx';
import classes from './inbox.module.css';
import { OwnAnswer } from './own-answer.tsx';

/** Pixels from its end within which a list counts as read to the end. */
const NEAR = 40;

/** Both sides' messages and our notes in their order; below them, the answers that have not gone. */
export function Messages({ conversation }: { readonly conversation: ResultOf<'getConversation'> }) {
  const { id, lead, history, earlier, answers, notes } = conversation;
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const oursBefore = useRef(answers.length + notes.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came last is looked at first.
  useEffect(() => {
    const ours = answers.length + notes.length;
    // Whoever has scrolled up reads there, until they write themselves.
    if (isAtEnd.current || ours > oursBefore.current) list.current?.scrollTo(0, list.current.scrollHeight);
    oursBefore.current = ours;
  }, [history.length, answers.length, notes.length]);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
  };
  const lines = [
    ...history.map((message) => ({ at: message.at, message, note: null })),
    ...notes.map((note) => ({ at: note.created_at, message: null, note })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it.
    <ol ref={list} className={classes.messages} tabIndex={0} aria-label="Messages" onScroll={onScroll}>
      {earlier > 0 && <li className={classes.quiet}>{earlier} earlier messages are not shown.</li>}
      {lines.map(({ at, message, note }) =>
        message !== null ? (
          <li key={message.id} className={classes.message} data-by={message.by}>
            <span className={classes.when}>
              <bdi>{message.by === 'them' ? nameOfLead(lead) : (message.author ?? message.step?.sequence ?? 'We')}</bdi>
              {message.automatic ? ' (automatic)' : ''} · {message.channel} · <Time at={at} />
            </span>
            {message.subject !== null && <strong>{message.subject}</strong>}
            <span className={classes.text}>{message.text}</span>
            {message.unclear !== null && <UnclearReply {...message.unclear} />}
          </li>
        ) : (
          <li key={note.id} className={classes.message} data-by="note">
            <span className={classes.when}>
              Note of <bdi>{note.author ?? 'the engine'}</bdi> · <Time at={at} />
            </span>
            <span className={classes.text}>{note.text}</span>
          </li>
        ),
      )}
      {answers.map((answer) => (
        <OwnAnswer key={answer.id} conversation_id={id} answer={answer} />
      ))}
    </ol>
  );
}

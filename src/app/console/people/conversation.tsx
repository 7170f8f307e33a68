import type { ResultOf } from '../../api-client/asked.ts';
import { Time } from '../parts/time.tsx';
import classes from './person.module.css';

type Message = ResultOf<'getLead'>['history'][number];

interface ConversationProps {
  readonly history: readonly Message[];
  /** Messages before those. */
  readonly earlier: number;
  readonly name: string;
}

/** Shows what both sides wrote, on every channel, in its order. */
export function Conversation({ history, earlier, name }: ConversationProps) {
  if (history.length === 0) return null;
  return (
    <section className={classes.card} aria-label="What was written">
      <h2>What was written</h2>
      {earlier > 0 && <p className={classes.quiet}>{earlier} earlier messages are not shown.</p>}
      <ol className={classes.messages}>
        {history.map(({ id, by, at, channel, subject, text, automatic, step, author }) => (
          <li key={id} data-by={by}>
            <span className={classes.when}>
              <bdi>{by === 'them' ? name : (author ?? `by ${step?.sequence ?? 'us'}`)}</bdi>
              {by === 'them' && automatic ? ' (automatic)' : ''} · {channel} · <Time at={at} />
            </span>
            {subject !== null && <strong>{subject}</strong>}
            <span className={classes.text}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

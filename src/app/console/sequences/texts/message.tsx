import { memo } from 'react';
import type { ResultOf } from '../../../api-client/asked.ts';
import type { PreviewedStep } from '../compiler/calls.ts';
import classes from '../panels.module.css';
import { SendTest } from './send-test.tsx';

interface MessageProps {
  readonly message: PreviewedStep;
  /** The cursor stands in its step. */
  readonly isCurrent: boolean;
  readonly published: ResultOf<'getSequence'> | null;
  /** The text that is shown is the published one. */
  readonly isPublished: boolean;
  readonly lead_id: string | null;
  onStep(id: string): void;
}

/** Shows what one step says to a person. It is drawn again when something of it changes, not at every key. */
export const Message = memo(function Message(props: MessageProps) {
  const { message, isCurrent, published, isPublished, lead_id, onStep } = props;
  const { id, title, parts } = message;
  return (
    <article className={classes.message} aria-label={`${title} ${id}`} data-current={isCurrent}>
      <header>
        <button type="button" onClick={() => onStep(id)}>
          {title} <small>{id}</small>
        </button>
        <SendTest node={id} published={published} isPublished={isPublished} lead_id={lead_id} />
      </header>
      {parts.map(({ part, text, problem }) => (
        <div key={part}>
          {parts.length > 1 && <h3>{part}</h3>}
          {problem !== null && <p className={classes.bad}>{problem}</p>}
          <pre>{text}</pre>
        </div>
      ))}
    </article>
  );
});

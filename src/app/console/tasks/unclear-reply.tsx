import { Decisions } from './decisions.tsx';
import { type SeenSign, Signs } from './signs.tsx';
import classes from './tasks.module.css';

interface UnclearReplyProps {
  readonly task_id: string;
  readonly text: string;
  readonly signs: readonly SeenSign[];
}

/** Below a mail of which nobody knows what it means: what is asked, by which signs, and the answers. Nothing is sent to them until one is given. */
export function UnclearReply({ task_id, text, signs }: UnclearReplyProps) {
  return (
    <div className={classes.unclear}>
      <strong>{text}</strong>
      <Signs signs={signs} />
      <Decisions task_id={task_id} kind="unclear_reply" text={text} />
    </div>
  );
}

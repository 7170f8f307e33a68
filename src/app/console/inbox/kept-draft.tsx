import { useDraft } from '../parts/drafts.ts';
import classes from './inbox.module.css';

/** Shows what somebody had written who may not answer any more: it is theirs, to copy, or to send when they may again. */
export function KeptDraft({ conversation_id }: { readonly conversation_id: string }) {
  const text = useDraft(conversation_id);
  if (text === '') return null;
  return (
    <div className={classes.composer}>
      <p className={classes.obstacle} role="status">
        You may not answer people any more. What you had written is kept in this browser.
      </p>
      <textarea aria-label="Your draft" value={text} readOnly />
    </div>
  );
}

import { Button } from '@mantine/core';
import type { ItemOf } from '../../api-client/asked.ts';
import { useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import classes from './tasks.module.css';
import type { Edits } from './use-edits.ts';

type Kind = ItemOf<'listTasks'>['kind'];

/** An outcome that is unknown is decided by what has happened, a mail that is unclear by what it is; all else by whether it may go on. */
const DECISIONS = {
  unknown_outcome: [
    { decision: 'sent', title: 'It was sent', key: 'y' },
    { decision: 'not_sent', title: 'It was not sent', key: 'n' },
  ],
  unclear_reply: [
    { decision: 'answer', title: 'It is an answer', key: 'y' },
    { decision: 'automatic', title: 'It is automatic', key: 'm' },
    { decision: 'no_more_mail', title: 'They want no more mail', key: 'u' },
  ],
  other: [
    { decision: 'approve', title: 'Approve', key: 'a' },
    { decision: 'reject', title: 'Reject', key: 'r' },
  ],
} as const;

/** The keys of a mail in doubt: each presses the button that names it in the conversation that is open. */
export const DECISION_KEYS: readonly string[] = DECISIONS.unclear_reply.map(({ key }) => key);

interface DecisionsProps {
  readonly task_id: string;
  readonly kind: Kind;
  /** The text of the question. */
  readonly text: string;
  /** The edits of a review: what goes out in place of what was shown. */
  readonly edits?: Edits | undefined;
  onDecided?(): void;
}

/** The buttons that decide a task; nothing for who may not. */
export function Decisions({ task_id, kind, text, edits, onDecided }: DecisionsProps) {
  const may = useMay();
  const decide = useChange('decideTask');
  if (!may('decideTask')) return null;
  const choices = DECISIONS[kind === 'unknown_outcome' || kind === 'unclear_reply' ? kind : 'other'];
  return (
    <span className={classes.buttons}>
      {choices.map(({ decision, title, key }, at) => (
        <Button
          key={decision}
          data-key={key}
          aria-keyshortcuts={key}
          rightSection={<kbd>{key}</kbd>}
          variant={at === 0 ? 'filled' : 'default'}
          loading={decide.isPending && decide.variables.body.decision === decision}
          onClick={() =>
            decide.mutate(
              {
                params: { id: task_id },
                body: { decision, ...(decision === 'approve' && edits !== undefined ? { edits } : {}) },
              },
              {
                onSuccess: () => {
                  onDecided?.();
                  tellDone(`${title}: ${text}`);
                },
              },
            )
          }
        >
          {decision === 'approve' && edits !== undefined ? 'Approve as changed' : title}
        </Button>
      ))}
    </span>
  );
}

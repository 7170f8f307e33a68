import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { askAgain } from '../data/ask.ts';
import { client } from '../data/client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { drafts, useDraftCount } from '../parts/drafts.ts';
import { handleAll } from '../parts/handle-all.ts';
import { tellDone, tellProblem } from '../parts/tell.tsx';
import classes from './tasks.module.css';
import { editsOf } from './use-edits.ts';

interface PickedTasksProps {
  readonly tasks: readonly ItemOf<'listTasks'>[];
  /** Those for which it failed stay picked. */
  onLeft(ids: readonly string[]): void;
}

const WAYS = {
  approve: { title: 'Approve', said: 'Approved', says: 'go on as it stands here: what was shown goes out' },
  reject: { title: 'Reject', said: 'Rejected', says: 'go on without it: nothing of what was shown goes out' },
} as const;

/** Several tasks that were read are decided at once, each as if it were alone: one that somebody else has decided stays as they did. */
export function PickedTasks({ tasks, onLeft }: PickedTasksProps) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<keyof typeof WAYS | null>(null);
  // What is being changed is approved alone, as it was changed.
  const edited = useDraftCount(tasks.map(({ id }) => editsOf(id)));
  const isEdited = ({ id }: { readonly id: string }) => drafts.get(editsOf(id)) !== '';
  const ready = tasks.filter((task) => !isEdited(task));
  const count = ready.length;
  const decide = async (decision: keyof typeof WAYS) => {
    const { done, failed } = await handleAll(ready, ({ id }) =>
      client.call('decideTask', { params: { id }, body: { decision } }),
    );
    onLeft([...failed.map(({ item }) => item), ...tasks.filter(isEdited)].map(({ id }) => id));
    askAgain(queries);
    const [first] = failed;
    if (first !== undefined) tellProblem(first.error);
    tellDone(`${WAYS[decision].said}: ${done.length} of ${count}.`);
  };
  return (
    <div className={classes.bulk} role="toolbar" aria-label="What is decided of those picked">
      <span role="status">
        {tasks.length} picked{edited > 0 && `, ${edited} of them being edited`}
      </span>
      {(['approve', 'reject'] as const).map((way) => (
        <Button
          key={way}
          size="compact-sm"
          variant={way === 'approve' ? 'filled' : 'default'}
          disabled={count === 0}
          onClick={() => setAsked(way)}
        >
          {WAYS[way].title} {count} …
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => onLeft([])}>
        None
      </Button>
      {asked !== null && (
        <ConfirmDialog
          title={`${WAYS[asked].title} ${count} tasks?`}
          button={`${WAYS[asked].title} ${count}`}
          matched={async () => ({ matched: new Set(ready.map(({ lead, id }) => lead?.id ?? id)).size })}
          says={(people) => `The sequences of ${people} ${WAYS[asked].says}.`}
          isGentle={asked === 'approve'}
          onClose={() => setAsked(null)}
          onConfirm={() => decide(asked)}
        />
      )}
    </div>
  );
}

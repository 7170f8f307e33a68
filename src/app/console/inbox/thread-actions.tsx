import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';
import { ask, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import { DateDialog } from './date-dialog.tsx';
import { HandlingSelects, type Label } from './handling-selects.tsx';
import classes from './inbox.module.css';

/** The actions on a conversation: done, snooze, label, assign; each can be undone, but for what a label has stopped. */
export function ThreadActions({ conversation }: { readonly conversation: ResultOf<'getConversation'> }) {
  const { id, state, label, suggested_label, assignee, last_message } = conversation;
  const may = useMay();
  const [dated, setDated] = useState<Label | null>(null);
  const close = useChange('closeConversation');
  const open = useChange('openConversation');
  const snooze = useChange('snoozeConversation');
  const give = useChange('labelConversation');
  const assign = useChange('assignConversation');
  const labels = useQuery(ask('listLabels', { query: { limit: 1000 } }));
  if (!may('closeConversation')) return null;

  const asked = { params: { id } };
  const reopen = () => open.mutate(asked);
  const isDone = state === 'done';
  const labelIt = (given: Label | null) => {
    if (given?.dated) return setDated(given);
    give.mutate({ ...asked, body: { label: given?.name ?? null } });
  };
  const suggested = labels.data?.items.find(({ name }) => name === suggested_label);
  return (
    <div className={classes.acts}>
      {suggested !== undefined && label === null && (
        <Button size="compact-xs" variant="light" onClick={() => labelIt(suggested)}>
          {suggested.name}?
        </Button>
      )}
      <HandlingSelects
        label={label}
        assignee={assignee}
        onLabel={labelIt}
        onAssign={(user) => assign.mutate({ ...asked, body: { user } })}
        onSnooze={(until) =>
          snooze.mutate({ ...asked, body: { until } }, { onSuccess: () => tellDone('Snoozed.', reopen) })
        }
      />
      <Button
        data-key="e"
        size="compact-sm"
        variant={isDone ? 'default' : 'filled'}
        loading={close.isPending || open.isPending}
        onClick={() =>
          isDone
            ? reopen()
            : close.mutate(
                { ...asked, body: { last_seen: last_message.id } },
                { onSuccess: () => tellDone('Done.', reopen) },
              )
        }
      >
        {isDone ? 'Open again' : 'Done'}
      </Button>
      {dated !== null && (
        <DateDialog
          title={`Until when: ${dated.title}`}
          onClose={() => setDated(null)}
          onChosen={(until) => {
            setDated(null);
            give.mutate({ ...asked, body: { label: dated.name, until } });
          }}
        />
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAgain } from '../data/ask.ts';
import { client } from '../data/client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { handleAll } from '../parts/handle-all.ts';
import { tellDone, tellProblem } from '../parts/tell.tsx';
import type { Conversation } from './conversation-list.tsx';
import { DateDialog } from './date-dialog.tsx';
import { HandlingSelects, type Label } from './handling-selects.tsx';
import classes from './inbox.module.css';

interface BulkBarProps {
  readonly conversations: readonly Conversation[];
  /** Those for which it failed stay picked. */
  onLeft(ids: readonly string[]): void;
}

interface Given {
  readonly label: Label | null;
  readonly until?: string;
}

type Act = (conversation: Conversation) => Promise<unknown>;

const EFFECTS = { continue: '', stop: 'ends the sequences', suppress: 'ends the sequences, and forbids any contact,' };

/**
 * The bar that acts on several conversations at once: each as if it were alone, so that a newer message keeps its conversation
 * open.
 */
export function BulkBar({ conversations, onLeft }: BulkBarProps) {
  const queries = useQueryClient();
  const [isDoing, setDoing] = useState(false);
  const [dated, setDated] = useState<Label | null>(null);
  const [asked, setAsked] = useState<Given | null>(null);
  const count = conversations.length;

  const run = async (said: string, act: Act, back?: Act) => {
    setDoing(true);
    const { done, failed } = await handleAll(conversations, act);
    setDoing(false);
    onLeft(failed.map(({ item }) => item.id));
    askAgain(queries);
    const first = failed[0];
    if (first !== undefined) tellProblem(first.error);
    const undo = async () => {
      if (back !== undefined) await handleAll(done, back);
      askAgain(queries);
    };
    const whole = failed.length === 0 ? '' : `; ${failed.length} are not, and stay picked`;
    tellDone(`${said}: ${done.length} of ${count}${whole}.`, back === undefined ? undefined : () => void undo());
  };

  const paramsOf = ({ id }: Conversation) => ({ params: { id } });
  const reopen: Act = (one) => client.call('openConversation', paramsOf(one));
  const giveLabel = ({ label, until }: Given) => {
    const body = { label: label?.name ?? null, ...(until === undefined ? {} : { until }) };
    // What a label has stopped does not go on because it is taken away.
    const back: Act | undefined =
      label?.effect === 'continue' && !label.dated
        ? (one) => client.call('labelConversation', { ...paramsOf(one), body: { label: one.label } })
        : undefined;
    return run(
      label === null ? 'Without a label' : `Labeled ${label.title}`,
      (one) => client.call('labelConversation', { ...paramsOf(one), body }),
      back,
    );
  };
  const chooseLabel = (given: Given) => {
    if (given.label === null || given.label.effect === 'continue') return void giveLabel(given);
    setAsked(given);
  };
  return (
    <div className={classes.bulk} role="toolbar" aria-label="What is done with those picked">
      <span role="status">{count} picked</span>
      <Button
        data-key="e"
        size="compact-sm"
        loading={isDoing}
        onClick={() =>
          void run(
            'Done',
            (one) => client.call('closeConversation', { ...paramsOf(one), body: { last_seen: one.last_message.id } }),
            reopen,
          )
        }
      >
        Done
      </Button>
      <HandlingSelects
        of=" of those picked"
        onLabel={(label) => (label?.dated ? setDated(label) : chooseLabel({ label }))}
        onAssign={(user) =>
          void run(
            user === null ? 'Of nobody' : 'Assigned',
            (one) => client.call('assignConversation', { ...paramsOf(one), body: { user } }),
            (one) => client.call('assignConversation', { ...paramsOf(one), body: { user: one.assignee } }),
          )
        }
        onSnooze={(until) =>
          void run('Snoozed', (one) => client.call('snoozeConversation', { ...paramsOf(one), body: { until } }), reopen)
        }
      />
      <Button size="compact-sm" variant="subtle" onClick={() => onLeft([])}>
        None
      </Button>
      {dated !== null && (
        <DateDialog
          title={`Until when: ${dated.title}`}
          onClose={() => setDated(null)}
          onChosen={(until) => {
            setDated(null);
            chooseLabel({ label: dated, until });
          }}
        />
      )}
      {asked?.label != null && (
        <ConfirmDialog
          title={`Label ${count} conversations?`}
          button={`Label ${asked.label.title}`}
          matched={async () => ({ matched: count })}
          says={(people) => `${asked.label?.title} ${EFFECTS[asked.label?.effect ?? 'stop']} of ${people}, for good.`}
          onClose={() => setAsked(null)}
          onConfirm={() => giveLabel(asked)}
        />
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isRecord } from '../../../shared/kit/is-record.ts';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { nameOfLead } from '../parts/lead-name.ts';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { Decisions } from './decisions.tsx';
import { KINDS } from './kinds.ts';
import { LastWords } from './last-words.tsx';
import { type SeenSign, Signs } from './signs.tsx';
import { TaskAssignee } from './task-assignee.tsx';
import { TaskComments } from './task-comments.tsx';
import { TaskText } from './task-text.tsx';
import classes from './tasks.module.css';
import { useEdits } from './use-edits.ts';

type Task = ItemOf<'listTasks'>;

interface TaskLineProps {
  readonly task: Task;
  /** True for the task that keys act on. */
  readonly isChosen: boolean;
  /** Undefined: it is decided alone. */
  readonly isPicked: boolean | undefined;
  onPick(): void;
  onDecided(): void;
}

/** Shows what is asked, with all that is needed to decide it. */
export function TaskLine({ task, isChosen, isPicked, onPick, onDecided }: TaskLineProps) {
  const { id, kind, text, preview, due_at, enrollment_id, lead, sender } = task;
  const enrollment = useQuery({
    ...ask('getEnrollment', { params: { id: enrollment_id ?? '' } }),
    enabled: enrollment_id !== null,
  });
  const edits = useEdits(task);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.focus();
  }, [isChosen]);
  const approve = () => line.current?.querySelector<HTMLButtonElement>('button[data-key=a]')?.click();
  return (
    <li
      ref={line}
      className={classes.task}
      tabIndex={-1}
      data-chosen={isChosen}
      aria-current={isChosen ? 'true' : undefined}
      aria-label={text}
    >
      <span className={classes.text}>
        {isPicked !== undefined && (
          <input type="checkbox" aria-label={`Pick: ${text}`} checked={isPicked} onChange={onPick} />
        )}{' '}
        <Tag tone={kind === 'unknown_outcome' ? 'bad' : 'plain'}>{KINDS[kind]}</Tag> {text}
      </span>
      <Decisions
        task_id={id}
        kind={kind}
        text={text}
        edits={edits?.changed}
        onDecided={() => {
          edits?.close();
          onDecided();
        }}
      />
      <TaskText task={task} edits={edits} onApprove={approve} />
      <Signs signs={signsIn(preview)} />
      <span className={classes.about}>
        {lead !== null && (
          <Link to="/people/$id" params={{ id: lead.id }}>
            <bdi>{nameOfLead(lead)}</bdi>
          </Link>
        )}{' '}
        {lead?.company && (
          <>
            <bdi>{lead.company}</bdi> ·{' '}
          </>
        )}
        {enrollment.data?.sequence}{' '}
        {sender !== null && (
          <>
            from <bdi>{sender.name}</bdi> ({sender.platform})
          </>
        )}{' '}
        {due_at !== null && (
          <>
            until <Time at={due_at} distance />
          </>
        )}
      </span>
      <TaskAssignee task={task} />
      <LastWords last={task.last_message} />
      <TaskComments task={task} />
    </li>
  );
}

const signsIn = ({ signs }: Task['preview']): SeenSign[] => (Array.isArray(signs) ? signs.filter(isSign) : []);

const isSign = (given: unknown): given is SeenSign =>
  isRecord(given) && typeof given.sign === 'string' && typeof given.seen === 'string';

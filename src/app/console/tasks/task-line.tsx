import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isRecord } from '../../../shared/kit/is-record.ts';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { nameOfLead } from '../parts/lead-name.ts';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { Decisions } from './decisions.tsx';
import { KINDS } from './kinds.ts';
import { type SeenSign, Signs } from './signs.tsx';
import classes from './tasks.module.css';

type Task = ItemOf<'listTasks'>;

interface TaskLineProps {
  readonly task: Task;
  /** Its place in the list. */
  readonly row: number;
}

/** What is asked, with all that is needed to decide it. */
export function TaskLine({ task, row }: TaskLineProps) {
  const { id, kind, text, preview, due_at, enrollment_id, assignee } = task;
  const enrollment = useQuery({
    ...ask('getEnrollment', { params: { id: enrollment_id ?? '' } }),
    enabled: enrollment_id !== null,
  });
  const lead_id = enrollment.data?.lead_id ?? null;
  const shown = previewOf(preview);
  return (
    <li className={classes.task} tabIndex={-1} data-row={row} aria-label={text}>
      <span className={classes.text}>
        <Tag tone={kind === 'unknown_outcome' ? 'bad' : 'plain'}>{KINDS[kind]}</Tag> {text}
      </span>
      <Decisions task_id={id} kind={kind} text={text} />
      {shown !== '' && <pre className={classes.preview}>{shown}</pre>}
      <Signs signs={signsIn(preview)} />
      <span className={classes.about}>
        {lead_id !== null && (
          <Link to="/people/$id" params={{ id: lead_id }}>
            {nameOfLead(enrollment.data?.lead ?? null)}
          </Link>
        )}{' '}
        {enrollment.data?.sequence} {assignee !== null && `for ${assignee}`}{' '}
        {due_at !== null && (
          <>
            until <Time at={due_at} distance />
          </>
        )}
      </span>
    </li>
  );
}

/** The text as it will go out, or as it came, with its subject above it. */
function previewOf(preview: Task['preview']): string {
  return [preview.subject, preview.text].filter((part) => typeof part === 'string').join('\n\n');
}

const signsIn = ({ signs }: Task['preview']): SeenSign[] => (Array.isArray(signs) ? signs.filter(isSign) : []);

const isSign = (given: unknown): given is SeenSign =>
  isRecord(given) && typeof given.sign === 'string' && typeof given.seen === 'string';

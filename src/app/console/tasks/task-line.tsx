import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { nameOfLead } from '../parts/lead-name.ts';
import { Tag } from '../parts/tag.tsx';
import { tellDone } from '../parts/tell.tsx';
import { Time } from '../parts/time.tsx';
import { KINDS } from './kinds.ts';
import classes from './tasks.module.css';

type Task = ItemOf<'listTasks'>;

/** An outcome that is unknown is decided by what has happened, a mail that is unclear by what it is; all else by whether it may go on. */
const DECISIONS = {
  unknown_outcome: [
    { decision: 'sent', title: 'It was sent' },
    { decision: 'not_sent', title: 'It was not sent' },
  ],
  unclear_reply: [
    { decision: 'answer', title: 'It is an answer' },
    { decision: 'automatic', title: 'It is automatic' },
    { decision: 'no_more_mail', title: 'They want no more mail' },
  ],
  other: [
    { decision: 'approve', title: 'Approve' },
    { decision: 'reject', title: 'Reject' },
  ],
} as const;

export function TaskLine({ task }: { readonly task: Task }) {
  const { id, kind, text, preview, due_at, enrollment_id, assignee } = task;
  const may = useMay();
  const decide = useChange('decideTask');
  const enrollment = useQuery({
    ...ask('getEnrollment', { params: { id: enrollment_id ?? '' } }),
    enabled: enrollment_id !== null,
  });
  const lead_id = enrollment.data?.lead_id ?? null;
  const shown = previewOf(preview);
  return (
    <li className={classes.task}>
      <span className={classes.text}>
        <Tag tone={kind === 'unknown_outcome' ? 'bad' : 'plain'}>{KINDS[kind]}</Tag> {text}
      </span>
      <span className={classes.buttons}>
        {may('decideTask') &&
          DECISIONS[kind === 'unknown_outcome' || kind === 'unclear_reply' ? kind : 'other'].map(
            ({ decision, title }, at) => (
              <Button
                key={decision}
                variant={at === 0 ? 'filled' : 'default'}
                loading={decide.isPending && decide.variables.body.decision === decision}
                onClick={() =>
                  decide.mutate(
                    { params: { id }, body: { decision } },
                    { onSuccess: () => tellDone(`${title}: ${text}`) },
                  )
                }
              >
                {title}
              </Button>
            ),
          )}
      </span>
      {shown !== '' && <pre className={classes.preview}>{shown}</pre>}
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

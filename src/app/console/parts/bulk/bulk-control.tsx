import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AskedOf } from '../../../api-client/asked.ts';
import { useChange } from '../../data/ask.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import lists from '../lists.module.css';
import { tellDone, tellProblem } from '../tell.tsx';
import { people } from '../words.ts';
import { JobProgress } from './job-progress.tsx';

export type ControlFilter = AskedOf<'controlEnrollments'>['body']['filter'];
type Action = 'pause' | 'resume' | 'skip' | 'stop';

/** As many as the API takes by their ids. */
export const MOST_PICKED = 10_000;

const ACTIONS: readonly {
  readonly action: Action;
  readonly button: string;
  /** Says what happens to so many people. */
  says(who: string): string;
  readonly alternative: string;
}[] = [
  {
    action: 'pause',
    button: 'Pause',
    says: (who) => `Nothing more goes out to ${who} until they are resumed.`,
    alternative: 'Who has finished is not changed.',
  },
  {
    action: 'resume',
    button: 'Resume',
    says: (who) => `${who} go on where they stand. Who is not paused is not changed.`,
    alternative: 'What is paused above them, the campaign or an account, stays so.',
  },
  {
    action: 'skip',
    button: 'Skip the step',
    says: (who) => `Of ${who} the present step is left out, or its wait ends.`,
    alternative: 'A step that is left out is not made up for. Whose send is under way or in doubt is not changed.',
  },
  {
    action: 'stop',
    button: 'Stop',
    says: (who) => `This ends the sequence of ${who}, for good.`,
    alternative: 'To hold them for a while, pause them: that can be undone.',
  },
];

interface BulkControlProps {
  readonly picked: ReadonlySet<string>;
  /** The filter of the job: those who are picked, or all who are shown. */
  filterOf(): Promise<ControlFilter>;
  /** The ids of all who are shown, `MOST_PICKED` at most. */
  idsOf(): Promise<readonly string[]>;
  onPick(picked: ReadonlySet<string>): void;
  /** All who are shown are asked for by their ids. */
  readonly isByIds: boolean;
  /** Other actions on them. */
  readonly children?: ReactNode;
}

/**
 * The bar that acts on those who are picked, or on all who are shown: each action says first how many it concerns, and then
 * goes on as a job.
 */
export function BulkControl({ picked, filterOf, idsOf, onPick, isByIds, children }: BulkControlProps) {
  const control = useChange('controlEnrollments');
  const [doing, setDoing] = useState<Action | null>(null);
  const [job, setJob] = useState<string | null>(null);
  const chosen = ACTIONS.find(({ action }) => action === doing);
  const isAll = picked.size === 0;
  const pickAll = () =>
    void idsOf()
      .then((ids) => onPick(new Set(ids)))
      .catch(tellProblem);

  return (
    <div className={lists.bulk}>
      <span role="status">{isAll ? 'Nobody is picked: to all who are shown' : `${people(picked.size)} picked`}</span>
      {ACTIONS.map(({ action, button }) => (
        <Button key={action} size="compact-xs" variant="default" onClick={() => setDoing(action)}>
          {button} …
        </Button>
      ))}
      {children}
      {isAll ? (
        <Button size="compact-xs" variant="subtle" onClick={pickAll}>
          Pick all
        </Button>
      ) : (
        <Button size="compact-xs" variant="subtle" onClick={() => onPick(new Set())}>
          Pick nobody
        </Button>
      )}
      {job !== null && <JobProgress id={job} onClose={() => setJob(null)} />}
      {chosen !== undefined && (
        <ConfirmDialog
          title={`${chosen.button}: ${isAll ? 'all who are shown' : people(picked.size)}`}
          button={chosen.button}
          isGentle={chosen.action === 'pause' || chosen.action === 'resume'}
          asksWhy="Why (others read it)"
          matched={async () =>
            control.rehearse({ query: { dry_run: true }, body: { action: chosen.action, filter: await filterOf() } })
          }
          says={chosen.says}
          alternative={`${chosen.alternative}${isByIds || !isAll ? ' At most 10,000 at once.' : ''}`}
          onClose={() => setDoing(null)}
          onConfirm={async (why) => {
            const filter = await filterOf().catch((error: unknown) => {
              tellProblem(error);
              throw error;
            });
            const body = { action: chosen.action, filter, ...(why === '' ? {} : { note: why }) };
            const begun = await control.mutateAsync({ body });
            onPick(new Set());
            if ('job_id' in begun) setJob(begun.job_id);
            else tellDone(`${chosen.button}: done.`);
          }}
        />
      )}
    </div>
  );
}

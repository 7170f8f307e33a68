import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AskedOf } from '../../../api-client/asked.ts';
import { useChange } from '../../data/ask.ts';
import { client } from '../../data/client.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { tellDone, tellProblem } from '../../parts/tell.tsx';
import type { WhoIsAsked } from '../campaign-address.ts';
import { people } from '../campaign-words.ts';
import lists from '../lists.module.css';
import { JobProgress } from './job-progress.tsx';

type Asked = AskedOf<'controlEnrollments'>['body'];
type Action = 'pause' | 'resume' | 'skip' | 'stop';

/** As many as the API takes by their ids. */
const MOST = 10_000;

const ACTIONS: readonly {
  readonly action: Action;
  readonly button: string;
  /** What happens to so many people. */
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

interface BulkBarProps {
  readonly campaign_id: string;
  readonly asked: WhoIsAsked;
  readonly picked: ReadonlySet<string>;
  onPick(picked: ReadonlySet<string>): void;
}

/** What is done to those who are picked, or to all who are shown: each says first how many it concerns, and then goes on as a job. */
export function BulkBar({ campaign_id, asked, picked, onPick }: BulkBarProps) {
  const control = useChange('controlEnrollments');
  const [doing, setDoing] = useState<Action | null>(null);
  const [job, setJob] = useState<string | null>(null);
  const chosen = ACTIONS.find(({ action }) => action === doing);
  const isAll = picked.size === 0;

  const filterOf = async (): Promise<Asked['filter']> => {
    if (!isAll) return { ids: [...picked].slice(0, MOST) };
    if (asked.by === 'standing') return { campaign_id, ...asked.query };
    return { ids: await idsOf(campaign_id, asked) };
  };
  const pickAll = () =>
    void idsOf(campaign_id, asked)
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
          alternative={`${chosen.alternative}${asked.by === 'result' || !isAll ? ' At most 10,000 at once.' : ''}`}
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

async function idsOf(campaign_id: string, asked: WhoIsAsked): Promise<string[]> {
  const ids: string[] = [];
  const found =
    asked.by === 'standing'
      ? client.each('listEnrollments', { query: { campaign_id, ...asked.query, limit: 1000 } })
      : client.each('listResultPeople', { params: { id: campaign_id }, query: { ...asked.query, limit: 1000 } });
  for await (const one of found) {
    ids.push('enrollment_id' in one ? one.enrollment_id : one.id);
    if (ids.length === MOST) break;
  }
  return ids;
}

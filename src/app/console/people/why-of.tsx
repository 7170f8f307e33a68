import type { ReactNode } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { Time } from '../parts/time.tsx';
import { WithTimes } from '../parts/with-times.tsx';

type Enrollment = Omit<ItemOf<'listEnrollments'>, 'lead'>;

const WORDS: Readonly<Record<Enrollment['status'], string>> = {
  ...{ queued: 'waits to begin', active: 'under way', paused: 'paused' },
  ...{ needs_person: 'needs a person', finished: 'finished' },
};

export const statusWord = (status: Enrollment['status']): string => WORDS[status];

/** Says where somebody stands, why, and until when. */
export function whyOf({ status, outcome, waiting_for, until, hold, task, finished_at }: Enrollment): ReactNode {
  if (status === 'finished') {
    return (
      <>
        Ended: {outcome ?? 'without an outcome'}
        {finished_at !== null && (
          <>
            , <Time at={finished_at} />
          </>
        )}
      </>
    );
  }
  if (task !== null) return `Waits for a decision: ${task.text}`;
  if (hold !== null)
    return (
      <WithTimes
        text={waiting_for?.text ?? `${hold.state === 'stopped' ? 'Stopped' : 'Held'} with ${HELD[hold.scope]}`}
      />
    );
  const reason = waiting_for?.text ?? (status === 'queued' ? 'Waits for its turn' : 'On its way to the next step');
  return (
    <>
      <WithTimes text={reason} />
      {until !== null && (
        <>
          , until <Time at={until} distance />
        </>
      )}
    </>
  );
}

const HELD = { all: 'everything', account: 'its account', campaign: 'its campaign', sequence: 'its sequence' } as const;

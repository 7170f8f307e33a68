import type { Queryable } from '../../../shared/postgres/database.ts';
import { findPause, type PauseRow, readPauses } from '../../store/control/pauses.ts';
import type { NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
import type { Admission, Person } from './admission.ts';

/** Whether something above an enrollment is paused or stopped, so that it must not begin. Null: nothing is, of any of them. */
export type PausedAbove = ((enrollment: NewEnrollment) => Promise<boolean>) | null;

/** The stop of the campaign in which they are to enter: nobody does any more. Asked after `readPausedAbove`, which no later stop overtakes. */
export async function findCampaignStop(tx: Queryable, [person]: readonly Person[]): Promise<PauseRow | null> {
  if (person?.campaign_id === undefined) return null;
  const pause = await findPause(tx, 'campaign', person.campaign_id);
  return pause?.state === 'stopped' ? pause : null;
}

/** Asked once for a whole batch, before its rows are locked; one by one only where anything is paused at all. */
export async function readPausedAbove(
  tx: Queryable,
  { version, accounts }: Admission,
  persons: readonly Person[],
): Promise<PausedAbove> {
  const any = await readPauses(tx, {
    enrollment_id: '',
    account_ids: accounts.map(({ id }) => id),
    campaign_id: persons[0]?.campaign_id ?? null,
    sequence: version.name,
  });
  if (any === null) return null;
  const asked = new Map<string, Promise<boolean>>();
  return ({ id, senders, campaign_id, sequence }) => {
    const account_ids = Object.values(senders);
    const key = [...account_ids].sort().join(' ');
    const known = asked.get(key);
    if (known) return known;
    const isPaused = readPauses(tx, { enrollment_id: id, account_ids, campaign_id, sequence }).then(
      (pause) => pause !== null,
    );
    asked.set(key, isPaused);
    return isPaused;
  };
}

import { emailIdentity, identityKey } from '../../../shared/identity/identity.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { lockEnrollmentsOf } from '../../store/enrollments/lock-enrollments.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { findAddressee } from '../../store/suppressions/find-addressee.ts';
import { insertSuppressions } from '../../store/suppressions/insert-suppression.ts';
import { applyReaction } from './apply-reaction.ts';

/**
 * The reader of an enrollment's mail wants no more: the address is on the do-not-contact list and the stop flags are up in one
 * commit, so no later step writes to it. Again is the same as once. False: there is no such enrollment.
 */
export async function unsubscribe(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  enrollmentId: string,
): Promise<boolean> {
  const at = new Date(clock.now());
  const write = async (tx: Queryable): Promise<boolean> => {
    const addressee = await findAddressee(tx, enrollmentId);
    if (addressee === null) return false;
    const names = addressee.addresses.map(emailIdentity).filter((name) => name !== null);
    await lockNames(tx, names.map(identityKey));
    const { lead_id } = addressee;
    const locked = lead_id === null ? [] : await lockEnrollmentsOf(tx, [lead_id]);
    await insertSuppressions(
      tx,
      names.map((name) => ({ id: newId('sup'), ...name, reason: 'unsubscribed', created_at: at })),
    );
    if (lead_id === null) return true;
    const source = {
      event_id: `unsubscribe/${enrollmentId}`,
      account_id: addressee.sender_id ?? '',
      occurred_at: at,
    };
    await applyReaction(tx, { lead_id, locked }, { type: 'unsubscribed' }, source, at);
    return true;
  };
  return retryConflicts(() => db.transaction(write));
}

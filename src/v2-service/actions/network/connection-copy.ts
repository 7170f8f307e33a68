import type { Queryable } from '../../../postgres/database.ts';
import { isObserved } from '../../webhooks/is-observed.ts';

/**
 * Whether the account has a stored copy of its connections: while it is subscribed to accepted invitations. The
 * sandbox's own rows serve as the copy, so it is never behind.
 */
export function hasConnectionCopy(tx: Queryable, accountId: string): Promise<boolean> {
  return isObserved(tx, accountId, 'accepted_invitation');
}

import type { FastifyRequest } from 'fastify';
import { actingAs } from '../../../runtime/store/audit-log/acting.ts';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { noteSignIn } from '../../../runtime/store/users/let-in.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Also in the audit log: who was where. */
export async function signedIn(
  tx: Queryable,
  request: FastifyRequest,
  user: { readonly id: string; readonly name: string },
  did: string,
): Promise<void> {
  await noteSignIn(tx, user.id);
  const actor = {
    user: { id: user.id, name: user.name },
    key: null,
    session_id: null,
    via: 'page',
    address: request.ip,
  } as const;
  const acting = { actor, operation: 'signIn', lines: 0, unchanged: false, over: false };
  await actingAs(acting, () => recordChange(tx, { did, target: { kind: 'user', id: user.id } }));
}

import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange, recordNoChange } from '../audit-log/record-change.ts';
import { USER_COLUMNS, type UserRow } from './user.ts';

export interface UserChange {
  readonly name?: string | undefined;
  readonly role?: UserRow['role'] | undefined;
  readonly account_ids?: readonly string[] | null | undefined;
  readonly status?: 'active' | 'deactivated' | 'removed' | undefined;
}

export type ChangedUser =
  | { readonly kind: 'changed'; readonly user: UserRow }
  | { readonly kind: 'unknown' | 'last_owner' | 'owner_of_some' };

/**
 * Changes a user; what is not given stays. One owner who can sign in always remains: all of them are locked, in one order, so that two who demote
 * each other do so one after the other. A user who may no longer sign in is signed out, and loses all keys, in the same transaction.
 */
export async function changeUser(tx: Queryable, id: string, change: UserChange): Promise<ChangedUser> {
  await tx.query(`select from users where id = $1 or (role = 'owner' and status = 'active') order by id for update`, [
    id,
  ]);
  const { rows } = await tx.query<UserRow & { others: number } & Record<string, unknown>>(
    `select ${USER_COLUMNS}, (select count(*)::int from users o where o.role = 'owner' and o.status = 'active' and o.id <> $1) as others
       from users where id = $1 and status <> 'removed'`,
    [id],
  );
  const [found] = rows;
  if (found === undefined) return { kind: 'unknown' };
  const { others, ...before } = found;
  const { status: asked, ...given } = change;
  // Others cannot activate a user who has not accepted the invitation yet.
  const status = asked === 'active' ? (before.status === 'deactivated' ? restored(before) : before.status) : asked;
  const set = Object.fromEntries(Object.entries({ ...given, status }).filter(([, value]) => value !== undefined));
  const after = { ...before, ...set };
  if (after.role === 'owner' && after.account_ids !== null) return { kind: 'owner_of_some' };
  const isOwner = (user: UserRow) => user.role === 'owner' && user.status === 'active';
  if (isOwner(before) && !isOwner(after) && others === 0) return { kind: 'last_owner' };
  const different = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (different.length === 0) {
    recordNoChange();
    return { kind: 'changed', user: before };
  }
  const { name, role, account_ids } = after;
  await tx.query('update users set name = $2, role = $3, account_ids = $4, status = $5 where id = $1', [
    ...[id, name, role, account_ids, after.status],
  ]);
  if (after.status === 'deactivated' || after.status === 'removed') await signOut(tx, id);
  const only = (user: UserRow) => Object.fromEntries(different.map((field) => [field, user[field]]));
  await recordChange(tx, {
    did: `${verbOf(before, after)} the user ${before.name} (${id})`,
    ...{ target: { kind: 'user', id }, before: only(before), after: only(after) },
  });
  return { kind: 'changed', user: after };
}

const FIELDS = ['name', 'role', 'account_ids', 'status'] as const;

const restored = ({ has_password, wall_signed_in_at }: UserRow): UserRow['status'] =>
  has_password || wall_signed_in_at !== null ? 'active' : 'invited';

function verbOf(before: UserRow, after: UserRow): string {
  if (before.status === after.status) return 'changed';
  if (after.status === 'removed') return 'removed';
  return after.status === 'deactivated' ? 'deactivated' : 'reactivated';
}

/** Signs a user out at once and for good: a user who is reactivated signs in anew, and makes new keys. */
async function signOut(tx: Queryable, id: string): Promise<void> {
  await tx.query('update sessions set wall_ended_at = now() where user_id = $1 and wall_ended_at is null', [id]);
  await tx.query('update api_keys set wall_revoked_at = now() where user_id = $1 and wall_revoked_at is null', [id]);
  await tx.query('update users set invitation_hash = null, wall_invitation_expires_at = null where id = $1', [id]);
}

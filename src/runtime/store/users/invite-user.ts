import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { USER_COLUMNS, type UserRow } from './user.ts';

export interface NewUser {
  readonly id: string;
  /** The address in lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: UserRow['role'];
  readonly account_ids: readonly string[] | null;
}

export interface Invitation {
  readonly hash: string;
  /** Wall milliseconds. */
  readonly life_ms: number;
}

/** Null: somebody has this address already. */
export async function insertUser(tx: Queryable, user: NewUser, invitation: Invitation): Promise<UserRow | null> {
  const { id, email, name, role, account_ids } = user;
  const { rows } = await tx.query<UserRow & Record<string, unknown>>(
    `insert into users (id, email, name, role, account_ids, status, invitation_hash, wall_invitation_expires_at)
     values ($1, $2, $3, $4, $5, 'invited', $6, now() + make_interval(secs => $7))
     on conflict (email) where status <> 'removed' do nothing returning ${USER_COLUMNS}`,
    [id, email, name, role, account_ids, invitation.hash, invitation.life_ms / 1000],
  );
  const [made] = rows;
  if (made === undefined) return null;
  await recordChange(tx, {
    did: `invited ${email} as ${role} (${id})`,
    target: { kind: 'user', id },
    after: { email, name, role, account_ids },
  });
  return made;
}

/** Another link in place of the one before, which is worth nothing from now on. Null: there is no such user, or a deactivated one. */
export async function renewInvitation(
  tx: Queryable,
  id: string,
  { hash, life_ms }: Invitation,
): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow & Record<string, unknown>>(
    `update users set invitation_hash = $2, wall_invitation_expires_at = now() + make_interval(secs => $3)
      where id = $1 and status in ('invited', 'active') returning ${USER_COLUMNS}`,
    [id, hash, life_ms / 1000],
  );
  const [user] = rows;
  if (user === undefined) return null;
  const did = `made a link by which ${user.name} (${id}) sets a password`;
  await recordChange(tx, { did, target: { kind: 'user', id } });
  return user;
}

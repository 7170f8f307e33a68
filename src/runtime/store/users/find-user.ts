import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, type Listing } from '../listing.ts';
import { USER_COLUMNS, type UserRow } from './user.ts';

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow & Record<string, unknown>>(
    `select ${USER_COLUMNS} from users where id = $1 and status <> 'removed'`,
    [id],
  );
  return rows[0] ?? null;
}

export const userListing: Listing<UserRow> = {
  ...{ columns: USER_COLUMNS, tables: 'users', where: `status <> 'removed'`, values: [] },
  orders: {
    created_at: byId(),
    name: [{ sql: 'name', of: ({ name }) => name, kind: 'text' }, ...byId<UserRow>()],
  },
  usual: 'created_at',
};

/** Finds the user who may sign in by this address, with the hash of the password. */
export async function findByEmail(
  db: Queryable,
  email: string,
): Promise<(UserRow & { readonly password: string | null }) | null> {
  const { rows } = await db.query<UserRow & { password: string | null } & Record<string, unknown>>(
    `select ${USER_COLUMNS}, password from users where email = $1 and status in ('invited', 'active')`,
    [email],
  );
  return rows[0] ?? null;
}

/** Finds the user whom a link invites that has not been used and is not too old; nobody else uses it until the transaction ends. */
export async function lockInvited(tx: Queryable, hash: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow & Record<string, unknown>>(
    `select ${USER_COLUMNS} from users
      where invitation_hash = $1 and wall_invitation_expires_at > now() and status in ('invited', 'active') for no key update`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Finds the user whom a provider means and locks it: known by a former sign-in, or by the address that the provider vouches for. */
export async function lockByIdentity(
  tx: Queryable,
  identity: { readonly issuer: string; readonly subject: string; readonly verified_email: string | null },
): Promise<UserRow | null> {
  const { issuer, subject, verified_email } = identity;
  const { rows } = await tx.query<UserRow & Record<string, unknown>>(
    `select ${USER_COLUMNS} from users
      where status in ('invited', 'active')
        and ((oidc_issuer = $1 and oidc_subject = $2) or (oidc_subject is null and email = $3))
      order by oidc_subject is null limit 1 for no key update`,
    [issuer, subject, verified_email],
  );
  return rows[0] ?? null;
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    `select exists (select from users where status in ('invited', 'active')) as some`,
  );
  return rows[0]?.some === true;
}

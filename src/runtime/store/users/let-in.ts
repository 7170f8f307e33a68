import type { Queryable } from '../../../shared/postgres/database.ts';

/** The link of an invitation is used up, and whoever was signed in by the former password is signed out. False: deactivated meanwhile. */
export async function setPassword(
  tx: Queryable,
  id: string,
  { password, name }: { readonly password: string; readonly name?: string | undefined },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update users set password = $2, name = coalesce($3, name), status = 'active', invitation_hash = null,
            wall_invitation_expires_at = null
      where id = $1 and status in ('invited', 'active')`,
    [id, password, name ?? null],
  );
  if (rowCount !== 1) return false;
  await tx.query('update sessions set wall_ended_at = now() where user_id = $1 and wall_ended_at is null', [id]);
  return true;
}

/** Somebody has come by the provider, which says who it is: from now on by that, whatever becomes of the address. */
export async function linkIdentity(
  tx: Queryable,
  id: string,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  await tx.query(
    `update users set oidc_issuer = $2, oidc_subject = $3, status = 'active', invitation_hash = null,
            wall_invitation_expires_at = null
      where id = $1`,
    [id, issuer, subject],
  );
}

export async function noteSignIn(tx: Queryable, id: string): Promise<void> {
  await tx.query('update users set wall_signed_in_at = now() where id = $1', [id]);
}

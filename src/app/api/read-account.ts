import type { AccountRow } from '../../runtime/store/accounts/account.ts';
import { findAccount } from '../../runtime/store/accounts/find-account.ts';
import { hasAny, type Within } from '../../runtime/store/within.ts';
import type { ApiDeps } from './context.ts';
import { notFound } from './problem.ts';

/** An account of a URL. One that is not there may be newer than our view: looks at the V2 service once. 404 when nobody knows it, or it is none of those that who asks is limited to. */
export async function readAccount(
  { db, refreshAccounts, log }: ApiDeps,
  id: string,
  within: Within = null,
): Promise<AccountRow> {
  if (!hasAny(within, [id])) throw notFound('account', id);
  const known = await findAccount(db, id);
  if (known !== null) return known;
  await refreshAccounts().catch((err: unknown) =>
    log.warn({ err }, 'the accounts could not be refreshed; the stored list is used'),
  );
  const account = await findAccount(db, id);
  if (account === null) throw notFound('account', id);
  return account;
}

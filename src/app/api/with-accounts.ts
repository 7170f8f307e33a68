import type { ApiDeps } from './context.ts';

/** Asks once more where an account is missing, after a look at the V2 service: the account may be newer than our view. */
export async function withAccounts<T extends { readonly kind: string }>(
  { refreshAccounts, log }: ApiDeps,
  work: () => Promise<T>,
): Promise<T> {
  const first = await work();
  const code = 'code' in first ? first.code : null;
  if (code !== 'unknown_account' && code !== 'no_sender') return first;
  try {
    await refreshAccounts();
  } catch (err) {
    log.warn({ err }, 'the accounts could not be refreshed; the stored list is used');
    return first;
  }
  return work();
}

import type { ApiDeps } from './context.ts';

/** Where an account is missing, it may be newer than our view: looks at the V2 service once and asks again. */
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

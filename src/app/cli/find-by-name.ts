import { mailboxKey } from '../../shared/identity/mailbox-key.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { ApiClient } from './api-client.ts';

interface Known {
  readonly id: string;
  readonly name: string;
  readonly email?: string | null | undefined;
}

/** Those whom a person means by an id, a name, an address, or the beginning of one: whatever fits whole comes first. Never nobody. */
function named<Item extends Known>(what: 'account' | 'campaign', items: readonly Item[], said: string): Item[] {
  // Of an address its beginning may be all that is said; it is read as one all the same.
  const wanted = mailboxKey(said);
  const words = ({ name, email }: Item): string[] => [name, email ?? ''].map(mailboxKey);
  const fits: ((item: Item) => boolean)[] = [
    ({ id }) => id === said,
    (item) => words(item).includes(wanted),
    (item) => wanted !== '' && words(item).some((one) => one.startsWith(wanted)),
  ];
  for (const fit of fits) {
    const found = items.filter(fit);
    if (found.length > 0) return found;
  }
  throw new CodedError(`unknown_${what}`, `There is no ${what} ${said}.`, { fix: `overture ${what}s lists them.` });
}

/** A person has one account per channel: all that have the name. */
export async function findAccounts(api: ApiClient, said: string): Promise<{ id: string; name: string }[]> {
  const { items } = await api.listAccounts({ query: { limit: 1000 } });
  // One that the engine has not seen yet is known by its id alone.
  return said.startsWith('acc_') && !items.some(({ id }) => id === said)
    ? [{ id: said, name: said }]
    : named('account', items, said);
}

export async function findAccount(api: ApiClient, said: string): Promise<{ id: string; name: string }> {
  return onlyOne('account', await findAccounts(api, said), said);
}

export async function findCampaign(api: ApiClient, said: string): Promise<{ id: string; name: string }> {
  if (said.startsWith('cmp_')) return api.getCampaign({ params: { id: said } });
  const { items } = await api.listCampaigns({ query: { limit: 1000 } });
  return onlyOne('campaign', named('campaign', items, said), said);
}

export function onlyOne<Item extends Known>(what: 'account' | 'campaign', found: readonly Item[], said: string): Item {
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const ids = found.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new CodedError(`several_${what}s`, `${found.length} ${what}s are called ${said}: ${ids}.`, {
    fix: 'Name one by its id.',
  });
}

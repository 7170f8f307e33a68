import { useQuery } from '@tanstack/react-query';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { planOf } from '../sequences/plan-of.ts';
import type { Campaign } from './campaign-words.ts';

const NONE: readonly ItemOf<'listAccounts'>[] = [];

/** The accounts from which its people are written to: those that its version names, and the one that reads its source. */
export function useCampaignAccounts({
  sequence,
  version,
  source,
  senders,
}: Campaign): readonly ItemOf<'listAccounts'>[] {
  const may = useMay();
  const accounts = useQuery({ ...ask('listAccounts', { query: { limit: 1000 } }), enabled: may('listAccounts') });
  const published = useQuery(ask('getSequenceVersion', { params: { name: sequence, version: `${version}` } }));
  if (accounts.data === undefined || published.data === undefined) return NONE;
  const chosen: { readonly [channel: string]: readonly string[] | undefined } = {
    ...planOf(published.data.plan).senders,
    ...senders,
  };
  const named = Object.values(chosen).flatMap((ids) => ids ?? []);
  const readers = Object.values(source).flatMap((part) => {
    const { account_id }: { readonly account_id?: unknown } = Object(part);
    return typeof account_id === 'string' ? [account_id] : [];
  });
  const wanted = new Set([...named, ...readers]);
  const { items } = accounts.data;
  // It names none: the only one of a channel is taken.
  return wanted.size === 0 ? items : items.filter(({ id }) => wanted.has(id));
}

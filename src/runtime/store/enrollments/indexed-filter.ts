import type { Queryable } from '../../../shared/postgres/database.ts';
import { findAccount } from '../accounts/find-account.ts';
import { listPauses } from '../control/pauses.ts';
import type { EnrollmentFilter } from './enrollment-filter.ts';

type Asked = Pick<EnrollmentFilter, 'account_id' | 'status'>;

/**
 * The same filter in terms that an index knows, so that few who fit are found among many: an account sends on one channel alone, and whoever is paused is so
 * themselves or by one of the pauses that there are.
 */
export async function indexedFilter<Filter extends Asked>(db: Queryable, filter: Filter): Promise<Filter> {
  return byPauses(db, await byChannel(db, filter));
}

async function byChannel<Filter extends Asked>(db: Queryable, filter: Filter): Promise<Filter> {
  const { account_id, ...others } = filter;
  const account = account_id === undefined ? null : await findAccount(db, account_id);
  return account === null ? filter : ({ ...others, [account.platform]: account.id } as Filter);
}

async function byPauses<Filter extends Asked>(db: Queryable, filter: Filter): Promise<Filter> {
  if (filter.status !== 'paused') return filter;
  const pauses = (await listPauses(db)).filter(({ state }) => state === 'paused');
  if (pauses.some(({ scope }) => scope === 'all')) return filter;
  return { ...filter, paused_by: pauses.map(({ target }) => target) };
}

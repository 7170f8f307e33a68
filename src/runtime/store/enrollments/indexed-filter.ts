import type { Queryable } from '../../../shared/postgres/database.ts';
import { findAccount } from '../accounts/find-account.ts';
import type { EnrollmentFilter } from './list-enrollments.ts';

/**
 * The filter with its account on the one channel on which it sends: people of one account on one channel are read from an index in their order, however few of
 * them fit the rest.
 */
export async function byChannel<Filter extends Pick<EnrollmentFilter, 'account_id'>>(
  db: Queryable,
  filter: Filter,
): Promise<Filter> {
  const { account_id, ...others } = filter;
  const account = account_id === undefined ? null : await findAccount(db, account_id);
  return account === null ? filter : ({ ...others, [account.platform]: account.id } as Filter);
}

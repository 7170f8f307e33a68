import type { AccountRow } from '../../../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../../../accounts/find-account.ts';
import type { Call } from '../../call.ts';
import type { PersonRow } from '../people/person-row.ts';

/** Who reads what is sent to an address: people (two may share one) and mailboxes of the same world. */
export interface Readers {
  readonly people: readonly PersonRow[];
  readonly mailboxes: readonly AccountRow[];
}

const NOBODY: Readers = { people: [], mailboxes: [] };

/** Lowercase addresses in, the readers of each out. */
export async function findReaders(
  { tx, account }: Pick<Call, 'tx' | 'account'>,
  addresses: readonly string[],
): Promise<(address: string) => Readers> {
  const people = await tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 and lower(email) = any ($2::text[]) order by person_id',
    [account.user_id, addresses],
  );
  const mailboxes = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts
      where user_id = $1 and platform = 'email' and lower(email) = any ($2::text[]) order by account_id`,
    [account.user_id, addresses],
  );
  const isOf = (address: string) => (row: { email: string | null }) => row.email?.toLowerCase() === address;
  return (address) =>
    addresses.includes(address)
      ? { people: people.rows.filter(isOf(address)), mailboxes: mailboxes.rows.filter(isOf(address)) }
      : NOBODY;
}

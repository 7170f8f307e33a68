import { mailboxKey, personKey } from '../../../../../shared/identity/mailbox-key.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../../../accounts/find-account.ts';
import type { Call } from '../../call.ts';
import type { PersonRow } from '../people/person-row.ts';

/** The readers of an address: people (two may share one) and mailboxes of the same world. */
export interface Readers {
  readonly people: readonly PersonRow[];
  readonly mailboxes: readonly AccountRow[];
}

const NOBODY: Readers = { people: [], mailboxes: [] };

/** The readers of each of these addresses, however it is written. */
export async function findReaders(
  { tx, account }: Pick<Call, 'tx' | 'account'>,
  addresses: readonly string[],
): Promise<(address: string) => Readers> {
  const people = await tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 and email_key = any ($2::text[]) order by person_id',
    [account.user_id, addresses.map(personKey)],
  );
  const mailboxes = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts
      where user_id = $1 and platform = 'email' and email_key = any ($2::text[]) order by account_id`,
    [account.user_id, addresses.map(mailboxKey)],
  );
  const asked = new Set(addresses.map(mailboxKey));
  return (address) => {
    if (!asked.has(mailboxKey(address))) return NOBODY;
    return {
      people: people.rows.filter(({ email_key }) => email_key === personKey(address)),
      mailboxes: mailboxes.rows.filter(({ email }) => email !== null && mailboxKey(email) === mailboxKey(address)),
    };
  };
}

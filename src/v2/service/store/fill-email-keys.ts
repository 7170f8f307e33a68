import type pg from 'pg';
import { mailboxKey, personKey } from '../../../shared/identity/mailbox-key.ts';

const AT_ONCE = 1000;

/** Tables with addresses: the key of a row, and the function that makes the key of its address. */
const TABLES = [
  { table: 'accounts', key: 'account_id', type: 'text', keyOf: mailboxKey },
  { table: 'sandbox_people', key: 'person_id', type: 'int', keyOf: personKey },
] as const;

/** Writes the keys of addresses from before there were any; in pieces, so that nobody waits for long. Again is the same as once. */
export async function fillEmailKeys(client: pg.Client): Promise<void> {
  for (const { table, key, type, keyOf } of TABLES) {
    for (let filled = AT_ONCE; filled === AT_ONCE; ) {
      const { rows } = await client.query<{ id: string | number; email: string }>(
        `select ${key} as id, email from ${table} where email is not null and email_key is null limit ${AT_ONCE}`,
      );
      filled = rows.length;
      await client.query(
        `update ${table} t set email_key = given.key from unnest($1::${type}[], $2::text[]) as given (id, key) where t.${key} = given.id`,
        [rows.map(({ id }) => id), rows.map(({ email }) => keyOf(email))],
      );
    }
  }
}

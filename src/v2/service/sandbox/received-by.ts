import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

type Row = {
  readonly kind: string;
  readonly account_id: string;
  readonly at: Date;
  readonly text: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly size: number }[];
};

/** Everything that truly reached the person (or the address), in the order in which it did. */
export async function receivedBy(
  tx: Queryable,
  who: { readonly user_id: string; readonly person_id?: number; readonly address?: string },
) {
  const { rows } = await tx.query<Row>(
    `select kind, account_id, at, text, subject, html, headers, attachments from sandbox_received
      where user_id = $1 and ($2::int is null or person_id = $2)
        and ($3::text is null or address = $3)
      order by position`,
    [who.user_id, who.person_id ?? null, who.address === undefined ? null : mailboxKey(who.address)],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

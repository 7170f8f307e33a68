import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';

/** Something that truly reached a person. Times are virtual time, epoch ms. */
export interface Received {
  readonly user_id: string;
  readonly account_id: string;
  readonly person_id: number | null;
  readonly kind:
    | 'visit'
    | 'invitation'
    | 'message'
    | 'inmail'
    | 'email'
    | 'messenger'
    | 'like'
    | 'reaction'
    | 'comment';
  readonly at: number;
  readonly address?: string;
  readonly text?: string | null;
  readonly subject?: string | null;
  readonly html?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: readonly ResolvedFile[];
}

/** Appends to the ground truth that tests judge by; in the transaction of the effect, so neither exists without the other. */
export async function recordReceived(tx: Queryable, received: Received): Promise<void> {
  await tx.query(
    `insert into sandbox_received (user_id, person_id, address, account_id, kind, at, text, subject, html, headers,
       attachments)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      received.user_id,
      received.person_id,
      received.address ?? null,
      received.account_id,
      received.kind,
      new Date(received.at),
      received.text ?? null,
      received.subject ?? null,
      received.html ?? null,
      JSON.stringify(received.headers ?? {}),
      JSON.stringify((received.files ?? []).map(({ name, bytes }) => ({ name, size: bytes.length }))),
    ],
  );
}

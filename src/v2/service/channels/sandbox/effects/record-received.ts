import { jsonRows, rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import { setwiseWrite } from '../../../../../shared/postgres/shared-transaction.ts';
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
export const recordReceived = setwiseWrite((received: readonly Received[]) => {
  const rows = received.map(({ at, files = [], headers = {}, ...one }) => ({
    ...one,
    at: new Date(at),
    headers,
    attachments: files.map(({ name, bytes }) => ({ name, size: bytes.length })),
  }));
  return {
    text: `insert into sandbox_received (${COLUMNS}) select ${COLUMNS} from ${rowsOf(`user_id text, person_id int, address text, account_id text, kind text, at timestamptz, text text, subject text, html text,
          headers jsonb, attachments jsonb`)} as received`,
    values: [jsonRows(rows)],
  };
});

const COLUMNS = 'user_id, person_id, address, account_id, kind, at, text, subject, html, headers, attachments';

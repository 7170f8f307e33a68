import type { Queryable } from '../../../../postgres/database.ts';
import type { AccountRow } from '../../../context.ts';
import { invalidParams } from '../../../http/service-error.ts';
import type { PersonRow } from '../people/person-row.ts';

const TIMEOUT = 10_000;

/** RFC 8058, as the person's mail client would do it: POSTs to the link of the last mail; returns the HTTP status. */
export async function followUnsubscribeLink(tx: Queryable, account: AccountRow, person: PersonRow): Promise<number> {
  const { rows } = await tx.query<{ headers: Readonly<Record<string, string>> }>(
    `select headers from sandbox_received where person_id = $1 and account_id = $2 and kind = 'email'
      order by position desc limit 1`,
    [person.person_id, account.account_id],
  );
  const headers = rows[0]?.headers;
  if (!headers) throw invalidParams(`no mail of this account has reached ${person.public_identifier}`);
  const link = /<(https?:[^>]+)>/i.exec(header(headers, 'list-unsubscribe') ?? '')?.[1];
  const oneClick = /List-Unsubscribe=One-Click/i.test(header(headers, 'list-unsubscribe-post') ?? '');
  if (link === undefined || !oneClick) throw invalidParams('the last mail has no one-click unsubscribe link');
  try {
    const response = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw invalidParams(`the link ${link} does not answer: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function header(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

import { checkForeignUrl } from '../../../../../shared/dial/check-foreign-url.ts';
import { createHttpDialer } from '../../../../../shared/dial/create-http-dialer.ts';
import { foreign } from '../../../../../shared/dial/policies.ts';
import { messageOf } from '../../../../../shared/kit/thrown.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { invalidParams } from '../../../answers/service-error.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import type { Encounter } from './encounter.ts';

const TIMEOUT = 10_000;

/**
 * RFC 8058, as the person's mail client would do it: POSTs to the link of the last mail; returns the HTTP status. The caller who sent the
 * mail wrote the link, so it may lead where the webhooks of callers may.
 */
export async function followUnsubscribeLink(
  { settings }: Pick<SandboxDeps, 'settings'>,
  tx: Queryable,
  { account, person }: Pick<Encounter, 'account' | 'person'>,
): Promise<number> {
  const { rows } = await tx.query<{ headers: Readonly<Record<string, string>> }>(
    `select headers from sandbox_received where person_id = $1 and account_id = $2 and kind = 'email'
      order by position desc limit 1`,
    [person.person_id, account.account_id],
  );
  const headers = rows[0]?.headers;
  if (!headers) throw invalidParams(`no mail of this account has reached ${person.public_identifier}`);
  const link = /<(https?:[^<>]+)>/i.exec(header(headers, 'list-unsubscribe') ?? '')?.[1];
  const oneClick = /List-Unsubscribe=One-Click/i.test(header(headers, 'list-unsubscribe-post') ?? '');
  if (link === undefined || !oneClick) throw invalidParams('the last mail has no one-click unsubscribe link');
  const reach = { allow_private: settings.allow_private_webhooks };
  const checked = await checkForeignUrl(link, reach);
  if (!checked.ok) throw invalidParams(`the link to unsubscribe ${checked.error}`);
  const http = createHttpDialer(foreign(reach));
  try {
    const { statusCode } = await http.request(checked.value, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return statusCode;
  } catch (error) {
    throw invalidParams(`the link ${link} does not answer: ${messageOf(error)}`);
  } finally {
    await http.destroy();
  }
}

function header(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

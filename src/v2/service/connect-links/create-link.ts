import { checkForeignUrl } from '../../../shared/dial/check-foreign-url.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { MANAGEMENT } from '../../contract/endpoints.ts';
import { findAccount } from '../accounts/find-account.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { createdRecord, findLink } from './link-row.ts';

/** spec: POST /v2/accounts/connect-link. With an `account_id` only that account's channel is offered, whatever else was asked. */
export async function createLink(
  { settings }: Pick<ServiceContext, 'settings'>,
  call: EndpointCall,
): Promise<EndpointAnswer> {
  const { tx, owner, body, now } = call;
  // The account is checked before the other fields, as everywhere; one that is inactive is what a reconnection is for.
  const named = typeof body.account_id === 'string' ? body.account_id.trim() : '';
  const account = named === '' ? null : await findAccount(tx, owner.user_id, named);
  call.request.call.account_id = account?.account_id ?? null;
  const input = parseInput('body', MANAGEMENT.connect_link.body, body);
  if (input.notify_url !== undefined) {
    const checked = await checkForeignUrl(input.notify_url, { allow_private: settings.allow_private_webhooks });
    if (!checked.ok) throw invalidParams(`body.notify_url: ${checked.error}`);
  }

  const linkId = newId('lnk', now);
  await tx.query(
    `insert into connect_links (link_id, user_id, platforms, name, country, reconnect, account_name, success_url,
       failure_url, notify_url, products, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      linkId,
      owner.user_id,
      account ? [account.platform] : input.platforms,
      input.name ?? null,
      input.country ?? null,
      account?.account_id ?? null,
      input.account_name ?? null,
      input.success_url ?? null,
      input.failure_url ?? null,
      input.notify_url ?? null,
      input.products,
      new Date(now + input.expires_in * SECOND),
      new Date(now),
    ],
  );
  const link = await findLink(tx, linkId);
  if (!link) throw new Error('the link was not stored');
  return { account_id: link.reconnect, data: createdRecord(link, settings.app_url) };
}

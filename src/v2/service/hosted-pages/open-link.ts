import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountRow } from '../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../accounts/find-account.ts';
import { findLink, isOpen, type LinkRow } from '../connect-links/link-row.ts';
import type { Site } from './site.ts';
import { endedPage } from './templates/outcome.ts';

export interface OpenLink {
  readonly link: LinkRow;
  /** The account of a link that connects it anew. */
  readonly account: AccountRow | null;
}

/**
 * The link that a page belongs to while it is open; null once the answer for one that is not was sent. `step`: a page within the
 * sign-in, where the browser that has finished it is led on.
 */
export async function openLink(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  page: 'start' | 'step' = 'start',
  linkId = linkIdOf(request),
): Promise<OpenLink | null> {
  const link = await findLink(site.context.db, linkId);
  if (!link) {
    site.send(reply, endedPage('unknown'), 404);
    return null;
  }
  if (!isOpen(link, site.context.clock.now())) {
    if (page === 'step') sendOver(site, request, reply, link);
    else site.sendEnded(reply, link);
    return null;
  }
  const account = link.reconnect === null ? null : await accountOf(site, link, link.reconnect);
  if (link.reconnect !== null && account === null) {
    site.sendEnded(reply, link, 'account_gone');
    return null;
  }
  return { link, account };
}

/** A form sent twice, or a waiting page that asks again without scripts: what this browser waited for is there. */
export function sendOver(site: Site, request: FastifyRequest, reply: FastifyReply, link: LinkRow): FastifyReply {
  const own = link.status === 'used' && link.browser_digest === site.browser(request, reply).digest;
  return own ? site.sendOn(reply, link) : site.sendEnded(reply, link);
}

export const linkOf = (site: Site, request: FastifyRequest): Promise<LinkRow | null> =>
  findLink(site.context.db, linkIdOf(request));

const linkIdOf = (request: FastifyRequest): string => (request.params as { link_id: string }).link_id;

export async function accountOf(site: Site, link: LinkRow, accountId: string | null): Promise<AccountRow | null> {
  if (accountId === null) return null;
  const { rows } = await site.context.db.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where account_id = $1 and user_id = $2`,
    [accountId, link.user_id],
  );
  return rows[0] ?? null;
}

/** A form that another site made a browser send, or that is older than the browser's cookie. */
export const FOREIGN_FORM = {
  field: null,
  message: 'This form was not accepted. Allow cookies for this page if they are turned off, and try again.',
} as const;

import { MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Platform } from '../../contract/definition.ts';
import type { ConnectLinkRecord } from '../../contract/records/connect-link.ts';
import type { AccountRow } from '../accounts/account-row.ts';

/** A hosted connection link, as stored. */
export interface LinkRow {
  readonly link_id: string;
  readonly user_id: string;
  readonly platforms: readonly Platform[];
  readonly name: string | null;
  readonly country: string | null;
  readonly reconnect: string | null;
  readonly account_name: string | null;
  readonly success_url: string | null;
  readonly failure_url: string | null;
  readonly notify_url: string | null;
  readonly products: AccountRow['products'];
  readonly status: 'pending' | 'checkpoint' | 'used';
  readonly platform: Platform | null;
  readonly account_id: string | null;
  readonly waiting_account_id: string | null;
  readonly sealed_pairing_code: string | null;
  readonly phone_token: string | null;
  readonly sign_ins: number;
  readonly browser_digest: string | null;
  readonly expires_at: Date;
  readonly notified: boolean;
}

const SELECT = `select connect_links.*,
    exists (select 1 from connect_link_callbacks c where c.link_id = connect_links.link_id and state = 'delivered') as notified
  from connect_links`;

type Row = LinkRow & Record<string, unknown>;

export async function findLink(db: Queryable, linkId: string, lock: '' | 'for update' = ''): Promise<LinkRow | null> {
  const { rows } = await db.query<Row>(`${SELECT} where link_id = $1 ${lock}`, [linkId]);
  return rows[0] ?? null;
}

export async function findLinkByPhoneToken(db: Queryable, token: string): Promise<LinkRow | null> {
  const { rows } = await db.query<Row>(`${SELECT} where phone_token = $1`, [token]);
  return rows[0] ?? null;
}

/** The newest link that waits for this phone. */
export async function findLinkOfPhone(db: Queryable, phoneNumber: string): Promise<LinkRow | null> {
  const { rows } = await db.query<Row>(
    `${SELECT} where status = 'checkpoint' and phone_token is not null and waiting_account_id in (
       select account_id from accounts where platform = 'messenger' and phone_number = $1)
     order by created_at desc limit 1`,
    [phoneNumber],
  );
  return rows[0] ?? null;
}

/**
 * How long after `expires_at` a person in the middle of a verification may still finish it.
 * @unspecified the specification's table lets pending links expire only.
 */
const CHECKPOINT_GRACE = 15 * MINUTE;

/** spec: Connection link, states. `now` is virtual time. */
export function statusOf(link: LinkRow, now: number): ConnectLinkRecord['status'] {
  if (link.status === 'used') return 'used';
  const end = link.expires_at.getTime() + (link.status === 'checkpoint' ? CHECKPOINT_GRACE : 0);
  return now >= end ? 'expired' : link.status;
}

export const isOpen = (link: LinkRow, now: number): boolean => {
  const status = statusOf(link, now);
  return status === 'pending' || status === 'checkpoint';
};

/** The answer to creating a link. */
export function createdRecord(link: LinkRow, appUrl: string) {
  return {
    link_id: link.link_id,
    url: `${appUrl}/connect/${link.link_id}`,
    expires_at: link.expires_at.toISOString(),
    platforms: link.platforms,
    name: link.name,
    reconnect: link.reconnect,
  };
}

/** spec: Connection link. `account_id` is there once connected, `notified` where a `notify_url` was set. */
export function linkRecord(link: LinkRow, appUrl: string, now: number) {
  return {
    ...createdRecord(link, appUrl),
    status: statusOf(link, now),
    platform: link.platform,
    ...(link.account_id === null ? {} : { account_id: link.account_id }),
    ...(link.notify_url === null ? {} : { notified: link.notified }),
  };
}

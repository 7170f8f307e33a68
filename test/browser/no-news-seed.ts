import { noteAddressReports } from '../../src/runtime/store/addresses/address-reports.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { addAccount } from '../enroll/fixtures.ts';
import type { ConsoleBench } from './console-bench.ts';

export interface NoNews {
  /** Somebody whose deadline waits to be heard, and whose address is dead. */
  readonly lead_id: string;
  /** Somebody who had invited us, which was accepted. */
  readonly inviter_id: string;
  /** Stopped, with rows that still come. */
  readonly campaign_id: string;
}

export const DEAD = 'ada@acme.example';
export const COMPLAINED = 'grace@acme.example';
export const HOOK = 'https://crm.example/hooks/overture';
export const ADA = 'https://professional.example/in/ada-no-news';

const SEQUENCE = `sequence: no-news
steps:
  - invite
  - wait_for: accepted_invitation
    within: 3 days
    else:
      - withdraw
  - end: done
`;
const SINCE = '2026-11-02T08:00:00.000Z';

/** One of each trouble that no news may hide: accounts, a deadline, a campaign, addresses, a webhook. */
export async function seedNoNews(bench: ConsoleBench): Promise<NoNews> {
  const { call, db } = bench;
  await answered(call('POST', '/api/sequences', SEQUENCE));
  await db.query(`update accounts set gap_since = $1, gap_reason = 'its webhook was deleted' where id = 'acc_anna'`, [
    SINCE,
  ]);
  await db.query(
    `update accounts set wall_held_until = now() + interval '20 minutes', held_since = $1, held_reason = 'the service asks it to slow down'
      where id = 'acc_mail'`,
    [SINCE],
  );
  const at = new Date(SINCE);
  await noteAddressReports(db, [
    { address: DEAD, kind: 'bounce', at, reason: '550 5.1.1 no such user', account_id: 'acc_mail' },
    { address: COMPLAINED, kind: 'complaint', at, reason: '', account_id: 'acc_mail' },
  ]);
  const lead_id = await waitUnheard(bench);
  const inviter_id = await acceptTheirs(bench);
  const campaign_id = await stopWhileRowsCome(bench);
  // Behind those who are enrolled: of two accounts a sequence has to name one.
  await addAccount(db, 'acc_unheard', 'professional');
  await db.query(
    `update accounts set heard_until = $1, wall_listened_at = now() - interval '1 hour' where id = 'acc_unheard'`,
    [SINCE],
  );
  const { id } = await answered(call('POST', '/api/webhooks', { url: HOOK, events: ['*'] }));
  await db.query(
    `update webhooks set status = 'switched_off', status_reason = 'its receiver answered 410: it is gone', failing_since = $2 where id = $1`,
    [id, SINCE],
  );
  return { lead_id, inviter_id, campaign_id };
}

async function waitUnheard({ call, db }: ConsoleBench): Promise<string> {
  const lead = { first_name: 'Ada', last_name: 'Lovelace', profile_url: ADA, email: DEAD, timezone: 'Europe/Paris' };
  const { id, lead_id } = await answered(call('POST', '/api/enrollments', { sequence: 'no-news', lead }));
  const { plan } = await answered(call('GET', '/api/sequences/no-news'));
  const wait = Object.values<{ id: string; kind: string }>(plan.nodes).find(({ kind }) => kind === 'wait_for');
  const text = `waits to hear what had happened by ${SINCE}: acc_anna has not been heard since ${SINCE}`;
  await db.query(
    `update enrollments set status = 'active', started_at = $2, node = $3, waiting_kind = 'account', waiting_text = $4, waiting_detail = $5
      where id = $1`,
    [id, SINCE, wait?.id, text, JSON.stringify({ constraint: 'unheard', text })],
  );
  return lead_id;
}

/** As test/activities/their-invitation.test.ts sees it written. */
async function acceptTheirs({ call, db }: ConsoleBench): Promise<string> {
  const lead = { first_name: 'Grace', profile_url: `${ADA}-grace` };
  const { id, lead_id } = await answered(call('POST', '/api/enrollments', { sequence: 'no-news', lead }));
  const { plan } = await answered(call('GET', '/api/sequences/no-news'));
  const invite = Object.values<{ id: string; kind: string }>(plan.nodes).find(({ kind }) => kind === 'invite');
  const title = 'Accepted the invitation of Grace to acc_anna';
  const line = { enrollment_id: id, at: new Date(SINCE), node: invite?.id ?? null, type: 'invite', title };
  await addLine(db, line);
  await db.query(
    `update enrollments set status = 'finished', outcome = 'done', started_at = $2, accepted_at = $2, finished_at = $2 where id = $1`,
    [id, SINCE],
  );
  return lead_id;
}

async function stopWhileRowsCome({ call, db }: ConsoleBench): Promise<string> {
  const source = { leads: [{ first_name: 'Ben', profile_url: 'https://professional.example/in/ben-no-news' }] };
  const { id } = await answered(call('POST', '/api/campaigns', { name: 'A large list', sequence: 'no-news', source }));
  await answered(call('POST', `/api/campaigns/${id}/stop`, { note: 'the wrong list' }));
  // As another worker goes on writing them.
  await db.query(`insert into campaign_tallies (campaign_id, what, name, amount) values ($1, 'rows', '', 400)`, [id]);
  return id;
}

async function answered(asked: ReturnType<ConsoleBench['call']>) {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

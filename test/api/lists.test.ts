import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OperationName, operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { itemOf } from '../../src/app/api-contract/list.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

/** How a row of a list comes and goes; its number is in what the list shows of it, and the order is that of the numbers. */
interface Rows {
  readonly path: string;
  /** `$1`: the number, as a text of four digits; `$2`: a time of its own. */
  readonly add: string | ((number: string) => Promise<unknown>);
  readonly remove: string;
  readonly shown: string;
}

const ROWS: Partial<Record<OperationName, Rows>> = {
  listLeads: {
    path: '/api/leads',
    add: `insert into leads (id, last_name, created_at, updated_at) values ('led_' || $1, 'Lee ' || $1, $2, $2)`,
    remove: `delete from leads where id = 'led_' || $1`,
    shown: 'id',
  },
  listSuppressions: {
    path: '/api/suppressions',
    add: `insert into suppressions (id, kind, value, reason, created_at) values ('sup_' || $1, 'domain', $1 || '.example', '', $2)`,
    remove: `delete from suppressions where id = 'sup_' || $1`,
    shown: 'id',
  },
  listAddressReports: {
    path: '/api/address-reports',
    add: `insert into address_reports (address, kind, at, reason, account_id)
          values ('ada@example' || $1, 'bounce', $2, '', 'acc_mail')`,
    remove: `delete from address_reports where address = 'ada@example' || $1`,
    shown: 'address',
  },
  listAccounts: {
    path: '/api/accounts',
    add: (number) => addAccount(api.db, `acc_${number}`, 'professional'),
    remove: `delete from accounts where id = 'acc_' || $1`,
    shown: 'id',
  },
  listSentMails: {
    path: '/api/accounts/acc_mail/mails',
    add: `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
          values ('enr_of_all/' || $1, 'enr_of_all', 'node ' || $1, 1, 'acc_mail', 'email', 'send_email', 'email', 'done', '{}', $2)`,
    remove: `delete from intents where key = 'enr_of_all/' || $1`,
    shown: 'node',
  },
  listAccountSends: {
    path: '/api/accounts/acc_mail/sends',
    add: `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
          values ('acc_mail', 'email', 'enr_of_all', 'node ' || $1, 1, $2, '2026-03-02', '2026-03-02', 'booked')`,
    remove: `delete from slots where node = 'node ' || $1`,
    shown: 'node',
  },
  listTasks: {
    path: '/api/tasks',
    add: `insert into tasks (id, enrollment_id, node, visit, kind, text, status, created_at)
          values ('tsk_' || $1, 'enr_of_all', 'node ' || $1, 1, 'task', '', 'open', $2)`,
    remove: `delete from tasks where id = 'tsk_' || $1`,
    shown: 'id',
  },
  listHolds: {
    path: '/api/holds',
    add: `insert into holds (scope, target, state, at) values ('sequence', 'sequence ' || $1, 'paused', $2)`,
    remove: `delete from holds where target = 'sequence ' || $1`,
    shown: 'target',
  },
  listControlJobs: {
    path: '/api/control',
    add: `insert into control_jobs (id, action, filter, matched, created_at) values ('job_' || $1, 'pause', '{}', 0, $2)`,
    remove: `delete from control_jobs where id = 'job_' || $1`,
    shown: 'job_id',
  },
  listActivity: {
    path: '/api/timeline',
    add: `insert into timeline (id, enrollment_id, at, type, title) overriding system value
          values (500000 + $1::text::int, 'enr_of_all', $2, 'test', $1::text)`,
    remove: 'delete from timeline where id = 500000 + $1::text::int',
    shown: 'title',
  },
  listTimeline: {
    path: '/api/enrollments/enr_of_all/timeline',
    add: `insert into timeline (id, enrollment_id, at, type, title) overriding system value
          values (500000 + $1::text::int, 'enr_of_all', $2, 'test', $1::text)`,
    remove: 'delete from timeline where id = 500000 + $1::text::int',
    shown: 'title',
  },
  listReceivedEvents: {
    path: '/api/received-events',
    add: `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
          values ('a "strange" id ' || $1, 'acc_anna', 'professional', 'test', '{}', $2, $2, 'ignored')`,
    remove: `delete from events where event_id = 'a "strange" id ' || $1`,
    shown: 'id',
  },
  listReconciliations: {
    path: '/api/reconciliations',
    add: `insert into reconciliations (id, account_id, reason, depth, state, due_at, requested_at)
          values ('rec_' || $1, 'acc_anna', '', 'free', 'done', $2, $2)`,
    remove: `delete from reconciliations where id = 'rec_' || $1`,
    shown: 'id',
  },
  listKeys: {
    path: '/api/keys',
    add: `insert into api_keys (id, name, hash, scopes) select 'key_' || $1, '', $1, '{read}' where $2::timestamptz is not null`,
    remove: `delete from api_keys where id = 'key_' || $1`,
    shown: 'id',
  },
  listSessions: {
    path: '/api/sessions',
    add: `insert into sessions (id, hash, scopes, address, user_agent, wall_expires_at)
          select 'ses_' || $1, $1, '{read}', '', '', now() + interval '1 hour' where $2::timestamptz is not null`,
    remove: `delete from sessions where id = 'ses_' || $1`,
    shown: 'id',
  },
  listAuditLog: {
    path: '/api/audit-log',
    add: `insert into audit_log (id, wall_at, via, address, operation, target_kind, sentence)
          values ('aud_' || $1, $2, 'api', '', 'suppress', 'suppression', $1)`,
    remove: `delete from audit_log where id = 'aud_' || $1`,
    shown: 'id',
  },
  listSequences: {
    path: '/api/sequences',
    add: `with made as (insert into sequences (name, current_version) values ('s-' || $1, 1))
          insert into sequence_versions (sequence, version, digest, source, created_at)
          select 's-' || $1, 1, digest, '', $2 from plans limit 1`,
    remove: `with gone as (delete from sequence_versions where sequence = 's-' || $1) delete from sequences where name = 's-' || $1`,
    shown: 'name',
  },
  listDrafts: {
    path: '/api/drafts',
    add: `insert into sequence_drafts (sequence, text, revision, author, created_at, updated_at) values ('s-' || $1, '', 'rev_1', 'Ada', $2, $2)`,
    remove: `delete from sequence_drafts where sequence = 's-' || $1`,
    shown: 'name',
  },
  listSequenceVersions: {
    path: '/api/sequences/hello/versions',
    add: `with made as (insert into plans (digest, plan) select 'digest-' || $1, plan from plans limit 1 on conflict do nothing)
          insert into sequence_versions (sequence, version, digest, source, created_at)
          values ('hello', 1000 + $1::text::int, 'digest-' || $1, '', $2)`,
    remove: `delete from sequence_versions where sequence = 'hello' and version = 1000 + $1::text::int`,
    shown: 'digest',
  },
  listCampaigns: {
    path: '/api/campaigns',
    add: `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
          values ('cmp_' || $1, 'Campaign ' || $1, 'hello', 1, '{}', $1, 'running', $2)`,
    remove: `delete from campaigns where id = 'cmp_' || $1`,
    shown: 'id',
  },
  listCampaignRows: {
    path: '/api/campaigns/cmp_of_all/rows',
    add: `insert into campaign_rows (campaign_id, row, status, message)
          select 'cmp_of_all', 1000 + $1::text::int, 'refused', $1::text where $2::timestamptz is not null`,
    remove: `delete from campaign_rows where row = 1000 + $1::text::int`,
    shown: 'message',
  },
  listCampaignLooks: {
    path: '/api/campaigns/cmp_of_all/looks',
    add: `insert into campaign_looks (campaign_id, number, whole, begun_at, note) values ('cmp_of_all', 1000 + $1::text::int, false, $2, $1::text)`,
    remove: `delete from campaign_looks where campaign_id = 'cmp_of_all' and number = 1000 + $1::text::int`,
    shown: 'note',
  },
  listResultPeople: {
    path: '/api/campaigns/cmp_of_all/results/people',
    add: `insert into enrollments (id, sequence, version, digest, senders, status, campaign_id, created_at)
          select 'enr_' || $1, 'hello', 1, digest, '{}', 'active', 'cmp_of_all', $2 from plans limit 1`,
    remove: `delete from enrollments where id = 'enr_' || $1`,
    shown: 'enrollment_id',
  },
  listConversations: {
    path: '/api/conversations',
    add: `with person as (insert into leads (id, created_at, updated_at) values ('led_' || $1, $2, $2) returning id)
          insert into conversations (id, lead_id, account_id, channels, campaign_ids, messages, received, last_id, last_at, last_by,
                                     last_channel, last_text, last_automatic, words, created_at, state, unread)
          select 'cnv_' || $1, id, 'acc_anna', '{message}', '{}', 1, 1, 'msg_' || $1, $2, 'them', 'message', '', false, '', $2, 'open', 1
            from person`,
    remove: `delete from leads where id = 'led_' || $1`,
    shown: 'id',
  },
  listLabels: {
    path: '/api/labels',
    add: `insert into labels (name, title, effect, created_at) values ('number_' || $1, 'Number', 'continue', $2)`,
    remove: `delete from labels where name = 'number_' || $1`,
    shown: 'name',
  },
  listUnmatched: {
    path: '/api/conversations/unmatched',
    add: `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
          values ('evt_stranger_' || $1, 'acc_anna', 'professional', 'message', '{}', $2, $2, 'unmatched')`,
    remove: `delete from events where event_id = 'evt_stranger_' || $1`,
    shown: 'id',
  },
  listSavedAnswers: {
    path: '/api/saved-answers',
    add: `insert into saved_answers (id, name, text, created_at, updated_at) values ('sav_' || $1, 'Number ' || $1, 'Hello', $2, $2)`,
    remove: `delete from saved_answers where id = 'sav_' || $1`,
    shown: 'id',
  },
  listErasures: {
    path: '/api/erasures',
    add: `insert into erasures (id, leads, enrollments, created_at) values ('ers_' || $1, '{}', '{}', $2)`,
    remove: `delete from erasures where id = 'ers_' || $1`,
    shown: 'receipt_id',
  },
  listUsers: {
    path: '/api/users',
    add: `insert into users (id, email, name, role, status)
          select 'usr_' || $1, $1 || '@acme.example', 'User ' || $1, 'viewer', 'active' where $2::timestamptz is not null`,
    remove: `delete from users where id = 'usr_' || $1`,
    shown: 'id',
  },
  listWebhooks: {
    path: '/api/webhooks',
    add: `insert into webhooks (id, url, events, sealed_secret, cursor, created_at)
          values ('whk_' || $1, 'https://hooks.example', '{*}', '', 0, $2)`,
    remove: `delete from webhooks where id = 'whk_' || $1`,
    shown: 'id',
  },
  listDeliveries: {
    path: '/api/webhooks/whk_of_all/deliveries',
    add: `with event as (
            insert into outgoing_events (event_id, type, payload, created_at) values ('evt_' || $1, 'webhook.test', '{}', $2) returning event_id)
          insert into deliveries (delivery_id, webhook_id, event_id, event_type, state, created_at)
          select 'dlv_' || $1, 'whk_of_all', event_id, 'webhook.test', 'succeeded', $2 from event`,
    remove: `delete from outgoing_events where event_id = 'evt_' || $1`,
    shown: 'id',
  },
  listEnrollments: {
    path: '/api/enrollments',
    add: `insert into enrollments (id, sequence, version, digest, senders, status, created_at)
          select 'enr_' || $1, 'hello', 1, digest, '{}', 'active', $2 from plans limit 1`,
    remove: `delete from enrollments where id = 'enr_' || $1`,
    shown: 'id',
  },
};

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  // Its lines never go; that the list is right when rows do is tested all the same.
  await api.db.query('alter table audit_log disable trigger all');
  await api.db.query(`insert into leads (id, created_at, updated_at) values ('led_of_all', now(), now())`);
  await api.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ('cmp_of_all', 'all', 'hello', 1, '{}', 'all', 'running', now())`,
  );
  await api.db.query(
    `insert into webhooks (id, url, events, sealed_secret, cursor, created_at)
     values ('whk_of_all', 'https://hooks.example', '{*}', '', 0, now())`,
  );
  await api.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, created_at)
     select 'enr_of_all', 'hello', 1, digest, 'led_of_all', '{}', 'active', now() from plans limit 1`,
  );
});
afterAll(() => api.close());

const lists = operationNames.filter((name) => itemOf(operationOf(name)) !== null);
const inPages = lists.filter((name) => 'cursor' in (operationOf(name).query?.shape ?? {}));
const sortsOf = (name: OperationName): string[] => {
  const sort = operationOf(name).query?.shape.sort;
  const named: unknown = sort instanceof z.ZodOptional ? sort.unwrap() : undefined;
  return named instanceof z.ZodEnum ? named.options.map(String) : [];
};
const rowsOf = (name: OperationName): Rows => {
  const rows = ROWS[name];
  if (rows === undefined) throw new Error(`${name} is a list: say how its rows come and go`);
  return rows;
};
const all = (from: number): number[] => Array.from({ length: 9 }, (_, index) => from + 2 * index);

async function add({ add: how }: Rows, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const text = String(number).padStart(4, '0');
    const at = new Date(Date.UTC(2026, 0, 5) + number * 60_000);
    if (typeof how === 'string') await api.db.query(how, [text, at]);
    else await how(text);
  }
}

async function remove({ remove: how }: Rows, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await api.db.query(how, [String(number).padStart(4, '0')]);
}

async function pageOf({ path, shown }: Rows, query: Record<string, string>) {
  const { status, body } = await api.call('GET', `${path}?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const items = body.items as Record<string, unknown>[];
  const numbers = items.flatMap((item) => /(?<!\d)\d{4}$/.exec(String(item[shown]))?.[0] ?? []).map(Number);
  return { numbers, next: body.next_cursor as string | null, body };
}

/** From a page on to the end. */
async function restOf(rows: Rows, query: Record<string, string>, from: string | null): Promise<number[]> {
  const numbers: number[] = [];
  for (let cursor = from; cursor !== null; ) {
    const page = await pageOf(rows, { ...query, cursor });
    numbers.push(...page.numbers);
    cursor = page.next;
  }
  return numbers;
}

describe.each(inPages.flatMap((name) => sortsOf(name).map((sort) => [name, sort] as const)))(
  '%s by %s',
  (name, sort) => {
    it('gives every row once and in order, while rows come and go, the last that it gave among them', async () => {
      const rows = rowsOf(name);
      await add(rows, all(1));
      let seen: number[] = [];
      let next: string | null = null;
      // Other rows may stand before them.
      while (seen.length < 3) {
        const page = await pageOf(rows, { sort, limit: '2', ...(next === null ? {} : { cursor: next }) });
        seen = [...seen, ...page.numbers];
        next = page.next;
        expect(next).not.toBeNull();
      }
      const left = all(1).filter((number) => !seen.includes(number));
      const gone = [Number(seen.at(-1)), Number(left[1])];
      await add(rows, all(0));
      await remove(rows, gone);
      const rest = await restOf(rows, { sort, limit: '2' }, next);
      await remove(rows, [...all(0), ...all(1)]);

      const given = [...seen, ...rest];
      expect(new Set(given).size).toBe(given.length);
      expect(left.filter((number) => number !== gone[1] && !given.includes(number))).toEqual([]);
      const inOrder = given.toSorted((one, other) => one - other);
      expect(given).toEqual(sort.startsWith('-') ? inOrder.toReversed() : inOrder);
    });
  },
);

it('reads who fits some words best page by page, too, while people come and go', async () => {
  const rows = { ...rowsOf('listLeads') };
  await add(rows, all(1));
  const first = await pageOf(rows, { q: 'lee', limit: '3' });
  expect(first.numbers).toEqual([17, 15, 13]);
  await add(rows, [18, 12]);
  await remove(rows, [13, 9]);
  expect(await restOf(rows, { q: 'lee', limit: '2' }, first.next)).toEqual([12, 11, 7, 5, 3, 1]);
  expect(await api.call('GET', '/api/leads?q=lee&sort=name')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'sort' }] },
  });
  await remove(rows, [...all(0), ...all(1)]);
});

describe.each(inPages)('%s', (name) => {
  it('counts all of its rows', async () => {
    const rows = rowsOf(name);
    const before = (await pageOf(rows, { count: 'true', limit: '1' })).body.count.value;
    await add(rows, [1, 3, 5]);
    const { count } = (await pageOf(rows, { count: 'true', limit: '1' })).body;
    await remove(rows, [1, 3, 5]);
    expect(count).toEqual({ value: before + 3, exact: true });
    expect((await pageOf(rows, {})).body).not.toHaveProperty('count');
  });

  it('refuses an order that it has not, and a cursor of another one', async () => {
    const rows = rowsOf(name);
    const odd = await api.call('GET', `${rows.path}?sort=nonsense`);
    expect(odd).toMatchObject({ status: 400, body: { errors: [{ field: 'sort' }] } });
    await add(rows, [1, 3, 5]);
    const [one = '', other = ''] = sortsOf(name);
    const { next } = await pageOf(rows, { sort: one, limit: '1' });
    const answer = await api.call('GET', `${rows.path}?sort=${other}&cursor=${next}`);
    await remove(rows, [1, 3, 5]);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });

  it('refuses a cursor of any other list, whose order is named alike', async () => {
    const others = inPages.filter((other) => other !== name);
    const rows = rowsOf(name);
    await add(rows, [1, 3, 5]);
    for (const sort of sortsOf(name)) {
      const { next } = await pageOf(rows, { sort, limit: '1' });
      for (const other of others.filter((one) => sortsOf(one).includes(sort))) {
        const { path } = rowsOf(other);
        const answer = await api.call('GET', `${path}?sort=${sort}&cursor=${next}`);
        expect(answer, `${name} → ${other}`).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
      }
    }
    await remove(rows, [1, 3, 5]);
  });
});

it('refuses a cursor of the same list of something else', async () => {
  const rows = rowsOf('listCampaignRows');
  await add(rows, [1, 3, 5]);
  const { next } = await pageOf(rows, { limit: '1' });
  await remove(rows, [1, 3, 5]);
  await api.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ('cmp_other', 'other', 'hello', 1, '{}', 'other', 'running', now())`,
  );
  const answer = await api.call('GET', `/api/campaigns/cmp_other/rows?cursor=${next}`);
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
});

it.each(lists)('%s answers with the fields that were asked for, and refuses others by their names', async (name) => {
  const fields = Object.keys(itemOf(operationOf(name))?.shape ?? {}).slice(0, 2);
  const { path, ...rows } = ROWS[name] ?? { path: '/api/enrollments/enr_of_all/mails', add: '', remove: '', shown: '' };
  if (ROWS[name] !== undefined) await add({ path, ...rows }, [1]);
  const { status, body } = await api.call('GET', `${path}?fields=${fields.join(',')}`);
  const odd = await api.call('GET', `${path}?fields=${fields[0]}&fields=nonsense`);
  if (ROWS[name] !== undefined) await remove({ path, ...rows }, [1]);
  // This bench shows no mails.
  if (name !== 'listEnrollmentMails') {
    expect(status).toBe(200);
    expect(body.items.length).toBeGreaterThan(0);
    for (const item of body.items)
      expect(Object.keys(item)).toEqual(Object.keys(item).filter((key) => fields.includes(key)));
    expect(Object.keys(body.items[0])).toContain(fields[0]);
  }
  expect(odd).toMatchObject({
    status: 400,
    body: { code: 'invalid_query', detail: expect.stringContaining('nonsense') },
  });
  expect(odd.body.errors[0].field).toMatch(/^fields/);
});

it('counts up to 10,000, and says that there are more', async () => {
  await api.db.query(
    `insert into timeline (enrollment_id, at, type, title) select 'enr_of_all', now(), 'test', '' from generate_series(1, 10001)`,
  );
  const { body } = await api.call('GET', '/api/timeline?count=1&limit=1&fields=id');
  expect(body.count).toEqual({ value: 10_000, exact: false });
  expect(Object.keys(body.items[0])).toEqual(['id']);
});

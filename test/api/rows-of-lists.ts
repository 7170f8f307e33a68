import type { OperationName } from '../../src/app/api-contract/api-operations.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { addAccount } from '../enroll/fixtures.ts';

/** How a row of a list comes and goes; its number is in what the list shows of it, and the order is that of the numbers. */
export interface Rows {
  readonly path: string;
  /** `$1`: the number, as a text of four digits; `$2`: a time of its own. */
  readonly add: string | ((number: string, db: Database) => Promise<unknown>);
  readonly remove: string;
  readonly shown: string;
}

export const ROWS: Partial<Record<OperationName, Rows>> = {
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
    add: (number, db) => addAccount(db, `acc_${number}`, 'professional'),
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { createV2Service } from '../../src/v2/service/service.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';

const API_KEY = 'fuzz-tests-bootstrap-key';

/** Values that exist, by the name of the field that takes them. */
export type Ids = Readonly<Record<string, readonly unknown[]>>;

export interface World {
  readonly url: string;
  readonly api_key: string;
  readonly ids: Ids;
  stop(): Promise<void>;
}

/** The real service on a database of its own, with accounts, people, conversations, jobs and webhooks to stumble over. */
export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-fuzz-'));
  const server = await startPostgres({ folder, durable: false });
  const database_url = await server.ensureDatabase('fuzz');
  const service = await createV2Service(v2ServiceOptions({ database_url, bootstrap_key: API_KEY }));
  const url = await service.listen(0);
  return {
    url,
    api_key: API_KEY,
    ids: await fill(url),
    async stop() {
      await service.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(url: string): Promise<Ids> {
  const sandbox = createSandboxClient({ base_url: url, api_key: API_KEY });
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { data?: Record<string, unknown> };
    return data ?? {};
  };
  const act = (category: string, account_id: string, action: string, params: object) =>
    call('POST', `/v2/${category}`, { account_id, action, params });

  await sandbox.setCredits(100_000_000);
  const { account_id } = await sandbox.createAccount({
    products: ['classic', 'premium_navigator', 'recruiter'],
    inmail_credits: 100_000,
  });
  const mailbox = (await sandbox.createAccount({ platform: 'email', email: 'fuzz@sender.example' })).account_id;
  const phone = (await sandbox.createAccount({ platform: 'messenger', phone_number: '+33611111111' })).account_id;
  const spare = await Promise.all(Array.from({ length: 5 }, () => sandbox.createAccount()));
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      sandbox.createPerson({
        degree: n % 3 === 0 ? 1 : 2,
        email: `person${n}@corp.example`,
        phone_number: `+336222222${String(n).padStart(2, '0')}`,
        behavior: n % 2 === 0 ? { accepts_after: 'PT0S', reply_text: 'Yes' } : {},
      }),
    ),
  );
  const jobs = await Promise.all([30, 0, 5].map((candidates) => sandbox.createJob({ candidates })));
  const hooks = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      call('POST', '/v2/webhooks', {
        account_id,
        ...(n % 2 === 0 ? {} : { url: 'http://127.0.0.1:9/hook', enable_signature: true }),
      }),
    ),
  );
  const links = await Promise.all([1, 2].map(() => call('POST', '/v2/accounts/connect-link', {})));

  for (const person of people) {
    await sandbox.act(person.public_identifier, { account_id, do: 'reply', text: 'Hello', channel: 'classic' });
    await sandbox.act(person.public_identifier, { account_id: mailbox, do: 'reply', text: 'Hello', channel: 'email' });
  }
  for (const person of people.slice(8)) {
    await sandbox.act(person.public_identifier, { account_id, do: 'invite_me' }).catch(() => undefined);
  }
  for (const person of people.filter((_, n) => n % 3 === 1)) {
    await act('network', account_id, 'invite', { profile_url: person.profile_url });
  }
  const read = {
    sent: await act('network', account_id, 'list_sent', { count: 20 }),
    companies: await act('profiles', account_id, 'search_companies', { count: 10 }),
    classic: await act('messages', account_id, 'list_inbox', { count: 20 }),
    mail: await act('messages', mailbox, 'list_inbox', { count: 20 }),
    invitations: await act('network', account_id, 'list_invitations', { count: 20 }),
    candidates: await act('recruiter', account_id, 'get_candidates', { job_id: jobs[0]?.job_id }),
    posts: await act('content', account_id, 'get_feed', { count: 20 }),
    lead: await act('profiles', account_id, 'unlock', { profile: people[1]?.profile_url }),
    hook: await call('GET', `/v2/webhooks/${String(hooks[1]?.webhook_id)}/deliveries`),
    events: await call('GET', `/v2/webhooks/${String(hooks[0]?.webhook_id)}/events`),
  };
  const posts = fields(read.posts.posts, 'shareUrl');
  const comments = await act('content', account_id, 'get_comments', { post_url: posts[0] });
  const profiles = people.flatMap((one) => [
    one.profile_url,
    one.profile_id_url,
    one.public_identifier,
    one.member_urn,
  ]);
  return {
    account_id: [account_id, account_id, mailbox, phone],
    disposable_account_id: spare.map((one) => one.account_id),
    email_account_id: [mailbox],
    profile_url: profiles,
    profile: profiles,
    recipient_urn: fields([read.lead], 'recipient_urn'),
    to: people.map((_, n) => `person${n}@corp.example`),
    phone_number: people.map((_, n) => `+336222222${String(n).padStart(2, '0')}`),
    conversation_id: [
      ...fields(read.classic.conversations, 'conversation_id'),
      ...fields(read.mail.conversations, 'conversation_id'),
    ],
    message_ids: fields(read.mail.conversations, 'message_id').map((id) => [id]),
    entity_urn: fields(read.invitations.invitations, 'entity_urn'),
    shared_secret: fields(read.invitations.invitations, 'shared_secret'),
    job_id: jobs.map((job) => job.job_id),
    application_id: fields(read.candidates.candidates, 'application_id'),
    post_url: posts,
    commented_post_url: posts.slice(0, 1),
    company_url: fields(read.companies.companies, 'company_url'),
    invitation_id: fields(read.sent.invitations, 'invitation_id'),
    comment_urn: fields(comments.comments, 'comment_urn'),
    tracking_id: fields(comments.comments, 'tracking_id'),
    webhook_id: hooks.map((hook) => hook.webhook_id),
    delivery_id: fields(read.hook.deliveries, 'delivery_id'),
    after: fields(read.events.events, 'event_id'),
    event_id: fields(read.events.events, 'event_id'),
    link_id: links.map((link) => link.link_id),
  };
}

const fields = (items: unknown, name: string): unknown[] =>
  (Array.isArray(items) ? items : []).map((item) => Object(item)[name]).filter((value) => value !== undefined);

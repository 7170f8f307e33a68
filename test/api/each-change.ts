import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { insertSession } from '../../src/runtime/store/sessions/insert-session.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import type { ApiBench } from './fixtures.ts';

/** A request that changes something, with what it needs made before: method and path are those of the operation. */
export interface ChangeAsked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Make = (api: ApiBench) => ChangeAsked | Promise<ChangeAsked>;

let number = 0;
const leadOf = () => ada({ profile_url: `ada-${++number}` });

async function enrolled(api: ApiBench): Promise<string> {
  const made = await enrollLead(api, { sequence: 'hello', lead: leadOf() });
  if (made.kind === 'refused') throw new Error(made.message);
  return made.enrollment.id;
}

const aPerson = async (api: ApiBench): Promise<ChangeAsked> => {
  const { rows } = await api.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [
    await enrolled(api),
  ]);
  return { path: { id: rows[0]?.lead_id ?? '' } };
};

const aTask = async (api: ApiBench): Promise<string> =>
  openTask(api.db, {
    ...{ id: newId('tsk'), enrollment_id: await enrolled(api), node: 'call', visit: 1, kind: 'task', text: 'Call Ada' },
    ...{ preview: {}, due_at: null, created_at: new Date(api.clock.now()), assignee: null },
  });

const anEnrollment: Make = async (api) => ({ path: { id: await enrolled(api) }, body: {} });

const standing: Make = async (api) => {
  const id = await enrolled(api);
  await api.db.query(
    `update enrollments set status = 'active', node = 'visit', visit = 1, started_at = created_at where id = $1`,
    [id],
  );
  return { path: { id }, body: {} };
};

const paused =
  (make: Make, path: (asked: ChangeAsked) => string): Make =>
  async (api) => {
    const asked = await make(api);
    await api.call('POST', path(asked), asked.body);
    return asked;
  };

const aCampaign: Make = async (api) => ({
  path: {
    id: (
      await api.call('POST', '/api/campaigns', {
        ...{ name: `March ${++number}`, sequence: 'hello' },
        source: { leads: [leadOf()] },
      })
    ).body.id,
  },
  body: {},
});

async function aUser(api: ApiBench): Promise<ChangeAsked> {
  const asked = { email: `user-${++number}@acme.example`, role: 'viewer' };
  return { path: { id: (await api.call('POST', '/api/users', asked)).body.user.id } };
}
const aConversation =
  (body: unknown = {}): Make =>
  async (api) => {
    const lead = leadOf();
    await enrollLead(api, { sequence: 'hello', lead });
    await happens(api, message(`https://professional.example/in/${lead.profile_url}`));
    await follow(api);
    const { items } = (await api.call('GET', '/api/conversations?limit=1')).body;
    return { path: { id: items[0].id }, body };
  };
const anAnswer: Make = async (api) => {
  const asked = await aConversation()(api);
  const { last_message } = (await api.call('GET', `/api/conversations/${asked.path?.id}`)).body;
  return {
    ...asked,
    body: { text: 'Gladly', last_seen: last_message.id },
    headers: { 'idempotency-key': `answer-${++number}` },
  };
};
/** Nothing is sent to it: no loop runs here. */
const HOOK = { url: 'https://93.184.216.34/hook', events: ['reply.received'] };
const aWebhook: Make = async (api) => ({
  path: { id: (await api.call('POST', '/api/webhooks', HOOK)).body.id },
  body: {},
});
const aLabel =
  (body?: unknown): Make =>
  async (api) => {
    const name = `label_${++number}`;
    await api.call('POST', '/api/labels', { name });
    return { path: { name }, ...(body === undefined ? {} : { body }) };
  };

const aStranger: Make = async (api) => {
  const event = message(`https://professional.example/in/stranger-${++number}`);
  await happens(api, event);
  return { path: { id: event.event_id }, body: {} };
};
const aSavedAnswer =
  (body?: unknown): Make =>
  async (api) => {
    const saved = await api.call('POST', '/api/saved-answers', { name: `Saved ${++number}`, text: 'Hello' });
    return { path: { id: saved.body.id }, ...(body === undefined ? {} : { body }) };
  };

const anAccount: Make = () => ({ path: { id: 'acc_anna' }, body: {} });
const everything: Make = () => ({ body: { confirm: 'everything' } });
const nothing: Make = () => ({ body: {} });
const aSequence: Make = () => ({ path: { name: 'hello' }, body: {} });
const textOf = (name: string, step: string) => `sequence: ${name}\nsteps:\n  - ${step}\n  - end: completed\n`;

/** Every operation that changes something, as a request that does so. A new one belongs here: the audit log is tested with each. */
export const EACH_CHANGE: Readonly<Record<string, Make>> = {
  publishSequence: () => ({ body: { text: textOf(`made-${++number}`, 'visit') } }),
  applySequence: async (api) => {
    const name = `planned-${++number}`;
    const planned = await api.call('POST', `/api/sequences/${name}/plan`, { text: textOf(name, 'visit') });
    return { path: { name }, body: { plan_id: planned.body.id } };
  },
  saveDraft: () => {
    const name = `draft-${++number}`;
    return { path: { name }, body: { text: textOf(name, 'visit'), based_on: null, revision: null } };
  },
  discardDraft: async (api) => {
    const name = `draft-${++number}`;
    const asked = { text: textOf(name, 'visit'), based_on: null, revision: null };
    const { body } = await api.call('PUT', `/api/sequences/${name}/draft`, asked);
    return { path: { name }, query: { revision: body.revision } };
  },
  copySequence: () => ({ path: { name: 'hello' }, body: { name: `copy-${++number}` } }),
  rollBackSequence: async (api) => {
    const name = `twice-${++number}`;
    for (const step of ['visit', 'wait: 1 day']) await api.call('POST', '/api/sequences', { text: textOf(name, step) });
    return { path: { name }, body: {} };
  },
  createConnectLink: () => ({ body: { account_id: 'acc_mail' } }),
  sendTest: async (api) => {
    await api.db.query(`update accounts set email = 'anna@agency.example' where id = 'acc_mail'`);
    const [name, step] = [`letters-${++number}`, 'email: { subject: Hello, text: Hello }'];
    await api.call('POST', '/api/sequences', { text: textOf(name, `id: first\n    ${step}`) });
    return { path: { name }, body: { node: 'first', account_id: 'acc_mail' } };
  },
  pauseSequence: aSequence,
  resumeSequence: paused(aSequence, () => '/api/sequences/hello/pause'),
  createEnrollment: () => ({ body: { sequence: 'hello', lead: leadOf() } }),
  createEnrollments: () => ({ body: { sequence: 'hello', leads: [leadOf(), leadOf()] } }),
  pauseEnrollment: anEnrollment,
  resumeEnrollment: paused(anEnrollment, ({ path }) => `/api/enrollments/${path?.id}/pause`),
  stopEnrollment: anEnrollment,
  skipStep: standing,
  retryStep: standing,
  rescheduleStep: async (api) => ({ ...(await standing(api)), body: { in: '2 days' } }),
  controlEnrollments: async (api) => ({ body: { action: 'pause', filter: { ids: [await enrolled(api)] } } }),
  createCampaign: () => ({
    body: { name: `April ${++number}`, sequence: 'hello', source: { leads: [leadOf()] } },
  }),
  changeCampaign: async (api) => ({ ...(await aCampaign(api)), body: { weight: 3 } }),
  retryCampaign: async (api) => {
    const asked = await aCampaign(api);
    await api.db.query(`update campaigns set status = 'failed' where id = $1`, [asked.path?.id]);
    return asked;
  },
  pauseCampaign: aCampaign,
  resumeCampaign: paused(aCampaign, ({ path }) => `/api/campaigns/${path?.id}/pause`),
  stopCampaign: aCampaign,
  changeLead: async (api) => ({ ...(await aPerson(api)), body: { company: `Acme ${++number}` } }),
  eraseLead: async (api) => aPerson(api),
  setRetention: () => ({ body: { logs: ++number } }),
  markConversationRead: aConversation(),
  markConversationUnread: async (api) => {
    const asked = await aConversation()(api);
    await api.call('POST', `/api/conversations/${asked.path?.id}/read`);
    return asked;
  },
  closeConversation: aConversation(),
  openConversation: paused(aConversation(), ({ path }) => `/api/conversations/${path?.id}/done`),
  snoozeConversation: (api) => aConversation({ until: new Date(api.clock.now() + 86_400_000).toISOString() })(api),
  assignConversation: async (api) => {
    const { rows } = await api.db.query<{ id: string }>(`select id from users where status = 'active' limit 1`);
    return aConversation({ user: rows[0]?.id ?? 'linus' })(api);
  },
  labelConversation: aConversation({ label: 'interested' }),
  addConversationNote: aConversation({ text: 'Met her at the fair.' }),
  handleConversations: async (api) => {
    const { path } = await aConversation()(api);
    const { lead_id } = (await api.call('GET', `/api/conversations/${path?.id}`)).body;
    return { body: { action: 'done', filter: { lead_id } } };
  },
  sendAnswer: anAnswer,
  withdrawAnswer: async (api) => {
    const { path, body, headers = {} } = await anAnswer(api);
    const sent = await api.call('POST', `/api/conversations/${path?.id}/messages`, body, { headers });
    return { path: { id: path?.id ?? '', message_id: sent.body.id } };
  },
  matchUnmatched: async (api) => {
    const { path: { id: lead_id = '' } = {} } = await aPerson(api);
    return { ...(await aStranger(api)), body: { lead_id } };
  },
  makePersonOfUnmatched: aStranger,
  leaveUnmatched: aStranger,
  createSavedAnswer: () => ({ body: { name: `Calendar ${++number}`, text: 'Gladly, {{ first_name }}' } }),
  updateSavedAnswer: aSavedAnswer({ text: 'Gladly' }),
  deleteSavedAnswer: aSavedAnswer(),
  createLabel: () => ({ body: { name: `label_${++number}` } }),
  updateLabel: aLabel({ title: 'Another' }),
  deleteLabel: aLabel(),
  suppress: () => ({ body: { email: `ada-${++number}@acme.example` } }),
  suppressMany: () => ({ body: { entries: [{ email: `ada-${++number}@acme.example` }, { company: 'Acme' }] } }),
  clearAddressReport: async (api) => {
    const address = `ada-${++number}@acme.example`;
    await api.db.query(
      `insert into address_reports (address, kind, at, reason, account_id) values ($1, 'bounce', now(), '', 'acc_mail')`,
      [address],
    );
    return { path: { address } };
  },
  setEnrollSettings: () => ({ body: { bad_addresses: ++number % 2 === 0 ? 'warn' : 'refuse' } }),
  deleteSuppression: async (api) => {
    const made = await api.call('POST', '/api/suppressions', { email: `ada-${++number}@acme.example` });
    return { path: { id: made.body.id } };
  },
  pauseEverything: everything,
  resumeEverything: paused(everything, () => '/api/pause'),
  stopEverything: everything,
  pauseAccount: anAccount,
  resumeAccount: paused(anAccount, () => '/api/accounts/acc_anna/pause'),
  stopAccount: anAccount,
  decideTask: async (api) => ({ path: { id: await aTask(api) }, body: { decision: 'approve' } }),
  changeTask: async (api) => ({ path: { id: await aTask(api) }, body: { assignee: 'anna' } }),
  commentOnTask: async (api) => ({ path: { id: await aTask(api) }, body: { text: 'She called back.' } }),
  changeAccount: () => ({ path: { id: 'acc_anna' }, body: { timezone: 'Europe/Paris' } }),
  rereadEvent: async (api) => {
    const event = message(`https://professional.example/in/nobody-${++number}`);
    await happens(api, event);
    return { path: { id: event.event_id } };
  },
  reconcileAccount: anAccount,
  createWebhook: () => ({ body: HOOK }),
  updateWebhook: async (api) => ({ ...(await aWebhook(api)), body: { description: `Webhook ${++number}` } }),
  deleteWebhook: async (api) => ({ path: (await aWebhook(api)).path ?? {} }),
  testWebhook: aWebhook,
  rotateWebhookSecret: aWebhook,
  replayDelivery: async (api) => {
    const { path } = await aWebhook(api);
    const sent = await api.call('POST', `/api/webhooks/${path?.id}/test`, {});
    return { path: { id: path?.id ?? '', delivery_id: sent.body.id }, body: {} };
  },
  inviteUser: () => ({ body: { email: `invited-${++number}@acme.example`, role: 'viewer' } }),
  changeUser: async (api) => ({ ...(await aUser(api)), body: { role: 'operator' } }),
  removeUser: async (api) => aUser(api),
  createInvitation: async (api) => aUser(api),
  createKey: () => ({ body: { name: 'reporting', scopes: ['read'] } }),
  revokeKey: async (api) => ({
    path: { id: (await api.call('POST', '/api/keys', { name: 'old', scopes: ['read'] })).body.id },
  }),
  createSignInToken: nothing,
  endSession: async (api) => {
    const id = newId('ses');
    await insertSession(api.db, {
      ...{ id, hash: id, key_id: null, scopes: ['read'], address: '127.0.0.1', user_agent: 'test', life_ms: 60_000 },
    });
    return { path: { id } };
  },
  jumpClock: (api) => ({ body: { to: new Date(api.clock.now() + 86_400_000).toISOString() } }),
};

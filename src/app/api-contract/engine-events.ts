import { z } from 'zod';
import { anyObject, id, text, time } from './fields.ts';

/** The person whom an event is about. */
const lead = z
  .object({
    id,
    first_name: text.nullable(),
    last_name: text.nullable(),
    company: text.nullable(),
    email: text.nullable(),
    phone_number: text.nullable(),
    profile_url: text.nullable(),
  })
  .meta({ id: 'EventLead' });

const enrollment = {
  enrollment_id: id,
  sequence: text,
  campaign_id: id.nullable(),
  lead: lead.nullable().describe('Null: the person was erased.'),
};
const task = {
  ...enrollment,
  task_id: id.nullable(),
  kind: z.enum(['task', 'review', 'unknown_outcome', 'unclear_reply']).nullable(),
  text,
  assignee: text.nullable(),
};
const campaign = { campaign_id: id, name: text, sequence: text };
const account = { account_id: id, name: text, platform: text };

const ADA = {
  id: 'lead_1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical Engines',
  email: 'ada@analytical.example',
  phone_number: null,
  profile_url: 'https://professional.example/in/ada-lovelace',
};
const ENROLLED = { enrollment_id: 'enr_1', sequence: 'hello', campaign_id: 'cmp_1', lead: ADA };
const CAMPAIGN = { campaign_id: 'cmp_1', name: 'Engineers in Lyon', sequence: 'hello' };
const ACCOUNT = { account_id: 'acc_1', name: 'Anna Keller', platform: 'professional' };

interface EventKind {
  /** When it happens, as one sentence. */
  readonly summary: string;
  readonly data: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
}
const kinds = <const Set extends Readonly<Record<string, EventKind>>>(set: Set): Set => set;

/** Every event that webhooks and `/api/events` carry, once: documents, the client's types and what is sent come from here. */
export const ENGINE_EVENTS = kinds({
  'enrollment.started': {
    summary: 'Somebody has entered a sequence.',
    data: z.object(enrollment),
    example: ENROLLED,
  },
  'enrollment.step': {
    summary:
      'Something has happened on the way: a step was done, an invitation was accepted, a mail bounced, a person paused it.',
    data: z.object({
      ...enrollment,
      node: text.nullable().describe('The step; null: none of its own.'),
      step: text.describe('The type of the line of the timeline.'),
      title: text.describe('The line itself, in plain words.'),
      until: time.nullable().describe('Of what lasts until then, such as an absence; null: of nothing like that.'),
    }),
    example: { ...ENROLLED, node: 'invite', step: 'performed', title: 'Sent the invitation', until: null },
  },
  'enrollment.waiting': {
    summary: 'Somebody waits: for a time, a free slot, an answer, an account or credits.',
    data: z.object({
      ...enrollment,
      node: text.nullable(),
      kind: text.nullable().describe('`time`, `slot`, `event`, `credits`, `account` or `person`, where that is known.'),
      title: text,
      until: time.nullable().describe('Null: nobody knows until when.'),
    }),
    example: {
      ...{ ...ENROLLED, node: 'answer', kind: 'event', title: 'waits for the invitation to be accepted' },
      until: '2026-03-09T09:00:00.000Z',
    },
  },
  'enrollment.finished': {
    summary: 'Somebody has left the sequence.',
    data: z.object({ ...enrollment, outcome: text.nullable(), title: text }),
    example: { ...ENROLLED, outcome: 'replied', title: 'Ended: replied' },
  },
  'reply.received': {
    summary: 'Somebody has answered.',
    data: z.object({
      enrollment_id: id.nullable().describe('Null: they are in no sequence.'),
      sequence: text.nullable(),
      campaign_id: id.nullable(),
      lead: lead.nullable(),
      account_id: id.nullable(),
      channel: text.describe('`message`, `inmail`, `email` or `messenger`.'),
      text: text.describe('Their words, without what they quote.'),
      received_event_id: id.nullable().describe('As `/api/received-events` has it.'),
    }),
    example: {
      ...{
        ...ENROLLED,
        account_id: 'acc_1',
        channel: 'message',
        text: 'Yes, tell me more.',
        received_event_id: 'evt_9',
      },
    },
  },
  'reply.labeled': {
    summary: 'A reply got a label, from a person or by itself.',
    data: z.object({
      lead: lead.nullable(),
      conversation_id: id.nullable(),
      label: text.nullable().describe('Null: it was taken away.'),
      until: time.nullable().describe('Of a label with a date, and of an absence whose end is known.'),
    }),
    example: { lead: ADA, conversation_id: 'cnv_1', label: 'interested', until: null },
  },
  'task.created': {
    summary: 'A person has to decide something.',
    data: z.object({ ...task, node: text.nullable(), due_at: time.nullable() }),
    example: {
      ...{ ...ENROLLED, task_id: 'tsk_1', kind: 'review', text: 'Approve the message to Ada', assignee: null },
      ...{ node: 'message', due_at: null },
    },
  },
  'task.decided': {
    summary: 'A person has decided, or nobody did in time.',
    data: z.object({
      ...task,
      status: text.nullable().describe('`done`, or `expired`: nobody decided in time.'),
      decision: text.nullable(),
      note: text.nullable(),
    }),
    example: {
      ...{ ...ENROLLED, task_id: 'tsk_1', kind: 'review', text: 'Approve the message to Ada', assignee: null },
      ...{ status: 'done', decision: 'approve', note: null },
    },
  },
  'campaign.started': {
    summary: 'A campaign was started, or resumed after a pause.',
    data: z.object({ ...campaign, resumed: z.boolean() }),
    example: { ...CAMPAIGN, resumed: false },
  },
  'campaign.paused': {
    summary: 'A campaign was paused or stopped: by a person, or by itself because its steps failed.',
    data: z.object({
      ...campaign,
      state: z.enum(['paused', 'stopped']),
      by_itself: z.boolean(),
      reason: text.nullable(),
    }),
    example: { ...CAMPAIGN, state: 'paused', by_itself: false, reason: 'budget review' },
  },
  'campaign.finished': {
    summary: 'Everybody in a campaign has left its sequence.',
    data: z.object({ ...campaign, enrolled: z.int() }),
    example: { ...CAMPAIGN, enrolled: 312 },
  },
  'account.paused': {
    summary: 'A sender account was paused or stopped: by a person, or by itself.',
    data: z.object({
      ...account,
      state: z.enum(['paused', 'stopped']),
      by_itself: z.boolean(),
      reason: text.nullable(),
    }),
    example: { ...ACCOUNT, state: 'paused', by_itself: true, reason: '3 of 40 mails of the last 7 days bounced' },
  },
  'account.disconnected': {
    summary: 'A sender account cannot be used until somebody connects it again.',
    data: z.object({ ...account, reason: text.nullable() }),
    example: { ...ACCOUNT, reason: 'disconnected: the session ended' },
  },
  'account.recovered': {
    summary: 'A sender account is connected again, or was resumed.',
    data: z.object({ ...account, after: z.enum(['pause', 'disconnection']) }),
    example: { ...ACCOUNT, after: 'disconnection' },
  },
  'message.in_doubt': {
    summary: 'Nobody knows whether a message went out; it is looked up, and never sent again on a guess.',
    data: z.object({
      ...enrollment,
      node: text.nullable(),
      account_id: id.nullable(),
      action: text.nullable(),
      title: text,
    }),
    example: {
      ...{ ...ENROLLED, node: 'message', account_id: 'acc_1', action: 'send' },
      title: 'Nobody knows whether the message went out: the worker stopped during this step',
    },
  },
  'lead.suppressed': {
    summary: 'A name was put on the do-not-contact list.',
    data: z.object({
      suppression_id: id,
      kind: text.describe('`lead`: the person, by whatever name; else `email`, `domain`, `company`, …'),
      value: text,
      reason: text,
      lead: lead.nullable().describe('Whose name it is; null: of nobody who is known, or of many.'),
    }),
    example: {
      ...{ suppression_id: 'sup_1', kind: 'email', value: 'ada@analytical.example', reason: 'unsubscribed' },
      lead: null,
    },
  },
  'lead.erased': {
    summary: 'A person was erased.',
    data: z.object({ lead_id: id, receipt_id: id.nullable() }),
    example: { lead_id: 'lead_1', receipt_id: 'rcp_1' },
  },
  'sequence.published': {
    summary: 'Another version of a sequence is the current one.',
    data: z.object({ sequence: text, version: z.int(), rolled_back: z.boolean() }),
    example: { sequence: 'hello', version: 2, rolled_back: false },
  },
  'webhook.switched_off': {
    summary: 'A webhook was switched off, because its receiver failed for days or answered 410.',
    data: z.object({
      webhook_id: id,
      url: text.describe('Without path and query, which may hold a secret.'),
      reason: text,
    }),
    example: {
      webhook_id: 'whk_1',
      url: 'https://crm.example',
      reason: 'every attempt has failed since 2 March 2026, 09:00 UTC',
    },
  },
  'webhook.test': {
    summary: 'Somebody asked for a test of this webhook.',
    data: z.object({ webhook_id: id, example: anyObject.nullable().describe('Of the event that was asked for.') }),
    example: { webhook_id: 'whk_1', example: null },
  },
});

export type EngineEventType = keyof typeof ENGINE_EVENTS;
export type EventData<Type extends EngineEventType> = z.output<(typeof ENGINE_EVENTS)[Type]['data']>;

/** An event as webhooks and the stream carry it. */
export type EngineEvent = {
  [Type in EngineEventType]: {
    /** The same on every attempt and replay. */
    readonly id: string;
    readonly type: Type;
    /** When it happened. */
    readonly timestamp: string;
    readonly data: EventData<Type>;
  };
}[EngineEventType];

export const engineEventTypes = Object.keys(ENGINE_EVENTS) as EngineEventType[];

export const isEngineEventType = (type: string): type is EngineEventType => Object.hasOwn(ENGINE_EVENTS, type);

const schemas = new Map<string, z.ZodObject>(engineEventTypes.map((type) => [type, wholeEvent(type)]));

/** The whole of an event of this type. */
export function eventSchema(type: EngineEventType): z.ZodObject {
  const schema = schemas.get(type);
  if (schema === undefined) throw new Error(`there is no event ${type}`);
  return schema;
}

function wholeEvent(type: EngineEventType): z.ZodObject {
  const { data, summary } = ENGINE_EVENTS[type];
  const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return z
    .object({
      id: id.describe('The same on every attempt and replay; the `webhook-id` too.'),
      type: z.literal(type),
      timestamp: time.describe('When it happened.'),
      data,
    })
    .meta({ id: `${name}Event`, description: summary });
}

/** Example of a whole event. */
export const exampleEvent = (type: EngineEventType) => ({
  ...{ id: 'evt_42', type, timestamp: '2026-03-02T09:00:00.000Z' },
  data: ENGINE_EVENTS[type].example,
});

/** The names that a webhook may ask for: events, groups and all. A test is sent to whoever is tested. */
export const EVENT_FILTERS = [
  '*',
  ...new Set(engineEventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
  ...engineEventTypes.filter((type) => type !== 'webhook.test'),
];

/** Whether somebody who asks for this gets events of the type. */
export const asksFor = (filters: readonly string[], type: string): boolean =>
  filters.includes('*') || filters.includes(type) || filters.includes(`${type.slice(0, type.indexOf('.'))}.*`);

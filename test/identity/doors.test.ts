import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { email, envelope, happens, message } from '../events/fixtures.ts';
import { IS_NIGHT } from '../support/rounds.ts';
import { type Sandbox, startSandbox } from '../v2-service/sandbox/sandbox-service.ts';
import { mailboxPairs, type Pairs, pagePairs, phonePairs, type Spelling } from './spellings.ts';

type Pair = readonly [Spelling, Spelling];

/** Of each door, half of them of one person and half of two. */
const PAIRS = IS_NIGHT ? 2_000 : 24;

const FIELDS = { email: mailboxPairs, phone_number: phonePairs, profile_url: pagePairs } as const;
type Field = keyof typeof FIELDS;

interface Drawn {
  readonly field: Field;
  readonly pair: Pair;
}

function drawn(
  of: keyof Pairs,
  many: number,
  fields: readonly Field[] = ['email', 'phone_number', 'profile_url'],
): Drawn[] {
  const each = fields.map((field) => FIELDS[field][of].map((pair): Drawn => ({ field, pair })));
  return fc.sample(fc.oneof(...each), many);
}

const leadOf = (field: Field, { text, country }: Spelling) => ({
  first_name: 'Ada',
  [field]: text,
  ...(country === undefined ? {} : { country }),
});

let api: ApiBench;
let sandbox: Sandbox;
beforeAll(async () => {
  api = await openApi();
  await addAccount(api.db, 'acc_phone', 'messenger');
  await addSequence(api.db, 'hello');
  sandbox = await startSandbox();
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const enroll = async (field: Field, spelling: Spelling) =>
  (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: leadOf(field, spelling) })).body;

/** Nobody is known, and nobody is on the list. */
const forgetAll = () => api.db.query('truncate leads, enrollments, suppressions, events, campaigns, outbox cascade');

/** What a door says of the second person of a pair, when the first one is known by the other spelling. */
type Door = (drawn: Drawn) => Promise<'the same' | 'another'>;

const DOORS: Readonly<Record<string, Door>> = {
  async 'the API'({ field, pair: [one, other] }) {
    expect(await enroll(field, one)).toMatchObject({ status: 'queued' });
    const { code = 'created' } = await enroll(field, other);
    return code === 'duplicate' ? 'the same' : 'another';
  },

  async 'a batch'({ field, pair }) {
    const leads = pair.map((spelling) => leadOf(field, spelling));
    const { body } = await api.call('POST', '/api/enrollments/batch', { sequence: 'hello', leads });
    const [first, second] = body.results;
    expect(first).toMatchObject({ status: 'created' });
    return second.status === 'duplicate' && second.id === first.id ? 'the same' : 'another';
  },

  async 'an import'({ field, pair }) {
    const columns = ['first_name', field, 'country'];
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = pair.map(({ text, country = '' }) => ['Ada', quoted(text), country].join(','));
    const csv = [columns.join(','), ...rows].join('\n');
    const { body } = await api.call('POST', '/api/campaigns', { name: 'C', sequence: 'hello', source: { csv } });
    await importPage({ ...api, v2: { call: () => Promise.reject(new Error('nothing is read')) } })({
      campaign_id: body.id,
      offset: 0,
    });
    const { body: list } = await api.call('GET', `/api/campaigns/${body.id}/rows?sort=row`);
    const [first, second] = list.items;
    expect(first, JSON.stringify(list.items)).toMatchObject({ status: 'created' });
    return second.status === 'duplicate' ? 'the same' : 'another';
  },

  async 'the do-not-contact list'({ field, pair: [one, other] }) {
    const { text, country } = one;
    const entry = { [field]: text, ...(country === undefined ? {} : { country }) };
    expect((await api.call('POST', '/api/suppressions', entry)).status).toBe(201);
    const { code = 'created' } = await enroll(field, other);
    return code === 'suppressed' ? 'the same' : 'another';
  },

  async 'an entry for who is in a sequence'({ field, pair: [one, other] }) {
    await enroll(field, other);
    const { text, country } = one;
    const entry = { [field]: text, ...(country === undefined ? {} : { country }) };
    await api.call('POST', '/api/suppressions', entry);
    const { rows } = await api.db.query('select stop_outcome from enrollments');
    return rows[0]?.stop_outcome === 'stopped' ? 'the same' : 'another';
  },

  async 'an event'({ field, pair: [one, other] }) {
    const known = await enroll(field, one);
    await api.db.query(
      `update enrollments set senders = '{"professional": "acc_anna", "messenger": "acc_phone", "email": "acc_mail"}'`,
    );
    await happens(api, eventOf(field, other.text));
    const { rows } = await api.db.query('select lead_id from events');
    return rows[0]?.lead_id === known.lead_id ? 'the same' : 'another';
  },
};

function eventOf(field: Field, text: string) {
  if (field === 'email') return email({ sender: { name: 'Somebody', email: text, is_self_sent: false } });
  if (field === 'profile_url') return message(text);
  const sender = { name: 'Somebody', phone_number: text };
  return envelope('message', { message_text: 'Yes', sender }, { account_id: 'acc_phone', platform: 'messenger' });
}

describe.each(Object.entries(DOORS))('%s', (_name, door) => {
  it.each([
    ['one', 'the same'],
    ['two', 'another'],
  ] as const)('takes spellings of %s for %s person', async (of, expected) => {
    for (const one of drawn(of, PAIRS / 2)) {
      if (door === DOORS['an event'] && !isInEvents(one)) continue;
      expect(await door(one), JSON.stringify(one)).toBe(expected);
      await forgetAll();
    }
  });
});

/** No event tells in which country a number is dialed; and an answer from an address with a tag is taken for one of the same without. */
function isInEvents({ field, pair: [one, other] }: Drawn): boolean {
  if (field === 'phone_number') return other.country === undefined;
  return field !== 'email' || ![one, other].some(({ text }) => text.includes('+') || text.includes('%2B'));
}

describe('a send of the V2 service', () => {
  it.each([
    ['one', 1],
    ['two', 0],
  ] as const)('reaches whose address is written so, of spellings of %s', async (of, reached) => {
    const from = await sandbox.account({ platform: 'email' });
    for (const { pair } of drawn(of, PAIRS / 2, ['email'])) {
      const person = await sandbox.person({ email: pair[0].text });
      const params = { to: pair[1].text, subject: 'Hello', message_text: 'Hello' };
      await sandbox.call('POST', '/v2/messages', { account_id: from, action: 'send', params });
      expect(await sandbox.received(person.slug), JSON.stringify(pair)).toHaveLength(reached);
      await sandbox.service.db.query('update sandbox_people set email = null, email_key = null');
    }
  });

  it.each([
    ['one', 1],
    ['two', 0],
  ] as const)('reaches whose number is written so, of spellings of %s', async (of, reached) => {
    const from = await sandbox.account({ platform: 'messenger', phone_number: '+15550000001' });
    const international = drawn(of, PAIRS, ['phone_number']).filter(({ pair }) =>
      pair.every(({ text, country }) => country === undefined && !/^\D*0[1-9]/.test(text)),
    );
    for (const { pair } of international.slice(0, PAIRS / 2)) {
      const person = await sandbox.person({ phone_number: pair[0].text });
      const params = { phone_number: pair[1].text, message_text: 'Hello' };
      await sandbox.call('POST', '/v2/messages', { account_id: from, action: 'send', params });
      expect(await sandbox.received(person.slug), JSON.stringify(pair)).toHaveLength(reached);
      await sandbox.service.db.query('update sandbox_people set phone_number = null');
    }
  });
});

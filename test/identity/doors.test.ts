import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { email, envelope, happens, message } from '../events/fixtures.ts';
import { emptying } from '../support/empty-tables.ts';
import { IS_NIGHT } from '../support/rounds.ts';
import { type Sandbox, startSandbox } from '../v2-service/sandbox/sandbox-service.ts';
import { mailboxPairs, type Pairs, pagePairs, phonePairs, type Spelling } from './spellings.ts';

type Pair = readonly [Spelling, Spelling];

/** The number of pairs for each door, half of them of one person and half of two. */
const PAIRS = IS_NIGHT ? 2_000 : 24;

const FIELDS = { email: mailboxPairs, phone_number: phonePairs, profile_url: pagePairs } as const;
type Field = keyof typeof FIELDS;

interface Drawn {
  readonly field: Field;
  readonly pair: Pair;
}

interface Which {
  readonly fields?: readonly Field[];
  readonly keep?: (drawn: Drawn) => boolean;
}

/** As many pairs as a door is given of one person, or of two. */
function drawn(of: keyof Pairs, { fields = Object.keys(FIELDS) as Field[], keep = () => true }: Which = {}): Drawn[] {
  const each = fields.map((field) => FIELDS[field][of].map((pair): Drawn => ({ field, pair })));
  return fc.sample(fc.oneof(...each).filter(keep), PAIRS / 2);
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
  forgetAll = await emptying(api.db, [
    'leads',
    'identities',
    'enrollments',
    'suppressions',
    'events',
    'campaigns',
    'outbox',
  ]);
  sandbox = await startSandbox();
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
});

const enroll = async (field: Field, spelling: Spelling) =>
  (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: leadOf(field, spelling) })).body;

/** Nobody is known, and nobody is on the list. */
let forgetAll: () => Promise<void>;

/** A door: it says who the second person of a pair is, when the first one is known by the other spelling. */
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

/** No event tells in which country a number is dialed. */
const isWhole = ({ field, pair: [, other] }: Drawn): boolean => field !== 'phone_number' || other.country === undefined;
/** An answer from an address with a tag is taken for one of the same without. */
const hasNoTag = ({ field, pair }: Drawn): boolean =>
  field !== 'email' || !pair.some(({ text }) => /\+|%2B/.test(text));
const IN_EVENTS: Readonly<Record<keyof Pairs, (drawn: Drawn) => boolean>> = {
  one: isWhole,
  two: (drawn) => isWhole(drawn) && hasNoTag(drawn),
};

/** So many in one test, so that none comes near the time that a test may take. */
const AT_ONCE = 100;
interface Part {
  readonly of: keyof Pairs;
  readonly part: number;
  readonly pairs: readonly Drawn[];
}
const partsOf = (of: keyof Pairs, all: readonly Drawn[]): Part[] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => ({
    ...{ of, part: at + 1, pairs: all.slice(at * AT_ONCE, (at + 1) * AT_ONCE) },
  }));
const parts = (which: (of: keyof Pairs) => Which): Part[] =>
  (['one', 'two'] as const).flatMap((of) => partsOf(of, drawn(of, which(of))));

describe.each(Object.entries(DOORS))('%s', (_name, door) => {
  const which = (of: keyof Pairs): Which => (door === DOORS['an event'] ? { keep: IN_EVENTS[of] } : {});

  it.each(parts(which))('takes spellings of $of for $of, part $part', async ({ of, pairs }) => {
    for (const one of pairs) {
      expect(await door(one), JSON.stringify(one)).toBe(of === 'one' ? 'the same' : 'another');
      await forgetAll();
    }
  });
});

describe('a send of the V2 service', () => {
  const isInternational = ({ pair }: Drawn): boolean =>
    pair.every(({ text, country }) => country === undefined && !/^\D*0[1-9]/.test(text));

  it.each(parts(() => ({ fields: ['email'] })))(
    'reaches whose address is written so, of spellings of $of, part $part',
    async ({ of, pairs }) => {
      const from = await sandbox.account({ platform: 'email' });
      for (const { pair } of pairs) {
        const person = await sandbox.person({ email: pair[0].text });
        const params = { to: pair[1].text, subject: 'Hello', message_text: 'Hello' };
        await sandbox.call('POST', '/v2/messages', { account_id: from, action: 'send', params });
        expect(await sandbox.received(person.slug), JSON.stringify(pair)).toHaveLength(of === 'one' ? 1 : 0);
        await sandbox.service.db.query(
          'update sandbox_people set email = null, email_key = null where email is not null',
        );
      }
    },
  );

  it.each(parts(() => ({ fields: ['phone_number'], keep: isInternational })))(
    'reaches whose number is written so, of spellings of $of, part $part',
    async ({ of, pairs }) => {
      const from = await sandbox.account({ platform: 'messenger', phone_number: '+15550000001' });
      for (const { pair } of pairs) {
        const person = await sandbox.person({ phone_number: pair[0].text });
        const params = { phone_number: pair[1].text, message_text: 'Hello' };
        await sandbox.call('POST', '/v2/messages', { account_id: from, action: 'send', params });
        expect(await sandbox.received(person.slug), JSON.stringify(pair)).toHaveLength(of === 'one' ? 1 : 0);
        await sandbox.service.db.query('update sandbox_people set phone_number = null where phone_number is not null');
      }
    },
  );
});

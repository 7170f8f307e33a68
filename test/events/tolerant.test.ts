import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receivedEvents } from '../../src/runtime/events/receive/received-event.ts';
import { type Identity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { ada, addAccount, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { rounds } from '../support/rounds.ts';
import { ADA_ID, delivery, enrolled, learnNames, message, receive, receiverOf, subscribe } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addAccount(bench.db, 'acc_wa', 'messenger');
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const one = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const events = async () =>
  (await bench.db.query('select event_id, type, platform, state, note, occurred_at from events order by event_id'))
    .rows;

const arrives = (body: unknown, account_id?: string, platform?: string) => receive(bench, body, account_id, platform);
const know = (id: string, ...names: (Identity | null)[]) => learnNames(bench, id, names);

const ADA = { name: 'Ada Lovelace', profile_url: ADA_ID };
const US = { name: 'Anna', profile_url: 'https://professional.example/in/ACoAAannaannaanna' };

describe('a reply of another service is understood', () => {
  it.each<[string, unknown]>([
    ['as the specification shows it', message(ADA_ID)],
    [
      'by the name of the filter',
      { event_id: 'e', account_id: 'acc_anna', event: { type: 'message_received', sender: ADA } },
    ],
    ['with a dot', { id: 'e', account_id: 'acc_anna', event: 'message.received', data: { from: ADA, text: 'Yes' } }],
    [
      'in camel case',
      { eventId: 'e', eventType: 'newMessage', payload: { sender: { profileUrl: ADA_ID }, text: 'Yes' } },
    ],
    ['flat', { event: 'message_received', sender_profile_url: ADA_ID, message: 'Yes' }],
    [
      'as a cloud event',
      {
        specversion: '1.0',
        id: 'e',
        source: 'linkedin',
        type: 'com.x.message.received',
        time: '2026-01-06T10:00:00Z',
        data: { author: { provider_id: 'ACoAAB1c2D3e4F5g6H7i8J9k0' }, text: 'Yes' },
      },
    ],
    [
      'with the message inside',
      {
        event: 'message',
        message: { from: { public_identifier: 'ada-lovelace' }, text: 'Yes', id: 'm' },
        chat: { id: 'c' },
      },
    ],
    [
      'with a sender of whom only the name is known',
      { event: { type: 'message', sender: { name: 'Ada Lovelace' }, conversation: { participants: [US, ADA] } } },
    ],
    [
      'with people and no sender',
      { event: { type: 'message', conversation: { participants: [US, ADA] }, text: 'Yes' } },
    ],
    ['with a contact', { type: 'reply', contact: { linkedin_url: 'https://www.linkedin.com/in/ada-lovelace/' } }],
    ['in a list', [{ event_id: 'a', event: { type: 'profile_viewed' } }, message(ADA_ID)]],
    ['in a list of one', [message(ADA_ID)]],
    ['in a list under events', { account_id: 'acc_anna', events: [{ id: 'x', type: 'message', sender: ADA }] }],
    ['without an id and an account', { type: 'message', data: { sender: ADA, text: 'Yes' } }],
    [
      'quoting somebody else',
      { event: { type: 'message', sender: ADA, reply_to: { sender_profile_url: US.profile_url, sender: US } } },
    ],
  ])('%s', async (_, body) => {
    const id = await enrolled(bench, ada());
    await know(id, profileIdentity(ADA_ID));
    await arrives(body);
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  it.each<[string, unknown]>([
    [
      'by a text with name and address',
      { type: 'email.received', from: 'Ada Lovelace <ADA@example.org>', subject: 'Re: Hi', text: 'Yes' },
    ],
    [
      'by an object under from',
      { event: { type: 'mail_received', from: { name: 'Ada', address: 'ada@example.org' }, body: { text: 'Yes' } } },
    ],
    ['by from_email', { event: 'new_email', data: { from_email: 'ada@example.org', subject: 'Re: Hi' } }],
    ['from a tagged address', { event: { type: 'message', sender: { email: 'ada+work@example.org' }, subject: 'Hi' } }],
  ])('by email, %s', async (_, body) => {
    const id = await enrolled(bench, ada({ email: 'ada@example.org' }));
    await arrives(body, 'acc_mail', 'email');
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  it.each<[string, unknown]>([
    ['in international form', { event: { type: 'message', sender: { phone_number: '+33 6 12 34 56 78' } } }],
    ['as a messenger address', { event: 'message.received', payload: { from: '33612345678@c.us', body: 'Oui' } }],
    ['in national form', { event: { type: 'message', sender: { phone: '06 12 34 56 78' } } }],
    ['without a plus', { event: { type: 'message', sender: { wa_id: '33612345678' } } }],
  ])('by phone, %s', async (_, body) => {
    const id = await enrolled(bench, ada({ phone_number: '+33612345678' }));
    await bench.db.query(`update enrollments set senders = senders || '{"messenger":"acc_wa"}'`);
    await arrives(body, 'acc_wa', 'messenger');
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  it.each<[string, unknown]>([
    ['under connection', { type: 'invitation_accepted', connection: { public_identifier: 'ada-lovelace' } }],
    [
      'under profile',
      { event: 'connection.accepted', data: { profile: { url: 'https://linkedin.com/in/ada-lovelace' } } },
    ],
    [
      'under invitee',
      { event: { type: 'accepted_invitation', inviter: US, invitee: { profile_url: 'ada-lovelace' } } },
    ],
    [
      'in its own fields',
      { event: 'new_relation', user_profile_url: 'https://x.example/in/ada-lovelace', user_full_name: 'Ada' },
    ],
  ])('an acceptance %s', async (_, body) => {
    const id = await enrolled(bench, ada());
    await arrives(body);
    expect(await one(id)).toMatchObject({ accepted_at: expect.any(Date) });
  });

  it.each<[string, unknown, string | null]>([
    [
      'permanent',
      { type: 'email.bounced', bounce: { type: 'x', bounce_type: 'Permanent', recipients: ['ada@example.org'] } },
      'bounced',
    ],
    ['by its status', { event: { type: 'bounce', status: '5.1.1', recipient: 'ada@example.org' } }, 'bounced'],
    ['transient', { type: 'email_bounced', bounce_type: 'Transient', email: 'ada@example.org' }, null],
    ['undetermined', { type: 'email_bounced', bounce_type: 'Undetermined', email: 'ada@example.org' }, null],
  ])('a bounce that is %s', async (_, body, outcome) => {
    const id = await enrolled(bench, ada({ email: 'ada@example.org' }));
    await bench.db.query(`update enrollments set senders = senders || '{"email":"acc_mail"}'`);
    await arrives(body, 'acc_mail', 'email');
    expect(await one(id)).toMatchObject({ stop_outcome: outcome });
  });

  it.each([
    ['ISO', '2026-01-06T10:00:00Z'],
    ['epoch seconds', 1767693600],
    ['epoch milliseconds', 1767693600000],
    ['a text of milliseconds', '1767693600000'],
  ])('its time as %s', async (_, timestamp) => {
    await arrives({ event_id: 'e', event: { type: 'message', timestamp, sender: ADA } });
    expect((await events())[0]?.occurred_at).toEqual(new Date('2026-01-06T10:00:00Z'));
  });
});

describe('nobody is stopped for', () => {
  it.each<[string, unknown]>([
    [
      'a person who is quoted',
      { event: { type: 'message', sender: { profile_url: 'grace' }, reply_to: { sender_profile_url: ADA_ID } } },
    ],
    ['a person copied in', { type: 'email', from: 'x@y.example', cc: ['ada@example.org'] }],
    [
      'a sender without a name, where there is one',
      { event: { type: 'message', sender: { name: 'Somebody' }, participants: [ADA] } },
    ],
    [
      'a member of a group',
      { event: { type: 'message', conversation: { is_group_chat: true, participants: [US, ADA] } } },
    ],
    [
      'two people that we know, and no sender',
      { event: { type: 'message', participants: [ADA, { public_identifier: 'grace' }] } },
    ],
    ['our own message', { event: { type: 'message', sender: { ...ADA, is_me: true } } }],
    ['a message that went out', { event: 'message.sent', data: { to: ADA, sender: US } }],
    ['a message that was read', { event: 'message_read', data: { from: ADA } }],
  ])('%s', async (_, body) => {
    const id = await enrolled(bench, ada({ email: 'ada@example.org' }));
    await know(id, profileIdentity(ADA_ID));
    const grace = await enrolled(bench, ada({ profile_url: 'grace', first_name: 'Grace' }), 'hello');
    await arrives(body);
    expect(await one(id)).toMatchObject({ stop_outcome: null, replied_at: null });
    if (!JSON.stringify(body).includes('"sender":{"profile_url":"grace"')) {
      expect(await one(grace)).toMatchObject({ stop_outcome: null });
    }
  });
});

describe('what is not understood', () => {
  it('is no event of a list of one: it is read as if it had come alone', async () => {
    const declined = message(ADA_ID, { message_type: 'INMAIL_DECLINE', message_text: '' });
    for (const body of [[declined], { account_id: 'acc_anna', events: [declined] }]) {
      const [only] = receivedEvents(JSON.stringify(body), { account_id: 'acc_anna', platform: 'professional' }, 0);
      expect(JSON.parse(only?.row.payload ?? '')).toMatchObject(declined);
    }
  });

  it('is kept, and has the inbox of its account looked at', async () => {
    const id = await enrolled(bench, ada());
    await arrives({ event_id: 'e1', type: 'quantum_entangled', person: { public_identifier: 'ada-lovelace' } });
    await arrives('no JSON at all');
    expect(await events()).toMatchObject([
      { type: 'unknown', state: 'not_understood', note: 'the body is not a JSON object' },
      { event_id: 'e1', type: 'quantum_entangled', state: 'not_understood' },
    ]);
    const { rows } = await bench.db.query('select account_id, depth, state, reason from reconciliations');
    expect(rows).toMatchObject([{ account_id: 'acc_anna', depth: 'full', state: 'pending' }]);
    expect(await one(id)).toMatchObject({ stop_outcome: null });
  });

  it('is ingested by the receiver when it is signed, once however often it comes', async () => {
    await subscribe(bench);
    const body = { type: 'message', data: { sender: ADA } };
    for (let time = 0; time < 3; time++) expect(await receiverOf(bench)(delivery(body))).toEqual({ status: 200 });
    expect(await receiverOf(bench)(delivery('hello'))).toEqual({ status: 200 });
    expect(await events()).toHaveLength(2);
  });
});

describe('whatever comes', () => {
  it('never throws, is always kept, and stops nobody who is not in it', async () => {
    const id = await enrolled(bench, ada({ email: 'ada@example.org' }));
    await know(id, profileIdentity(ADA_ID));
    const keys = fc.constantFrom(
      'type',
      'event',
      'data',
      'sender',
      'from',
      'id',
      'event_id',
      'account_id',
      'timestamp',
      'participants',
      'headers',
      'conversation',
      'email',
      'profile_url',
      'phone_number',
      'references',
      'bounce',
      'events',
      'metadata',
      '__proto__',
      'x',
    );
    const values = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(
        'message',
        'email_bounced',
        'accepted_invitation',
        'unsubscribed',
        'disconnection',
        'bob@other.example',
        'https://x.example/in/bob',
        '+3361234',
        '\u0000',
        '\ud800',
      ),
    );
    const junk = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        values,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(keys, tie('any'), { maxKeys: 6 }),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(junk, async (body) => {
        await arrives(body);
      }),
      { numRuns: rounds(300) },
    );
    expect(await one(id)).toMatchObject({ stop_outcome: null, replied_at: null });
    const { rows } = await bench.db.query(`select count(*)::int as n from events where state = 'pending'`);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('finds the author wherever the fields of a reply stand', async () => {
    const id = await enrolled(bench, ada());
    await know(id, profileIdentity(ADA_ID));
    const place = fc.record({
      wrap: fc.constantFrom('event', 'data', 'payload', null),
      type: fc.constantFrom(
        'message',
        'message_received',
        'message.received',
        'newMessage',
        'MESSAGE_RECEIVED',
        'inmail',
      ),
      outer: fc.boolean(),
      who: fc.constantFrom('sender', 'from', 'author'),
      how: fc.constantFrom('profile_url', 'profileUrl', 'provider_id', 'public_identifier'),
      at: fc.constantFrom('timestamp', 'created_at', 'time'),
      time: fc.constantFrom<unknown>('2026-01-06T10:00:00Z', 1767693600, 1767693600000),
      others: fc.boolean(),
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(place, async ({ wrap, type, outer, who, how, at, time, others }) => {
        await bench.db.query('update enrollments set stop_outcome = null, stop_event_id = null, replied_at = null');
        const name =
          how === 'public_identifier' ? 'ada-lovelace' : how === 'provider_id' ? 'ACoAAB1c2D3e4F5g6H7i8J9k0' : ADA_ID;
        const fields = {
          [who]: { name: 'Ada', [how]: name },
          text: 'Yes',
          [at]: time,
          ...(others
            ? { participants: [US, { public_identifier: 'grace' }], reply_to: { sender_profile_url: US.profile_url } }
            : {}),
          ...(outer ? {} : { type }),
        };
        number += 1;
        await arrives({
          event_id: `e${number}`,
          ...(outer ? { type } : {}),
          ...(wrap === null ? fields : { [wrap]: fields }),
        });
        expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
      }),
      { numRuns: rounds(100) },
    );
  });
});

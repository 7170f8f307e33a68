import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { conversationIdentity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { ada, addAccount, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { ADA_ID, accepted, email, enrolled, envelope, happens, match, message, signalsOf } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const one = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const stateOf = async (event: { event_id: string }) =>
  (await bench.db.query('select state, note, keys from events where event_id = $1', [event.event_id])).rows[0];
const linesOf = async (id: string) =>
  (
    await bench.db.query(
      `select type, title from timeline where enrollment_id = $1 and type <> 'enrolled' order by id`,
      [id],
    )
  ).rows;

async function knowAda(id: string): Promise<void> {
  const identity = profileIdentity(ADA_ID);
  const { lead_id } = await one(id);
  if (identity) await learnIdentities(bench.db, lead_id, [identity]);
}

describe('a reply', () => {
  it('raises the stop flag, writes the line and the signal', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    const reply = message(ADA_ID);
    await happens(bench, reply);
    expect(await one(id)).toMatchObject({
      stop_outcome: 'replied',
      stop_event_id: reply.event_id,
      replied_at: expect.any(Date),
    });
    expect(await linesOf(id)).toEqual([{ type: 'replied', title: 'Replied by message' }]);
    expect(await signalsOf(bench)).toEqual([{ target_id: id, payload: { id: reply.event_id, type: 'reply' } }]);
    expect(await stateOf(reply)).toMatchObject({ state: 'matched' });
  });

  it('leaves the stop flag down while the enrollment waits for a reply, and raises it for the next one', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    await bench.db.query(`update enrollments set node = 'answer', waiting_kind = 'event'`);
    await happens(bench, message(ADA_ID));
    expect(await one(id)).toMatchObject({ stop_outcome: null, replied_at: expect.any(Date) });
    await bench.db.query(`update enrollments set node = 'invite', waiting_kind = 'slot'`);
    await happens(bench, message(ADA_ID));
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  it('does not stop a sequence that does not stop on replies, but is signaled', async () => {
    await addSequence(bench.db, 'stubborn', { stop_on: ['bounce'] });
    const id = await enrolled(bench, ada(), 'stubborn');
    await knowAda(id);
    await happens(bench, message(ADA_ID));
    expect(await one(id)).toMatchObject({ stop_outcome: null });
    expect(await signalsOf(bench)).toHaveLength(1);
  });

  it('stops every active enrollment of the person', async () => {
    await addSequence(bench.db, 'second');
    const first = await enrolled(bench, ada());
    await bench.db.query(`update enrollments set status = 'finished'`);
    const second = await enrolled(bench, ada(), 'second');
    await bench.db.query(`update enrollments set status = 'active'`);
    await knowAda(first);
    await happens(bench, message(ADA_ID));
    expect((await signalsOf(bench)).map(({ target_id }) => target_id).sort()).toEqual([first, second].sort());
  });

  it('stops both when one person was enrolled as two, by slug and by id', async () => {
    const bySlug = await enrolled(bench, ada());
    const byId = await enrolled(bench, ada({ profile_url: ADA_ID }));
    expect((await one(bySlug)).lead_id).not.toBe((await one(byId)).lead_id);
    const sender = { name: 'Ada Lovelace', profile_url: ADA_ID, public_identifier: 'ada-lovelace' };
    await happens(bench, message(ADA_ID, { sender }));
    expect(await one(bySlug)).toMatchObject({ stop_outcome: 'replied' });
    expect(await one(byId)).toMatchObject({ stop_outcome: 'replied' });
  });

  it('after the end is noted and signals nobody', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'completed', finished_at = now()`);
    await happens(bench, message(ADA_ID));
    expect(await linesOf(id)).toHaveLength(1);
    expect(await one(id)).toMatchObject({ outcome: 'completed', stop_outcome: null, replied_at: expect.any(Date) });
    expect(await signalsOf(bench)).toEqual([]);
  });

  it('from nobody we know stays listed, and counts when the name is learned', async () => {
    const id = await enrolled(bench, ada());
    const reply = message(ADA_ID);
    await happens(bench, reply);
    expect(await stateOf(reply)).toMatchObject({ state: 'unmatched', keys: ['profile_id:ACoAAB1c2D3e4F5g6H7i8J9k0'] });
    expect(await one(id)).toMatchObject({ stop_outcome: null });
    await knowAda(id);
    await match(bench);
    expect(await stateOf(reply)).toMatchObject({ state: 'matched', keys: [] });
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  describe('of somebody who was never visited, whose id nobody knows', () => {
    const thread = conversationIdentity('acc_anna', 'thread_1');
    const inThread = (more: Record<string, unknown> = {}) =>
      message(ADA_ID, { inbox: 'premium_navigator', metadata: { conversation_urn: 'thread_1' }, ...more });

    it('is matched by the conversation, and the id is known from then on', async () => {
      const id = await enrolled(bench, ada());
      const { lead_id } = await one(id);
      await learnIdentities(bench.db, lead_id, [thread]);
      await happens(bench, inThread());
      expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
      await happens(bench, message(ADA_ID));
      expect(await linesOf(id)).toHaveLength(2);
    });

    it('that comes before the answer to the send counts once the conversation is known', async () => {
      const id = await enrolled(bench, ada());
      await happens(bench, inThread({ message_type: 'INMAIL_DECLINE', message_text: '' }));
      expect(await one(id)).toMatchObject({ stop_outcome: null });
      const { lead_id } = await one(id);
      await learnIdentities(bench.db, lead_id, [thread]);
      await match(bench);
      expect(await one(id)).toMatchObject({ stop_outcome: 'refused' });
    });

    it("is nobody's in a group, and in a conversation of another account", async () => {
      const id = await enrolled(bench, ada());
      const { lead_id } = await one(id);
      await learnIdentities(bench.db, lead_id, [conversationIdentity('acc_ben', 'thread_1')]);
      await happens(bench, inThread());
      await learnIdentities(bench.db, lead_id, [thread]);
      await match(bench);
      expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
      const other = await enrolled(bench, ada({ profile_url: 'grace' }));
      const { lead_id: grace } = await one(other);
      await learnIdentities(bench.db, grace, [conversationIdentity('acc_anna', 'group_1')]);
      const group = { conversation: { participants: [], is_group_chat: true, unread_count: 1 } };
      const url = 'https://professional.example/in/ACoAAsomebodyelse';
      await happens(bench, message(url, { metadata: { conversation_urn: 'group_1' }, ...group }));
      expect(await one(other)).toMatchObject({ stop_outcome: null });
    });
  });

  it('is not lost when the name is learned at the very moment the event is read', async () => {
    for (let round = 0; round < 15; round++) {
      const id = await enrolled(bench, ada({ profile_url: `person-${round}` }));
      const url = `https://professional.example/in/ACoAAround${String(round).padStart(8, '0')}`;
      const identity = profileIdentity(url);
      const { lead_id } = await one(id);
      await Promise.all([happens(bench, message(url)), identity && learnIdentities(bench.db, lead_id, [identity])]);
      await match(bench);
      expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
    }
  });

  it('read twice changes nothing more', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    const reply = message(ADA_ID);
    await happens(bench, reply);
    await bench.db.query(`update events set state = 'pending'`);
    await match(bench);
    expect(await linesOf(id)).toHaveLength(1);
    expect(await signalsOf(bench)).toHaveLength(1);
  });

  it('is ingested once by two dispatchers at once', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    await happens(bench);
    await Promise.all([happens(bench, message(ADA_ID)), match(bench), match(bench)]);
    await match(bench);
    expect(await signalsOf(bench)).toHaveLength(1);
    expect(await linesOf(id)).toHaveLength(1);
  });
});

describe('by email', () => {
  const known = () => enrolled(bench, ada({ email: 'ada@example.org' }));

  it('a reply is known by its sender', async () => {
    const id = await known();
    await happens(bench, email());
    expect(await linesOf(id)).toEqual([{ type: 'replied', title: 'Replied by email' }]);
  });

  it('a reply from another address is known by the mail it answers', async () => {
    const id = await known();
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at)
       values ('k', $1, 'n', 1, 'acc_mail', 'messages', 'send', 'email', 'done', '{}', '{"data":{"message_id":"<ours@x.example>"}}', now())`,
      [id],
    );
    await happens(
      bench,
      email({ in_reply_to: '<ours@x.example>', sender: { name: 'A', email: 'private@home.example' } }),
    );
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  it.each([
    ['our own mail', 'ignored', { sender: { email: 'ada@example.org', is_self_sent: true } }],
    ['an out-of-office subject', 'matched', { subject: 'Automatic reply: Hello' }],
    ['a French out-of-office subject', 'matched', { subject: 'Réponse automatique : Bonjour' }],
    ['an Auto-Submitted header', 'matched', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ])('%s is no reply', async (_, state, more) => {
    const id = await known();
    const mail = email(more);
    await happens(bench, mail);
    expect(await one(id)).toMatchObject({ stop_outcome: null, replied_at: null });
    expect(await stateOf(mail)).toMatchObject({ state });
  });

  const bounce = (kind: string) =>
    envelope(
      'email_bounced',
      { bounce_kind: kind, bounced_recipient: 'ADA@example.org', bounce_status: '5.1.1' },
      { account_id: 'acc_mail', platform: 'email' },
    );

  it('a hard bounce ends what writes to that address, a soft one does not', async () => {
    const id = await known();
    await bench.db.query(`update enrollments set senders = senders || '{"email":"acc_mail"}'`);
    await happens(bench, bounce('soft'));
    expect(await one(id)).toMatchObject({ stop_outcome: null });
    await happens(bench, bounce('hard'));
    expect(await one(id)).toMatchObject({ stop_outcome: 'bounced', replied_at: null });
    expect(await signalsOf(bench)).toMatchObject([{ payload: { type: 'bounced' } }]);
  });

  it('a hard bounce leaves a sequence alone that sends no email', async () => {
    const id = await known();
    await happens(bench, bounce('hard'));
    expect(await one(id)).toMatchObject({ stop_outcome: null });
  });
});

describe('on the network', () => {
  it('an acceptance by an id that we do not know has those who were invited looked for, at no cost', async () => {
    await enrolled(bench, ada());
    const event = accepted({ profile_url: ADA_ID });
    await happens(bench, event);
    expect(await stateOf(event)).toMatchObject({ state: 'unmatched' });
    const { rows } = await bench.db.query('select account_id, depth, state from reconciliations');
    expect(rows).toEqual([{ account_id: 'acc_anna', depth: 'free', state: 'pending' }]);
  });

  it('an accepted invitation is matched by its slug and teaches the id', async () => {
    const id = await enrolled(bench, ada());
    const event = accepted({ profile_url: ADA_ID, public_identifier: 'ada-lovelace' });
    await happens(bench, event);
    expect(await one(id)).toMatchObject({ accepted_at: expect.any(Date), stop_outcome: null });
    expect(await signalsOf(bench)).toEqual([
      { target_id: id, payload: { id: event.event_id, type: 'accepted_invitation' } },
    ]);
    await happens(bench, message(ADA_ID));
    expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
  });

  it('several acceptances in one event reach each person, and the unknown ones wait', async () => {
    const id = await enrolled(bench, ada());
    const event = accepted(
      { profile_url: ADA_ID, public_identifier: 'ada-lovelace' },
      { profile_url: 'https://professional.example/in/ACoAABgracehopper', public_identifier: 'grace' },
    );
    await happens(bench, event);
    expect(await stateOf(event)).toMatchObject({
      state: 'matched',
      keys: ['slug:grace', 'profile_id:ACoAABgracehopper'],
    });
    const grace = await enrolled(bench, ada({ profile_url: 'grace' }));
    await match(bench);
    expect(await one(grace)).toMatchObject({ accepted_at: expect.any(Date) });
    expect((await signalsOf(bench)).map(({ target_id }) => target_id)).toEqual([id, grace]);
  });

  it('an acceptance of another account of ours connects nothing here', async () => {
    await addAccount(bench.db, 'acc_ben', 'professional');
    await addSequence(bench.db, 'of-ben', { senders: { professional: ['acc_ben'] } });
    const id = await enrolled(bench, ada(), 'of-ben');
    await happens(bench, accepted({ public_identifier: 'ada-lovelace' }));
    expect(await one(id)).toMatchObject({ accepted_at: null });
    expect(await signalsOf(bench)).toEqual([]);
  });

  it('a declined InMail is a refusal, never a reply', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    await happens(
      bench,
      message(ADA_ID, { inbox: 'premium_navigator', message_type: 'INMAIL_DECLINE', message_text: '' }),
    );
    expect(await one(id)).toMatchObject({ stop_outcome: 'refused', replied_at: null });
    expect(await signalsOf(bench)).toMatchObject([{ payload: { type: 'refused' } }]);
  });

  it('a notice of the network is no reply', async () => {
    const id = await enrolled(bench, ada());
    await knowAda(id);
    await happens(bench, message(ADA_ID, { message_type: 'SYSTEM' }));
    expect(await one(id)).toMatchObject({ stop_outcome: null });
  });

  it('a disconnection marks the account', async () => {
    await happens(bench, envelope('disconnection', { reason: 'session_expired' }));
    const { rows } = await bench.db.query(
      `select status, held_reason, held_since is not null as since from accounts where id = 'acc_anna'`,
    );
    expect(rows).toEqual([{ status: 'inactive', held_reason: 'disconnected: session_expired', since: true }]);
  });

  it('an unknown type is kept and let be', async () => {
    const event = envelope('profile_viewed', {});
    await happens(bench, event);
    expect(await stateOf(event)).toMatchObject({ state: 'ignored' });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversationIdentity, type Identity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { ada, addAccount, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { ADA_ID, email, enrolled, learnNames, message, receive } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addAccount(bench.db, 'acc_wa', 'messenger');
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const one = async (id: string) => (await bench.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const events = async () => (await bench.db.query('select state, note from events order by event_id')).rows;
const arrives = (body: unknown) => receive(bench, body);
const know = (id: string, ...names: (Identity | null)[]) => learnNames(bench, id, names);

const US = { name: 'Anna', profile_url: 'https://professional.example/in/ACoAAannaannaanna' };

describe('our own message, which a service reports although it was asked for those of others,', () => {
  const talk = { conversation_urn: 'urn:talk:1' };
  const us = { name: 'Anna Keller', profile_url: US.profile_url };
  const sent = async (id: string) => {
    await know(id, conversationIdentity('acc_anna', talk.conversation_urn));
    await bench.db.query(`update accounts set name = 'Anna Keller' where id = 'acc_anna'`);
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at)
       values ($1 || '/message/1', $1, 'message', 1, 'acc_anna', 'messages', 'send', 'message', 'sent', $2, $3, now())`,
      [
        id,
        { params: { message_text: 'Shall we talk about the role in Lyon?' } },
        { data: { message_id: 'urn:msg:1' } },
      ],
    );
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       values ($1 || '/thanks/1', $1, 'thanks', 1, 'acc_anna', 'messages', 'send', 'message', 'sent', $2, now())`,
      [id, { params: { message_text: 'Thank you!' } }],
    );
  };
  const said = (sender: object, message_text: string, entity_urn = 'urn:msg:9') =>
    message(ADA_ID, { sender, message_text, metadata: { ...talk, entity_urn } });

  it.each([
    [
      'by the id of what was sent',
      said({ ...us, name: 'A. K.' }, 'Shall we talk about the role in Lyon? …', 'urn:msg:1'),
    ],
    [
      'by its words, before it is known under which id it went out',
      said({ ...us, name: 'A. K.' }, ' Shall we talk about the role in Lyon?'),
    ],
    ['by the name of the account, where a person wrote it elsewhere', said(us, 'By the way')],
  ])('is no reply of the person: %s', async (_, body) => {
    const id = await enrolled(bench, ada());
    await sent(id);
    await arrives(body);
    expect(await one(id)).toMatchObject({ replied_at: null, stop_outcome: null });
    expect((await events()).at(-1)).toMatchObject({ state: 'ignored', note: 'our own message' });
    // Nothing of ours is a name of theirs now.
    await arrives(message(US.profile_url));
    expect(await one(id)).toMatchObject({ replied_at: null });
  });

  it.each([
    [
      'whom the conversation alone names',
      said({ name: 'A. L.', profile_url: 'https://professional.example/in/ACoAAsomebodyelse1' }, 'Yes'),
    ],
    [
      'who says in a few words what we have said',
      said({ name: 'A. L.', profile_url: 'https://professional.example/in/ACoAAsomebodyelse2' }, 'Thank you!'),
    ],
    [
      'who repeats our words under a name that we know',
      said({ name: 'A. L.', profile_url: ADA_ID }, 'Shall we talk about the role in Lyon?'),
    ],
  ])('is distinguished from a reply of the person, %s', async (_, body) => {
    const id = await enrolled(bench, ada());
    await sent(id);
    await know(id, profileIdentity(ADA_ID));
    await arrives(body);
    expect((await one(id)).replied_at).not.toBeNull();
  });
});

describe('a mail of another account of ours in the thread, with this one in copy,', () => {
  const BEN = 'ben@ours.example';
  const answer = (sender: string) =>
    email({
      in_reply_to: '<ours@x.example>',
      message_id: `<by-${sender}>`,
      sender: { name: 'Ben', email: sender },
      message_text: 'As Anna says',
    });
  const sent = (id: string) =>
    bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at)
       values ('k', $1, 'n', 1, 'acc_mail', 'messages', 'send', 'email', 'done', '{}', '{"data":{"message_id":"<ours@x.example>"}}', now())`,
      [id],
    );
  beforeEach(async () => {
    await addAccount(bench.db, 'acc_ben', 'email');
    await bench.db.query(`update accounts set name = 'Ben', email = $1, email_key = $1 where id = 'acc_ben'`, [BEN]);
  });

  it('is no reply of the person, as one from anybody else would be', async () => {
    const id = await enrolled(bench, ada());
    await sent(id);
    await receive(bench, answer(BEN), 'acc_mail', 'email');
    expect(await one(id)).toMatchObject({ replied_at: null, stop_outcome: null });
    expect(await events()).toMatchObject([{ state: 'ignored', note: 'a mail of Ben, an account of ours' }]);
    await receive(bench, answer('private@home.example'), 'acc_mail', 'email');
    expect((await one(id)).replied_at).not.toBeNull();
  });

  it('is one where a sequence writes to them', async () => {
    const id = await enrolled(bench, ada({ email: BEN }));
    await sent(id);
    await receive(bench, answer(BEN), 'acc_mail', 'email');
    expect((await one(id)).replied_at).not.toBeNull();
  });
});

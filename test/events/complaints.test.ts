import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { readActivity } from '../../src/runtime/events/reading/read-activity.ts';
import { databaseOver } from '../../src/shared/postgres/open-database.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { createLockWitness } from '../support/locks/lock-witness.ts';
import { email, enrolled, envelope, happens, signalsOf } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const complaint = (more: Record<string, unknown> = {}) =>
  envelope(
    'email_complained',
    {
      subject: 'FW: Hello',
      message_id: '<report@provider.example>',
      sender: { name: 'Feedback Loop', email: 'fbl@provider.example', is_self_sent: false },
      feedback_type: 'abuse',
      complained_recipient: 'Ada@Example.org',
      original_message_id: null,
      ...more,
    },
    { account_id: 'acc_mail', platform: 'email' },
  );
const entries = async () =>
  (await bench.db.query('select kind, value, reason from suppressions order by kind, value')).rows;
const reports = async () =>
  (await bench.db.query('select account_id, kind from mail_troubles order by account_id, kind')).rows;
const outcomeOf = async (id: string) =>
  (await bench.db.query('select stop_outcome from enrollments where id = $1', [id])).rows[0]?.stop_outcome;
const lead = () => ada({ email: 'ada@example.org' });

describe('a complaint', () => {
  it('stops the person, puts all their names on the do-not-contact list, counts, and is no reply', async () => {
    await addSequence(bench.db, 'hello', {});
    const id = await enrolled(bench, lead());
    const event = complaint();
    await happens(bench, event, event);
    expect(await outcomeOf(id)).toBe('unsubscribed');
    const reason = 'reported an email as spam';
    expect(await entries()).toEqual(
      expect.arrayContaining([
        { kind: 'email', value: 'ada@example.org', reason },
        { kind: 'slug', value: 'ada-lovelace', reason },
        { kind: 'lead', value: expect.stringMatching(/^lead_/), reason },
      ]),
    );
    expect(await reports()).toEqual([{ account_id: 'acc_mail', kind: 'complaint' }]);
    expect((await signalsOf(bench)).map(({ payload }) => payload.type)).toEqual(['unsubscribed']);
    const { rows } = await bench.db.query(
      `select title, (select replied_at from enrollments where id = $1) as replied_at from timeline
        where enrollment_id = $1 and type = 'complained'`,
      [id],
    );
    expect(rows).toEqual([{ title: 'Reported the email as spam: now on the do-not-contact list', replied_at: null }]);
    expect(await enrollLead(bench, { sequence: 'hello', lead: lead() })).toMatchObject({ kind: 'refused' });
  });

  it('ends also a sequence that does not stop on unsubscribing, and one that sends no mail', async () => {
    await addSequence(bench.db, 'hello', { stop_on: [] });
    const id = await enrolled(bench, lead());
    await happens(bench, complaint());
    expect(await outcomeOf(id)).toBe('stopped');
    expect((await signalsOf(bench)).map(({ payload }) => payload.type)).toEqual(['stop']);
  });

  it('whose recipient is blacked out is matched by the mail that it is about', async () => {
    await addSequence(bench.db, 'hello', {});
    const id = await enrolled(bench, lead());
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, created_at)
       values ($1 || '/mail/1', $1, 'mail', 1, 'acc_mail', 'messages', 'send', 'email', 'done', '{}', $2, now())`,
      [id, JSON.stringify({ data: { message_id: '<ours@agency.example>' } })],
    );
    await happens(bench, complaint({ complained_recipient: '', original_message_id: '<ours@agency.example>' }));
    expect(await outcomeOf(id)).toBe('unsubscribed');
    expect((await entries()).map(({ kind }) => kind)).toContain('lead');
  });

  it('of somebody we do not know counts, and their address is not written to', async () => {
    await addSequence(bench.db, 'hello', {});
    const id = await enrolled(bench, lead());
    await happens(bench, complaint({ complained_recipient: 'bob@elsewhere.example' }));
    expect(await outcomeOf(id)).toBeNull();
    expect(await entries()).toEqual([
      { kind: 'email', value: 'bob@elsewhere.example', reason: 'reported an email as spam' },
    ]);
    expect(await reports()).toHaveLength(1);
  });

  it('is none where a person writes about one', async () => {
    await addSequence(bench.db, 'hello', {});
    const id = await enrolled(bench, lead());
    await happens(bench, email({ subject: 'Re: complaint', message_text: 'Yes, call me on Monday.' }));
    expect(await outcomeOf(id)).toBe('replied');
    expect(await reports()).toEqual([]);
  });
});

describe('a complaint as other services report it', () => {
  const read = (type: string, payload: object) =>
    readActivity({ account_id: 'acc_mail', platform: 'email', type, payload });
  const angry = { kind: 'complaint', of: [{ kind: 'email', value: 'angry@people.example' }] };

  it.each([
    ['email.complained', { data: { from: 'us@agency.example', to: ['angry@people.example'] } }],
    ['Complaint', { complaint: { complainedRecipients: [{ emailAddress: 'angry@people.example' }] } }],
    ['spamreport', { email: 'angry@people.example' }],
    ['SpamComplaint', { Email: 'angry@people.example', From: 'us@agency.example' }],
    ['abuse_report', { sender: { email: 'angry@people.example' } }],
  ])('%s', (type, payload) => {
    expect(read(type, payload)).toMatchObject(angry);
  });

  it('is not understood where nothing says who', () => {
    expect(read('complaint', { id: 7 })).toMatchObject({ kind: 'not_understood' });
  });
});

describe('what counts against a mailbox', () => {
  const bounce = (address: string) =>
    envelope(
      'email_bounced',
      { bounce_kind: 'hard', bounced_recipient: address, bounce_status: '5.1.1' },
      { account_id: 'acc_mail', platform: 'email' },
    );

  it.each([
    ['a bounce', () => bounce('ada@example.org')],
    ['a bounce of somebody we do not know', () => bounce('bob@elsewhere.example')],
    ['a complaint', () => complaint()],
    ['a complaint of somebody we do not know', () => complaint({ complained_recipient: 'bob@elsewhere.example' })],
  ])('locks it in its order: %s', async (_, eventOf) => {
    await addSequence(bench.db, 'hello', {});
    await enrolled(bench, lead());
    const witness = createLockWitness();
    const pool = new pg.Pool({ connectionString: bench.url, max: 2 });
    pool.on('error', () => undefined);
    const watched = databaseOver(witness.watch(pool));
    try {
      await happens({ ...bench, db: watched }, eventOf());
      expect(await reports()).toHaveLength(1);
      expect(witness.judged).toBeGreaterThan(2);
      expect([...witness.complaints]).toEqual([]);
    } finally {
      await watched.close();
    }
  });
});

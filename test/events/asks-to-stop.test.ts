import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { ADA_ID, email, enrolled, happens, message, signalsOf } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const entries = async () =>
  (await bench.db.query('select kind, value, reason from suppressions order by kind, value')).rows;
const lead = () => ada({ email: 'ada@example.org' });

describe('a reply that asks to stop', () => {
  it('puts the person on the do-not-contact list with every name, ends the sequence, and is shown', async () => {
    await addSequence(bench.db, 'hello', {});
    const id = await enrolled(bench, lead());
    await happens(bench, email({ message_text: 'Please remove me from your list.\n\nOn Mon, Anna wrote:\n> Hello' }));
    const reason = 'asked for no more contact in a reply';
    expect(await entries()).toEqual(
      expect.arrayContaining([
        { kind: 'email', value: 'ada@example.org', reason },
        { kind: 'slug', value: 'ada-lovelace', reason },
        { kind: 'lead', value: expect.stringMatching(/^lead_/), reason },
      ]),
    );
    const { rows } = await bench.db.query('select stop_outcome, replied_at from enrollments where id = $1', [id]);
    expect(rows[0]).toMatchObject({ stop_outcome: 'unsubscribed', replied_at: expect.any(Date) });
    expect((await signalsOf(bench)).map(({ payload }) => payload.type)).toEqual(['unsubscribed']);
    const lines = await bench.db.query(`select title from timeline where enrollment_id = $1 and type = 'replied'`, [
      id,
    ]);
    expect(lines.rows).toEqual([
      { title: 'Replied by email and asked for no more contact: now on the do-not-contact list' },
    ]);
    expect(await enrollLead(bench, { sequence: 'hello', lead: lead() })).toMatchObject({ kind: 'refused' });
  });

  it('counts a second time with the names that were learned since', async () => {
    await addSequence(bench.db, 'hello', {});
    await enrolled(bench, lead());
    const again = 'Stop contacting me';
    await happens(bench, email({ message_text: again }));
    const { rows } = await bench.db.query<{ id: string }>('select id from leads');
    await learnIdentities(bench.db, rows[0]?.id ?? '', [{ kind: 'email', value: 'a.lovelace@example.org' }]);
    await happens(bench, email({ message_id: '<again@x.example>', message_text: again }));
    expect((await entries()).map(({ value }) => value)).toEqual(
      expect.arrayContaining(['ada@example.org', 'a.lovelace@example.org']),
    );
    const pending = await bench.db.query(`select from events where state = 'pending'`);
    expect(pending.rowCount).toBe(0);
  });

  it('ends it also where a reply or an unsubscription would not', async () => {
    await addSequence(bench.db, 'hello', { stop_on: [] });
    const id = await enrolled(bench, lead());
    await happens(bench, email({ message_text: 'Bitte keine weiteren Mails.' }));
    const { rows } = await bench.db.query('select stop_outcome from enrollments where id = $1', [id]);
    expect(rows[0]).toMatchObject({ stop_outcome: 'stopped' });
    expect((await signalsOf(bench)).map(({ payload }) => payload.type)).toEqual(['stop']);
  });

  it('counts on every channel', async () => {
    await addSequence(bench.db, 'hello', {});
    await enrolled(bench, ada({ profile_url: ADA_ID }));
    await happens(bench, message(ADA_ID, { message_text: 'Stop contacting me' }));
    expect((await entries()).map(({ kind }) => kind)).toContain('lead');
  });

  it('is none where it asks about unsubscribing, or quotes our own footer', async () => {
    await addSequence(bench.db, 'hello', {});
    await enrolled(bench, lead());
    await happens(bench, email({ message_text: 'How do I unsubscribe from your competitor?' }));
    await happens(
      bench,
      email({ message_id: '<b@x.example>', message_text: 'Yes!\n\nOn Mon, Anna wrote:\n> Unsubscribe' }),
    );
    expect(await entries()).toEqual([]);
  });
});

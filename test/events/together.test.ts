import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { ADA_ID, accepted, enrolled, message, storeEvents } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const url = (name: string) => `https://professional.example/in/${name}`;
const enroll = async (names: readonly string[], company = (name: string) => `${name} & Sons`) => {
  const ids: string[] = [];
  for (const name of names) ids.push(await enrolled(bench, ada({ profile_url: url(name), company: company(name) })));
  return ids;
};
const reply = (name: string, text = 'Yes, tell me more') => message(url(name), { message_text: text });
const people = (count: number) => Array.from({ length: count }, (_, i) => `person-${i}`);
const outcomes = async (ids: readonly string[]) => {
  const { rows } = await bench.db.query<{ id: string; stop_outcome: string | null }>(
    'select id, stop_outcome from enrollments where id = any($1)',
    [[...ids]],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.stop_outcome);
};
const pending = async () =>
  (await bench.db.query<{ event_id: string }>(`select event_id from events where state = 'pending'`)).rows.map(
    ({ event_id }) => event_id,
  );

/** A database that counts the statements of its transactions, those that write names, and the ends. */
function counting(): { db: Database; count: { statements: number; names: number; commits: number } } {
  const count = { statements: 0, names: 0, commits: 0 };
  const noted = (tx: Queryable): Queryable => ({
    query: (text, values) => {
      count.statements += 1;
      if (text.includes('insert into identities')) count.names += 1;
      return tx.query(text, values);
    },
  });
  return {
    count,
    db: {
      ...bench.db,
      async transaction(work) {
        const result = await bench.db.transaction((tx) => work(noted(tx)));
        count.commits += 1;
        return result;
      },
    },
  };
}

async function look(db = bench.db): Promise<{ failed: (string | null)[] }> {
  const failed: (string | null)[] = [];
  await dispatchEvents({ db, clock: bench.clock, onError: (_, id) => failed.push(id) });
  return { failed };
}

describe('events that came together', () => {
  it.each([
    ['replies', 15, (name: string) => reply(name)],
    ['acceptances', 5, (name: string) => accepted({ profile_url: url(name), public_identifier: name })],
  ])('are ingested together: forty %s cost no more statements than two, at most %i', async (_, most, event) => {
    const names = people(42);
    await enroll(names);
    const [first = '', second = '', ...rest] = names;
    await storeEvents(bench, [event(first), event(second)]);
    const two = counting();
    expect(await look(two.db)).toEqual({ failed: [] });
    await storeEvents(bench, rest.map(event));
    const many = counting();
    expect(await look(many.db)).toEqual({ failed: [] });
    expect(await pending()).toEqual([]);
    expect(many.count).toEqual(two.count);
    expect(many.count.statements).toBeLessThanOrEqual(most);
    const { rows } = await bench.db.query<{ signals: string }>('select count(*) as signals from outbox');
    expect(Number(rows[0]?.signals)).toBeGreaterThanOrEqual(42);
  });

  it('write no name that the person has already', async () => {
    await enroll(people(1));
    const names = { profile_url: ADA_ID, public_identifier: 'person-0' };
    const written: number[] = [];
    for (const event of [accepted(names), accepted(names)]) {
      await storeEvents(bench, [event]);
      await bench.db.query('update enrollments set accepted_at = null');
      const one = counting();
      expect(await look(one.db)).toEqual({ failed: [] });
      written.push(one.count.names);
    }
    expect(written).toEqual([1, 0]);
  });

  it('fail for the one that Postgres refuses, and for none of the others', async () => {
    const names = people(9);
    const ids = await enroll(names);
    await bench.db.query(
      `alter table timeline add constraint not_bad check (detail ->> 'text' is distinct from 'bad')`,
    );
    const events = names.map((name, i) => reply(name, i === 4 ? 'bad' : 'Yes'));
    await storeEvents(bench, events);
    expect(await look()).toEqual({ failed: [events[4]?.event_id] });
    expect(await outcomes(ids)).toEqual(names.map((_, i) => (i === 4 ? null : 'replied')));
    expect(await pending()).toEqual([events[4]?.event_id]);
  });

  it('wait for no person whose enrollment somebody else has: that one waits by itself', async () => {
    const names = people(4);
    const ids = await enroll(names);
    await storeEvents(
      bench,
      names.map((name) => reply(name)),
    );
    let looking: Promise<unknown> = Promise.resolve();
    await bench.db.transaction(async (tx) => {
      await tx.query('select from enrollments where id = $1 for no key update', [ids[1]]);
      looking = look();
      await eventually(async () => expect(await outcomes(ids)).toEqual(['replied', null, 'replied', 'replied']));
    });
    await looking;
    expect(await outcomes(ids)).toEqual(['replied', 'replied', 'replied', 'replied']);
  });

  it('that accept invitations wait for no person whose enrollment somebody else has either', async () => {
    const names = people(3);
    const ids = await enroll(names);
    await storeEvents(
      bench,
      names.map((name) => accepted({ profile_url: url(name), public_identifier: name })),
    );
    const noted = async () => {
      const { rows } = await bench.db.query<{ id: string }>('select id from enrollments where accepted_at is not null');
      return rows.map(({ id }) => ids.indexOf(id)).sort();
    };
    let looking: Promise<unknown> = Promise.resolve();
    await bench.db.transaction(async (tx) => {
      await tx.query('select from enrollments where id = $1 for no key update', [ids[1]]);
      looking = look();
      await eventually(async () => expect(await noted()).toEqual([0, 2]));
    });
    await looking;
    expect(await noted()).toEqual([0, 1, 2]);
  });

  it('of one person, and of colleagues who stop each other, see what the one before has written', async () => {
    await addSequence(bench.db, 'colleagues', { stop_on: ['reply', 'company_reply'] });
    const names = people(3);
    const ids: string[] = [];
    for (const name of names)
      ids.push(await enrolled(bench, ada({ profile_url: url(name), company: 'Acme' }), 'colleagues'));
    await bench.db.query('update enrollments set started_at = now()');
    const both = accepted({ profile_url: url('person-0') }, { profile_url: url('person-1') });
    const again = accepted({ profile_url: url('person-2') }, { profile_url: url('person-1') });
    await storeEvents(bench, [both, again, ...names.map((name) => reply(name))]);
    expect(await look()).toEqual({ failed: [] });
    const { rows } = await bench.db.query<{ enrollment_id: string; type: string; times: number }>(
      `select enrollment_id, type, count(*)::int as times from timeline where type in ('accepted_invitation', 'replied', 'company_replied')
        group by 1, 2`,
    );
    const times = (type: string) =>
      ids.map((id) => rows.find((row) => row.enrollment_id === id && row.type === type)?.times);
    expect(times('accepted_invitation')).toEqual([1, 1, 1]);
    expect(times('replied')).toEqual([1, 1, 1]);
    // Each is stopped by their own answer or by the first colleague's, and hears of both colleagues, once each.
    expect(times('company_replied')).toEqual([2, 2, 2]);
    expect((await outcomes(ids)).every((outcome) => outcome !== null)).toBe(true);
  });

  it('that know one person by different names are ingested in transactions of their own', async () => {
    const id = await enrolled(bench, ada({ profile_url: url('ada-lovelace'), company: null }));
    const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
    const identity = profileIdentity(ADA_ID);
    if (identity) await learnIdentities(bench.db, rows[0]?.lead_id ?? '', [identity]);
    await bench.db.query('update enrollments set started_at = now()');
    const refusal = message(ADA_ID, { inbox: 'premium_navigator', message_type: 'INMAIL_DECLINE', message_text: '' });
    await storeEvents(bench, [reply('ada-lovelace'), refusal]);
    const { db, count } = counting();
    expect(await look(db)).toEqual({ failed: [] });
    expect(count.commits).toBe(2);
    const lines = await bench.db.query<{ type: string }>(
      `select type from timeline where enrollment_id = $1 and type <> 'enrolled' order by type`,
      [id],
    );
    expect(lines.rows.map(({ type }) => type)).toEqual(['refused', 'replied']);
  });

  it('of one author are ingested in the order in which they came', async () => {
    const [id = ''] = await enroll(['person-0']);
    const texts = ['one', 'two', 'three', 'four'];
    await storeEvents(
      bench,
      texts.map((text) => reply('person-0', text)),
    );
    await look();
    const { rows } = await bench.db.query<{ text: string }>(
      `select detail ->> 'text' as text from timeline where enrollment_id = $1 and type = 'replied' order by id`,
      [id],
    );
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });
});

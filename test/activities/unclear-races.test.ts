import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepPoint } from '../../activities/step-points.ts';
import { decideUnclearReply, type Meant } from '../../src/runtime/store/tasks/unclear-reply.ts';
import { email, happens, match, storeEvents } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { rounds } from '../support/rounds.ts';
import { ask, type Bench, type EnrolledLead, INVITE, openBench } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

/** Held by a test, it stops a transaction right before it writes an intent, or the task of a doubt, when the enrollment is locked already. */
const GATES = { intent: 1, doubt: 2 } as const;

let bench: Bench;
let gatekeeper: pg.Client;
const { client, calls } = createCountingClient();

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
  await bench.account('acc_mail', { platform: 'email' });
  gatekeeper = new pg.Client({ connectionString: bench.url });
  await gatekeeper.connect();
  // In which order they are written: both are under the lock of their enrollment.
  await bench.db.query(`
    create table written (place bigserial, enrollment_id text not null, what text not null);
    create function note_intent() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(77, ${GATES.intent});
      insert into written (enrollment_id, what) values (new.enrollment_id, 'intent');
      return new; end $$;
    create function note_doubt() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(77, ${GATES.doubt});
      insert into written (enrollment_id, what) values (new.enrollment_id, 'doubt');
      return new; end $$;
    create trigger note_intent before insert on intents for each row execute function note_intent();
    create trigger note_doubt before insert on tasks for each row when (new.kind = 'unclear_reply') execute function note_doubt()`);
});
afterAll(async () => {
  await gatekeeper.end();
  await bench.close();
});
beforeEach(async () => {
  await bench.db.query('delete from written');
  calls.length = 0;
});

interface Somebody extends EnrolledLead {
  /** Has them write, or a machine for them; the mail is not ingested yet. */
  writes(): Promise<void>;
}

let people = 0;
async function somebody(): Promise<Somebody> {
  people += 1;
  const address = `ada-${people}@acme.example`;
  const plan = await bench.sequence([INVITE]);
  const lead = { first_name: 'Ada', profile_url: `https://x.example/in/race-${people}`, email: address };
  const enrolled = await bench.enroll(plan, lead, { professional: 'acc_anna', email: 'acc_mail' });
  const mail = email({
    ...{ subject: 'Automatic reply: Hello', message_text: 'As discussed.', message_id: `<${address}>` },
    sender: { name: 'Ada', email: address },
  });
  return { ...enrolled, writes: () => storeEvents(bench, [mail]) };
}

const writtenFor = async ({ id }: EnrolledLead) =>
  (
    await bench.db.query<{ what: string }>('select what from written where enrollment_id = $1 order by place', [id])
  ).rows.map(({ what }) => what);
const callsFor = ({ id }: EnrolledLead) => calls.filter(({ key }) => key?.startsWith(`${id}/`)).length;
const linesOf = async ({ id }: EnrolledLead) =>
  (
    await bench.db.query<{ type: string }>(
      `select type from timeline where enrollment_id = $1 and type in ('needs_person', 'performed', 'sent', 'invited', 'waiting') order by id`,
      [id],
    )
  ).rows.map(({ type }) => type);

/** As long as `work` takes nobody passes it. */
async function closed(gate: keyof typeof GATES, work: () => Promise<void>): Promise<void> {
  await gatekeeper.query('select pg_advisory_lock(77, $1)', [GATES[gate]]);
  try {
    await work();
  } finally {
    await gatekeeper.query('select pg_advisory_unlock(77, $1)', [GATES[gate]]);
  }
}

/** Until so many transactions of this database wait for a lock. */
const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await gatekeeper.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
  });

const HELD = { status: 'deferred', kind: 'person' };

describe('a doubt that comes while a send is under way', () => {
  it.each<[StepPoint, number]>([
    ['before_intent', 0],
    ['intent_committed', 1],
    ['response_received', 1],
    ['outcome_stored', 1],
    ['activity_completed', 1],
  ])('at %s: %i goes out, and none after it', async (point, sent) => {
    const ada = await somebody();
    let left = 1;
    const activities = bench.activities(client, {}, async (reached) => {
      if (reached !== point || left-- === 0) return;
      await ada.writes();
      await match(bench);
    });
    const result = await activities.perform(ask(ada, 'invite'));
    expect(result).toMatchObject(sent === 0 ? HELD : { status: 'done' });
    expect(callsFor(ada)).toBe(sent);
    expect(await writtenFor(ada)).toEqual(sent === 0 ? ['doubt'] : ['intent', 'doubt']);
    expect(await activities.perform(ask(ada, 'invite', 1, 2))).toMatchObject(HELD);
    expect(callsFor(ada)).toBe(sent);
    expect(await linesOf(ada)).toContain('needs_person');
  });

  it('is seen by a send that waits for its commit', async () => {
    const ada = await somebody();
    await ada.writes();
    const activities = bench.activities(client);
    let ingested: Promise<void> | undefined;
    let performed: ReturnType<typeof activities.perform> | undefined;
    await closed('doubt', async () => {
      ingested = match(bench);
      await waiting(1);
      performed = activities.perform(ask(ada, 'invite'));
      await waiting(2);
    });
    await ingested;
    expect(await performed).toMatchObject(HELD);
    expect(callsFor(ada)).toBe(0);
    expect(await writtenFor(ada)).toEqual(['doubt']);
  });

  it('waits for a send that is being admitted, which has gone out then, and holds back the next one', async () => {
    const ada = await somebody();
    await ada.writes();
    const activities = bench.activities(client);
    let ingested: Promise<void> | undefined;
    let performed: ReturnType<typeof activities.perform> | undefined;
    await closed('intent', async () => {
      performed = activities.perform(ask(ada, 'invite'));
      await waiting(1);
      ingested = match(bench);
      await waiting(2);
    });
    await ingested;
    expect(await performed).toMatchObject({ status: 'done' });
    expect(callsFor(ada)).toBe(1);
    expect(await writtenFor(ada)).toEqual(['intent', 'doubt']);
    expect(await activities.perform(ask(ada, 'invite', 1, 2))).toMatchObject(HELD);
    expect(callsFor(ada)).toBe(1);
  });

  it('is before the send or behind it, whoever of many is first', async () => {
    const activities = bench.activities(client);
    for (let round = 0; round < rounds(10); round += 1) {
      const all = await Promise.all(Array.from({ length: 8 }, somebody));
      await Promise.all(all.map((one) => one.writes()));
      const [results] = await Promise.all([
        Promise.all(all.map((one) => activities.perform(ask(one, 'invite')))),
        match(bench),
      ]);
      for (const [at, one] of all.entries()) {
        const isSent = results[at]?.status === 'done';
        expect(await writtenFor(one)).toEqual(isSent ? ['intent', 'doubt'] : ['doubt']);
        expect(callsFor(one)).toBe(isSent ? 1 : 0);
        expect(await activities.perform(ask(one, 'invite', 1, 2))).toMatchObject(HELD);
      }
    }
  });
});

describe('what a person says that it is, while a send waits for it', () => {
  const doubted = async () => {
    const ada = await somebody();
    await ada.writes();
    await match(bench);
    const { rows } = await bench.db.query<{ id: string }>(`select id from tasks where enrollment_id = $1`, [ada.id]);
    const decide = (decision: Meant) =>
      decideUnclearReply(bench.db, {
        ...{ id: rows[0]?.id ?? '', decision, returns_on: null, note: null, at: new Date(bench.clock.now()) },
      });
    return { ada, decide };
  };

  it.each<[Meant, object]>([
    ['answer', { status: 'stopped', outcome: 'replied' }],
    ['no_more_mail', { status: 'stopped' }],
  ])('%s: nothing goes out any more, before it is ingested or after', async (decision, end) => {
    const { ada, decide } = await doubted();
    const activities = bench.activities(client);
    await decide(decision);
    expect(await activities.perform(ask(ada, 'invite'))).toMatchObject(HELD);
    await happens(bench);
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject(end);
    expect(callsFor(ada)).toBe(0);
  });

  it('automatic: it goes out once, when what the answer leads to is over', async () => {
    const { ada, decide } = await doubted();
    const activities = bench.activities(client);
    await decide('automatic');
    expect(await activities.perform(ask(ada, 'invite'))).toMatchObject(HELD);
    await happens(bench);
    const away = await activities.perform(ask(ada, 'invite', 1));
    expect(away).toMatchObject({ status: 'deferred', kind: 'time', text: 'Out of office' });
    if (away.status === 'deferred') bench.travel(away.until);
    expect(await activities.perform(ask(ada, 'invite', 2))).toMatchObject({ status: 'done' });
    expect(callsFor(ada)).toBe(1);
  });
});

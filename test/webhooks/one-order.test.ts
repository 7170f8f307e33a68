import { describe, expect, it } from 'vitest';
import { createEventQueue } from '../../src/app/webhooks/queue-events.ts';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { Receiver } from '../delivery/receiver.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADA_ID } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { webhookBench } from './bench.ts';

const bench = webhookBench();

const jump = (ms: number) => bench.api.clock.set(advanced(bench.api.clock.setting(), Date.now(), ms));
const line = (enrollment_id: string, title: string) =>
  addLine(bench.api.db, {
    ...{ enrollment_id, at: new Date(bench.api.clock.now()), node: 'visit', type: 'performed', title },
  });
const titlesAt = (receiver: Receiver): string[] => receiver.posts.map(({ body }) => JSON.parse(body).data.title);

interface Enrolled {
  readonly id: string;
  readonly lead_id: string;
}

/** Somebody who is in two sequences by names that nobody knows to be one person's. */
async function enrollTwice(): Promise<{ older: Enrolled; newer: Enrolled }> {
  await addSequence(bench.api.db, 'hello');
  await addSequence(bench.api.db, 'other', { enroll: { ...DEFAULT_ENROLL, active_elsewhere: false } });
  const enroll = async (sequence: string, profile_url: string): Promise<Enrolled> =>
    (await bench.api.call('POST', '/api/enrollments', { sequence, lead: ada({ profile_url }) })).body;
  const older = await enroll('hello', 'https://professional.example/in/ada-lovelace');
  return { older, newer: await enroll('other', ADA_ID) };
}

/** Both names prove to be one person's. */
async function learn({ lead_id }: Enrolled): Promise<void> {
  const names = [profileIdentity('ada-lovelace'), profileIdentity(ADA_ID)].filter((name) => name !== null);
  await learnIdentities(bench.api.db, lead_id, names);
}

/** Somebody writes into this table at this moment. */
async function lockedIn(db: Queryable, table: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_locks where relation = $1::regclass and mode = 'RowExclusiveLock' and granted`,
    [table],
  );
  return (rowCount ?? 0) > 0;
}

const merge = () => mergePeople({ ...bench.api, onError: (error) => expect(error).toBeUndefined() });

describe('events about one person', () => {
  it('stay in order where two prove to be one while somebody queues what he has read of them before', async () => {
    const { older, newer } = await enrollTwice();
    const receiver = await bench.receive([500]);
    const webhook = await bench.add(receiver.url, ['enrollment.step']);
    await learn(older);
    await line(newer.id, 'first');
    const { db, clock } = bench.api;
    // Whoever queues has read the line, and waits to write its event, whose id somebody else is about to take.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = db.transaction(async (tx) => {
      await tx.query(
        `insert into outgoing_events (event_id, type, payload, created_at) select 'evt_' || max(id), 'x', '{}', now() from timeline`,
      );
      await released;
      await tx.query('delete from outgoing_events');
    });
    await eventually(async () => expect(await lockedIn(db, 'outgoing_events')).toBe(true));
    const queueing = createEventQueue({ db, clock, onQueued: () => undefined })();
    await eventually(async () => expect(await waitingForLocks(db)).toBe(1));
    let merged = 0;
    const merging = merge().then((count) => {
      merged = count;
    });
    await eventually(async () => expect(merged === 1 || (await waitingForLocks(db)) === 2).toBe(true));
    release();
    await Promise.all([holding, queueing, merging]);
    expect(merged).toBe(1);

    await line(older.id, 'second');
    bench.work();
    await eventually(async () => expect(await bench.deliveries(webhook)).toHaveLength(2));
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1));
    expect(await bench.deliveries(webhook, 'status=waiting')).toHaveLength(1);
    receiver.answers = [200];
    jump(60_000);
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(2));
    expect(titlesAt(receiver)).toEqual(['first', 'first', 'second']);
  });

  it('wait for the earliest one, once two prove to be one, though each of them had one that was to go next', async () => {
    const { older, newer } = await enrollTwice();
    const receiver = await bench.receive([500]);
    const webhook = await bench.add(receiver.url, ['enrollment.step']);
    bench.work();
    await line(older.id, 'first');
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1));
    await line(newer.id, 'second');
    await line(newer.id, 'third');
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(2));
    await learn(older);
    expect(await merge()).toBe(1);
    expect(await bench.deliveries(webhook, 'status=waiting')).toHaveLength(2);
    jump(60_000);
    // A third attempt that is recorded after the jump would be due five minutes after that.
    const attempts = async () => (await bench.deliveries(webhook, 'status=retrying'))[0]?.attempts.length;
    await eventually(async () => expect(await attempts()).toBe(2));
    receiver.answers = [200];
    jump(300_000);
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(3));
    expect(titlesAt(receiver)).toEqual(['first', 'second', 'first', 'first', 'second', 'third']);
  });

  it('end with their erasure, which waits for the ends of their sequences', async () => {
    const { older, newer } = await enrollTwice();
    await learn(older);
    expect(await merge()).toBe(1);
    const receiver = await bench.receive([500]);
    const webhook = await bench.add(receiver.url, ['enrollment.finished', 'lead.erased']);
    expect((await bench.api.call('DELETE', `/api/leads/${older.lead_id}`)).status).toBe(200);
    bench.work();
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1));
    expect(await bench.deliveries(webhook, 'event=lead.erased')).toMatchObject([
      { status: 'waiting' },
      { status: 'waiting' },
    ]);
    receiver.answers = [200];
    jump(60_000);
    await eventually(async () =>
      expect(await bench.deliveries(webhook, 'event=lead.erased&status=succeeded')).toHaveLength(2),
    );
    const received = receiver.posts.map(({ body }) => JSON.parse(body)).slice(1);
    expect(received.map(({ type }) => type).slice(-2)).toEqual(['lead.erased', 'lead.erased']);
    expect(received.slice(0, -2).map(({ data }) => data)).toMatchObject(
      received.slice(0, -2).map(() => ({ lead: null })),
    );
    expect(new Set(received.slice(-2).map(({ data }) => data.lead_id))).toEqual(
      new Set([older.lead_id, newer.lead_id]),
    );
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatchOutbox, startOutboxDispatcher } from '../../src/runtime/outbox/dispatch-outbox.ts';
import type { Workflows } from '../../src/runtime/outbox/send-row.ts';
import { addToOutbox } from '../../src/runtime/store/outbox/add-to-outbox.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { ada, addSequence, type Bench, openBench } from '../enroll/fixtures.ts';
import { enrolled } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';

let bench: Bench;
let sent: string[];
let failing: boolean;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  sent = [];
  failing = false;
});
afterEach(() => bench.close());

const tell = async (what: string): Promise<'delivered'> => {
  if (failing) throw new Error('Temporal is away');
  sent.push(what);
  return 'delivered';
};
const workflows: Workflows = {
  startEnrollment: ({ enrollment_id, digest }) => tell(`start ${enrollment_id} ${digest.slice(0, 7)}`),
  startCampaign: (id) => tell(`campaign ${id}`),
  signalEnrollment: (id, event) => tell(`signal ${id} ${event.type}`),
  moveEnrollment: (id, move) => tell(`move ${id} ${move.digest}`),
};
const deps = () => ({ ...bench, workflows, onError: () => undefined });
const signal = (id: string, type: string) =>
  addToOutbox(bench.db, { kind: 'signal_enrollment', target_id: id, payload: { id: `e-${type}`, type } }, new Date());
const left = async () => (await bench.db.query('select kind, tries, last_error from outbox order by id')).rows;

describe('the outbox', () => {
  it('delivers a start before its signals, and these in their order', async () => {
    const id = await enrolled(bench, ada());
    await signal(id, 'pause');
    await signal(id, 'resume');
    while ((await dispatchOutbox(deps())) > 0);
    expect(sent).toEqual([`start ${id} sha256:`, `signal ${id} pause`, `signal ${id} resume`]);
    expect(await left()).toEqual([]);
  });

  it('keeps what failed, tries it later, and holds its signals back meanwhile', async () => {
    const id = await enrolled(bench, ada());
    await signal(id, 'stop');
    failing = true;
    expect(await dispatchOutbox(deps())).toBe(1);
    failing = false;
    expect(await dispatchOutbox(deps())).toBe(0);
    expect(await left()).toMatchObject([{ tries: 1, last_error: 'Temporal is away' }, { tries: 0 }]);
    await bench.db.query('update outbox set wall_due_at = now()');
    while ((await dispatchOutbox(deps())) > 0);
    expect(sent).toEqual([`start ${id} sha256:`, `signal ${id} stop`]);
  });

  it('is sent once by two dispatchers at once', async () => {
    for (let n = 0; n < 30; n++) await enrolled(bench, ada({ profile_url: `p-${n}` }));
    const drain = async () => {
      while ((await dispatchOutbox({ ...deps(), batch: 5 })) > 0);
    };
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    expect(sent).toHaveLength(30);
    expect(new Set(sent).size).toBe(30);
  });

  it('is not read by a second dispatcher of the process while the first one delivers', async () => {
    await enrolled(bench, ada());
    let go = (): void => undefined;
    const answered = new Promise<void>((resolve) => (go = resolve));
    let transactions = 0;
    const db: Database = {
      ...bench.db,
      transaction: (work) => {
        transactions += 1;
        return bench.db.transaction(work);
      },
    };
    const shared = {
      ...deps(),
      db,
      in_hand: new Set<string>(),
      workflows: { ...workflows, startEnrollment: () => answered },
    };
    const first = dispatchOutbox(shared);
    await expect.poll(() => shared.in_hand.size).toBe(1);
    expect(await dispatchOutbox(shared)).toBe(0);
    expect(transactions).toBe(1);
    go();
    expect(await first).toBe(1);
    expect(shared.in_hand.size).toBe(0);
    expect(await left()).toEqual([]);
  });

  /** With what it asked, and loops that do nothing unless they are woken. */
  async function started(workflowsOf: Partial<Workflows> = {}, batch = 40) {
    const looks: string[] = [];
    const asked = (db: Queryable): Queryable => ({
      query: (text, values) => {
        looks.push(text);
        return db.query(text, values);
      },
    });
    const { db } = bench;
    const counting: Database = {
      ...asked(db),
      transaction: (work) => db.transaction((tx) => work(asked(tx))),
      close: () => db.close(),
    };
    const of = { ...deps(), db: counting, workflows: { ...workflows, ...workflowsOf }, idle_ms: 3_600_000, batch };
    const loop = startOutboxDispatcher(of);
    const count = (part: string) => looks.filter((text) => text.includes(part)).length;
    await expect.poll(() => count('wall_due_at <= now()')).toBe(2);
    await nextTurn();
    looks.length = 0;
    return { loop, count };
  }

  it('is looked at once for one notification, and only in the lane where something is due', async () => {
    const { loop, count } = await started();
    try {
      const id = await enrolled(bench, ada());
      loop.wake();
      loop.wake();
      await eventually(async () => expect(await left()).toEqual([]));
      expect(sent).toEqual([`start ${id} sha256:`]);
      // What is left is known with what was sent.
      await eventually(async () => expect(count('unnest(array')).toBe(1));
      expect([count("o.lane = 'now' and"), count("o.lane = 'bulk' and")]).toEqual([1, 0]);
    } finally {
      await loop.stop();
    }
  });

  it('is looked at once for all that call in one turn of the event loop, one after the other', async () => {
    const { loop, count } = await started();
    try {
      await enrolled(bench, ada());
      for (let call = 0; call < 20; call++) {
        loop.wake();
        await null;
      }
      await eventually(async () => expect(await left()).toEqual([]));
      expect(count('unnest(array')).toBe(1);
    } finally {
      await loop.stop();
    }
  });

  it('sends what comes while a batch waits for Temporal, and what is too much for one batch', async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const startEnrollment: Workflows['startEnrollment'] = async (start) => {
      await workflows.startEnrollment(start);
      if (sent.length === 1) await held;
    };
    const { loop } = await started({ startEnrollment }, 1);
    try {
      for (const profile_url of ['p-1', 'p-2']) await enrolled(bench, ada({ profile_url }));
      loop.wake();
      await eventually(() => expect(sent).toHaveLength(2));
      const third = await enrolled(bench, ada({ profile_url: 'p-3' }));
      loop.wake();
      await eventually(() => expect(sent[2]).toBe(`start ${third} sha256:`));
      // Its row goes a moment after it was sent.
      await eventually(async () => expect(await left()).toHaveLength(1));
    } finally {
      go();
      await loop.stop();
    }
  });

  it('goes on by itself when Temporal is back', async () => {
    failing = true;
    const id = await enrolled(bench, ada());
    let failures = 0;
    const loop = startOutboxDispatcher({ ...deps(), idle_ms: 5, onError: () => failures++ });
    try {
      await expect.poll(() => failures).toBeGreaterThan(0);
      failing = false;
      await expect.poll(() => sent).toEqual([`start ${id} sha256:`]);
    } finally {
      await loop.stop();
    }
  });
});

import type { QueryResultRow } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStepDeps } from '../../activities/create-activities.ts';
import { createPerform } from '../../activities/perform.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import { DEFAULT_ENROLL, type Plan } from '../../src/language/plan/plan.ts';
import { campaignSource } from '../../src/runtime/enroll/campaign/campaign-source.ts';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { continueIn } from '../../src/runtime/enroll/continue-in.ts';
import { beginErasure } from '../../src/runtime/erasure/begin-erasure.ts';
import { carryOnErasure, type ErasureDeps } from '../../src/runtime/erasure/carry-on-erasure.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { readErasure } from '../../src/runtime/store/erasure/erasure-row.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { ask, type Bench, type EnrolledLead, INVITE, openBench } from '../activities/bench.ts';
import { message, storeEvents } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { eraseAll, erasingOf, searchEverywhere } from './fixtures.ts';

/** Words that every person of this file has. */
const WORDS = ['zora', 'quux', 'flummoxed'];

let bench: Bench;
let plan: Plan;
let other: Plan;
let people = 0;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
  const invite = { ...INVITE, note: 'Dear {{ first_name }} {{ last_name }}' };
  plan = await bench.sequence([invite]);
  other = await bench.sequence([invite], { enroll: { ...DEFAULT_ENROLL, active_elsewhere: false } });
});
afterAll(() => bench.close());

const erasing = (more: Partial<ErasureDeps> = {}): ErasureDeps => erasingOf(bench, more);
const begin = ({ lead_id }: EnrolledLead) =>
  beginErasure({ ...bench, secrets: erasing().secrets, profiles: [], findPlan: createPlanCache() }, lead_id);

const leadOf = (n: number) => ({
  ...{ first_name: 'Zora', last_name: `Quux${n}`, company: `Quux & ${n}` },
  ...{ profile_url: `https://professional.example/in/zora-${n}`, email: `zora.${n}@quux.example` },
});

async function enroll(): Promise<{ n: number; zora: EnrolledLead }> {
  const n = ++people;
  const zora = await bench.enroll(plan, leadOf(n), { professional: 'acc_anna' });
  await bench.db.query(`update enrollments set status = 'active', node = 'invite' where id = $1`, [zora.id]);
  return { n, zora };
}

/** A database on which something else begins after the n-th statement: all stands still until that is over, or waits for a lock. */
function interrupted(n: number, begins: () => Promise<unknown>) {
  let left = n;
  let begun: Promise<unknown> | null = null;
  const noted = (queryable: Queryable): Queryable => ({
    query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) =>
      queryable.query<Row>(text, values).finally(async () => {
        left -= 1;
        if (left !== 0) return;
        let over = false;
        begun = begins().finally(() => {
          over = true;
        });
        await eventually(async () => expect(over || (await waitingForLocks(bench.db)) > 0).toBe(true), { interval: 5 });
      }),
  });
  const db: Database = {
    ...{ ...bench.db, ...noted(bench.db) },
    transaction: (work) => bench.db.transaction((tx) => work(noted(tx))),
  };
  return { db, begun: () => begun };
}

/** The work of somebody new, again and again, with their erasure after one of its statements, every second of them; how many it has. */
async function eraseBetweenStatements(
  work: (db: Database, somebody: { readonly n: number; readonly zora: EnrolledLead }) => Promise<unknown>,
): Promise<number> {
  for (let statement = 1; ; statement += 2) {
    const somebody = await enroll();
    const { db, begun } = interrupted(statement, () => begin(somebody.zora));
    await work(db, somebody);
    const erased = begun();
    if (erased === null) {
      await begin(somebody.zora);
      return statement - 1;
    }
    expect(await erased).toMatchObject({ erased: { leads: 1 } });
  }
}

/** All that began is carried on to its end; then nobody is anywhere, and nothing of theirs goes on. */
async function nothingIsLeft(): Promise<void> {
  await eventually(async () => {
    await eraseAll(erasing());
    const { rows } = await bench.db.query('select stage, last_error from erasures where finished_at is null');
    expect(rows).toEqual([]);
  });
  expect(await searchEverywhere(bench.db, WORDS)).toEqual([]);
  const { rows } = await bench.db.query(
    `select id, status from enrollments where status <> 'finished' or lead_id is not null`,
  );
  expect(rows).toEqual([]);
}

describe('an erasure that begins', () => {
  it('during a step leaves nothing of what comes of it, and no call begins afterwards', async () => {
    const late: string[] = [];
    const calls = new Map<string, number>();
    const statements = await eraseBetweenStatements(async (db, { zora }) => {
      const client: StepClient = {
        async perform(_, { idempotency_key = '' }) {
          const [enrollment = ''] = idempotency_key.split('/');
          calls.set(enrollment, (calls.get(enrollment) ?? 0) + 1);
          // An intent that was there before the erasure is marked by it, and its call may be on its way.
          const { rows } = await bench.db.query(
            `select from enrollments e join intents i on i.enrollment_id = e.id
              where e.id = $1 and e.status = 'finished' and not i.erased`,
            [enrollment],
          );
          if (rows.length > 0) late.push(enrollment);
          return { kind: 'success', data: { message_id: 'm', text: 'Dear Zora Quux' }, credits: 1, replayed: false };
        },
        listLogs: async () => ({ kind: 'unreachable', reason: 'not part of this test' }),
      };
      const perform = createPerform(
        createStepDeps({
          ...{ db, clock: bench.clock, v2: client, continueIn: continueIn({ db, clock: bench.clock }) },
          ...{ log: pino({ level: 'silent' }), settings: { proof_after_ms: 0 }, unsubscribeUrl: (id) => id },
        }),
      );
      await perform(ask(zora, 'invite'));
      const before = calls.get(zora.id);
      // Its workflow asks once more, as after a kill.
      await perform(ask(zora, 'invite', 1));
      expect(calls.get(zora.id)).toBe(before);
    });
    expect(statements).toBeGreaterThan(5);
    expect(late).toEqual([]);
    // Before its intent the erasure has kept some of them from being called at all.
    expect([...calls.values()].every((count) => count === 1)).toBe(true);
    expect(calls.size).toBeLessThan(statements + 1);
    await nothingIsLeft();
  });

  it('while an event of theirs is ingested leaves nothing of the event', async () => {
    const failed: unknown[] = [];
    const statements = await eraseBetweenStatements(async (db, { n }) => {
      const text = {
        message_text: 'I am flummoxed',
        sender: { name: `Zora Quux${n}`, profile_url: leadOf(n).profile_url },
      };
      await storeEvents(bench, [message(leadOf(n).profile_url, text)]);
      await dispatchEvents({ ...bench, db, onError: (error) => failed.push(error) });
    });
    expect(statements).toBeGreaterThan(5);
    await dispatchEvents({ ...bench, onError: (error) => failed.push(error) });
    expect(failed).toEqual([]);
    await nothingIsLeft();
  });

  it('while an import brings them enrolls nobody who is not erased with it', async () => {
    const outcomes = new Set<string>();
    const statements = await eraseBetweenStatements(async (db, { n }) => {
      const source = campaignSource.parse({ leads: [{ ...leadOf(n), vars: { hobby: 'quux' } }] });
      if ('csv' in source) throw new Error('these are leads');
      const created = await createCampaign(bench, { name: `Import ${n}`, sequence: other.sequence, source });
      if (created.kind === 'refused') throw new Error(created.message);
      const { id } = created.campaign;
      await importPage({ ...bench, db, v2: { call: async () => ({ kind: 'unknown', reason: 'nobody' }) } })({
        ...{ campaign_id: id, offset: 0 },
      });
      const { rows } = await bench.db.query('select status, code from campaign_rows where campaign_id = $1', [id]);
      for (const { status, code } of rows) outcomes.add(`${status} ${code ?? ''}`.trim());
    });
    expect(statements).toBeGreaterThan(5);
    expect(outcomes).toEqual(new Set(['refused suppressed', 'created']));
    await nothingIsLeft();
  });

  it('twice at once, or for somebody who is erased, is one erasure', async () => {
    const { zora } = await enroll();
    const begun = await Promise.all([begin(zora), begin(zora), begin(zora)]);
    expect(begun.filter((one) => one !== null)).toHaveLength(1);
    expect(await begin(zora)).toBeNull();
    const { rows } = await bench.db.query('select id from erasures where $1 = any(leads)', [zora.lead_id]);
    expect(rows).toHaveLength(1);
    await nothingIsLeft();
  });
});

describe('somebody who is erased', () => {
  it('and is taken off the list and brought back before that has come to its end, stays as they are', async () => {
    const { n, zora } = await enroll();
    await begin(zora);
    await bench.db.query(`delete from suppressions where kind = 'erased'`);
    const again = await bench.enroll(plan, leadOf(n), { professional: 'acc_anna' });
    await eventually(async () => {
      await eraseAll(erasing());
      const { rows } = await bench.db.query('select stage, last_error from erasures where finished_at is null');
      expect(rows).toEqual([]);
    });
    const { rows } = await bench.db.query('select email, last_name from leads where id = $1', [again.lead_id]);
    expect(rows).toEqual([{ email: leadOf(n).email, last_name: leadOf(n).last_name }]);
    await begin(again);
    await nothingIsLeft();
  });
});

describe('an erasure whose worker is killed', () => {
  const expire = () => bench.db.query('update erasures set wall_due_at = now() where stage is not null');

  it('before it could write down what it had done goes on, in each of its parts', async () => {
    const { zora } = await enroll();
    const begun = await begin(zora);
    const cut: Database = {
      ...bench.db,
      async query(text, values) {
        if (text.startsWith('update erasures set stage')) throw new Error('killed');
        return bench.db.query(text, values);
      },
    };
    let kills = 0;
    for (let stage: string | null = ''; stage !== null; ) {
      await expect(carryOnErasure(erasing({ db: cut }))).rejects.toThrow('killed');
      kills += 1;
      await expire();
      await carryOnErasure(erasing());
      stage = (await readErasure(bench.db, begun?.id ?? ''))?.stage ?? null;
    }
    expect(kills).toBeGreaterThanOrEqual(7);
    const { receipt } = (await readErasure(bench.db, begun?.id ?? '')) ?? {};
    expect(receipt).toMatchObject({ erased: expect.arrayContaining([{ what: 'leads', count: 1 }]) });
    await nothingIsLeft();
  });

  it('is taken over as soon as it gives no sign of life, and not before', async () => {
    const { zora } = await enroll();
    await begin(zora);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const workflows = {
      async erase() {
        await held;
        return 'gone' as const;
      },
    };
    const due = async () =>
      (await bench.db.query<{ at: string }>(`select wall_due_at::text as at from erasures where finished_at is null`))
        .rows[0]?.at;
    let signs = 0;
    const beating: Database = {
      ...bench.db,
      async query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]) {
        const result = await bench.db.query<Row>(text, values);
        if (text.startsWith('update erasures set wall_due_at')) signs += 1;
        return result;
      },
    };
    const working = carryOnErasure(erasing({ db: beating, workflows, lease_ms: 2000 }));
    const first = await eventually(async () => {
      const at = await due();
      expect(at).toBeDefined();
      return at;
    });
    await eventually(async () => expect(await due()).not.toBe(first));
    expect(await carryOnErasure(erasing())).toBe(false);
    // Now it is taken for dead, unless it just gives a sign of life; what it still says afterwards is not heard.
    await eventually(async () => {
      await expire();
      expect(await carryOnErasure(erasing())).toBe(true);
    });
    const heard = signs;
    await eventually(() => expect(signs).toBeGreaterThan(heard + 1));
    const next = await bench.db.query('select wall_due_at <= now() as due from erasures where finished_at is null');
    expect(next.rows).toEqual([{ due: true }]);
    await nothingIsLeft();
    release();
    expect(await working).toBe(true);
    const { rows } = await bench.db.query(
      'select stage, sealed_names from erasures where stage is not null or sealed_names is not null',
    );
    expect(rows).toEqual([]);
  });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { performAnswer } from '../../activities/answers/perform-answer.ts';
import { LaneFull } from '../../activities/call/account-lanes.ts';
import { createPerform } from '../../activities/perform.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import { withdrawAnswer } from '../../src/runtime/answers/withdraw-answer.ts';
import { writeAnswer } from '../../src/runtime/answers/write-answer.ts';
import { controlEnrollment } from '../../src/runtime/control/control-enrollment.ts';
import { beginJob, carryOnJob } from '../../src/runtime/control/job.ts';
import { changePause } from '../../src/runtime/control/pause.ts';
import { readThreadWith } from '../../src/runtime/conversations/thread.ts';
import { createBeginning } from '../../src/runtime/enroll/admission/begin-waiting.ts';
import { createCampaign } from '../../src/runtime/enroll/campaign/create-campaign.ts';
import { type ImportDeps, importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { enrollBatch } from '../../src/runtime/enroll/enroll-batch.ts';
import { suppress } from '../../src/runtime/enroll/suppress.ts';
import { beginErasure } from '../../src/runtime/erasure/begin-erasure.ts';
import { carryOnErasure } from '../../src/runtime/erasure/carry-on-erasure.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { unsubscribe } from '../../src/runtime/events/reactions/unsubscribe.ts';
import { createAccountCalendars } from '../../src/runtime/slots/account-calendars.ts';
import { endCreditShortage, noteCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { listDueAnswers } from '../../src/runtime/store/answers/find-answer.ts';
import { listCampaignIds } from '../../src/runtime/store/campaigns/list-campaigns.ts';
import { findMiscounted } from '../../src/runtime/store/campaigns/recount-campaign.ts';
import type { PauseScope } from '../../src/runtime/store/control/pauses.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { deleteSuppression } from '../../src/runtime/store/suppressions/delete-suppression.ts';
import { decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { databaseOver } from '../../src/shared/postgres/open-database.ts';
import { ask, type Bench, INVITE, MESSAGE, openBench, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { erasingOf } from '../erasure/fixtures.ts';
import { accepted, envelope, message } from '../events/fixtures.ts';
import { createRandom } from '../faults/random.ts';
import { createLockWitness } from '../support/locks/lock-witness.ts';
import { readDeadlocks } from '../support/read-deadlocks.ts';

const TRANSACTIONS = 1000;
const AT_ONCE = 20;
const PEOPLE = 24;
/** Share of people who are erased where it is tried: whoever is meets nobody any more until they are taken off the list. */
const ERASED = Number(process.env.MIXED_ERASED ?? 0.3);
const SEED = Number(process.env.MIXED_SEED ?? 1);

let bench: Bench;
let db: Database;
const witness = createLockWitness();
let open = true;
beforeAll(async () => {
  bench = await openBench();
  const pool = new pg.Pool({ connectionString: bench.url, max: AT_ONCE });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  db = databaseOver(witness.watch(pool));
  await bench.account('acc_anna');
  await bench.account('acc_ben');
});
afterAll(async () => {
  if (open) await db.close();
  await bench.close();
});

const random = createRandom(SEED);
const slug = (n: number) => `https://professional.example/in/person-${n}`;
const id = (n: number) => `https://professional.example/in/ACoAAB${String(n).padStart(12, 'x')}`;
const company = () => random.pick(['Acme', 'Initech', 'Umbrella']);
const anyone = () => random.whole(1, PEOPLE);

/** People of three companies, by any of their names: everything meets everything. */
const lead = (n: number) => ({
  ...{ first_name: `P${n}`, company: company(), profile_url: random.pick([slug(n), id(n)]) },
  ...(random.next() < 0.5 ? { email: `p${n}@acme.example` } : {}),
});

async function enrollments(count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from enrollments where started_at is not null and status <> 'finished' order by hashtext(id || $1) limit $2`,
    [String(random.next()), count],
  );
  return rows.map((row) => row.id);
}

/** Says yes, is not heard, or asks to slow down: so that doubts and holds are stored beside what is done. */
const unsure = ({ perform, listLogs }: StepClient): StepClient => ({
  listLogs,
  async perform(definition, call) {
    const luck = random.next();
    if (luck < 0.25) return { kind: 'unknown', reason: 'cut off' };
    if (luck > 0.35) return perform(definition, call);
    const refusal = { code: 'RATE_LIMITED', sub_code: null, message: 'slow down', credits: 0 } as const;
    return { kind: 'refused', status: 429, ...refusal, retry_after_ms: 5 };
  },
});

/** A job whose candidates are some of these people. */
const candidates: ImportDeps['v2'] = {
  call: async (_, action) => {
    if (action === 'get_posts') return { kind: 'success', data: { posts: [{ title: 'Engineer' }] } };
    const people = Array.from({ length: 10 }, () => ({ ...lead(anyone()), application_id: String(random.next()) }));
    return { kind: 'success', data: { candidates: people, pagination: { next_offset: null } } };
  },
};

const describeFailure = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

async function happens(...events: Record<string, unknown>[]): Promise<void> {
  for (const event of events) {
    await db.query(
      `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
       values ($1, $2, 'professional', $3, $4, now(), now(), 'pending') on conflict do nothing`,
      [event.event_id, event.account_id, (event.event as { type: string }).type, JSON.stringify(event)],
    );
  }
}

describe(`${TRANSACTIONS} transactions of all kinds against each other`, () => {
  it('end without one deadlock, and none is lost', { timeout: 300_000 }, async () => {
    const rules = {
      enroll: { again: { after: 1 }, active_elsewhere: true, contacted_within: null, per_company: 5 },
    } as const;
    const counted = await bench.sequence([VISIT, INVITE, MESSAGE], {
      ...rules,
      senders: { professional: ['acc_anna', 'acc_ben'] },
      limits: { visit: [{ count: 9, per: 'day' }] },
      stop_on: ['reply', 'company_reply'],
    });
    const plain = await bench.sequence([VISIT], {
      senders: { professional: ['acc_anna', 'acc_ben'] },
      enroll: { again: { after: 1 }, active_elsewhere: false, contacted_within: null, per_company: null },
    });
    const clock = bench.clock;
    const deps = { db, clock, profiles: [], findPlan: createPlanCache(), calendars: createAccountCalendars() };
    const perform = createPerform({ ...bench.deps(unsure(createCountingClient().client)), db });
    // Doubts of answers are looked up at once.
    const sending = { ...bench.deps(unsure(createCountingClient().client), { proof_after_ms: 0 }), db };
    const unlessLaneIsFull = (error: unknown): void => {
      if (!(error instanceof LaneFull)) throw error;
    };
    const begin = createBeginning(deps);
    const erasing = erasingOf({ db, clock });
    // Texts, so that a failure shows them all; once each, since an erasure says its error until it is tried again.
    const failed = new Set<string>();
    const onError = (error: unknown) => void failed.add(describeFailure(error));
    const toWhom = async () => {
      const { rows } = await db.query<{ id: string }>(
        `select id from leads where merged_into is null order by hashtext(id || $1) limit 1`,
        [String(random.next())],
      );
      return rows.map((row) => row.id);
    };
    const kinds: Record<string, () => Promise<unknown>> = {
      write: async () => {
        for (const lead_id of await toWhom()) {
          const { messages, open: unsent } = await readThreadWith(db, lead_id, null);
          await writeAnswer(deps, {
            conversation: { id: `cnv_${lead_id}`, lead_id, account_id: random.pick(['acc_anna', 'acc_ben']) },
            ...{
              request_key: String(random.next()),
              by: { id: 'key_anna', name: 'Anna', within: null },
              text: 'Gladly',
            },
            ...{ subject: null, attachments: [], send_after: 0, confirm: [] },
            last_seen: unsent.at(-1)?.id ?? messages.at(-1)?.id ?? null,
            sequences: random.pick(['pause', 'continue'] as const),
          });
        }
      },
      send: async () => {
        const due = await listDueAnswers(db, new Date(clock.now()), 4);
        for (const { id: one } of due) await performAnswer(sending, one).catch(unlessLaneIsFull);
      },
      take_back: async () => {
        const { rows } = await db.query<{ id: string }>(
          `select id from answers where state = 'waiting' order by hashtext(id || $1) limit 1`,
          [String(random.next())],
        );
        for (const row of rows) await withdrawAnswer(deps, row.id);
      },
      enroll: () =>
        enrollBatch(deps, {
          sequence: random.pick([counted.sequence, plain.sequence]),
          leads: [anyone(), anyone(), anyone(), anyone()].map(lead),
        }),
      begin: () => begin(),
      perform: async () => {
        for (const one of await enrollments(2)) await perform(ask({ id: one, lead_id: '' }, 'visit'));
      },
      reply: () =>
        happens(
          message(
            random.pick([slug(anyone()), id(anyone())]),
            random.next() < 0.3 ? { message_text: 'Please stop writing to me' } : {},
          ),
        ),
      accept: () => happens(accepted({ profile_url: id(anyone()), public_identifier: `person-${anyone()}` })),
      disconnect: () => happens(envelope('disconnection', { reason: 'signed out' })),
      dispatch: () => dispatchEvents({ db, clock, onError }),
      merge: () => mergePeople({ db, clock, onError }),
      learn: async () => {
        const { rows } = await db.query<{ id: string }>(
          'select id from leads where merged_into is null order by random() limit 1',
        );
        const names = [slug(anyone()), id(anyone())].map(profileIdentity).filter((name) => name !== null);
        if (rows[0]) await learnIdentities(db, rows[0].id, names);
      },
      suppress: () =>
        suppress(deps, [
          { name: { kind: 'email', value: `p${anyone()}@acme.example` }, reason: 'asked' },
          {
            name: random.pick([
              { kind: 'company', value: 'nobody' },
              { kind: 'domain', value: 'nowhere.example' },
            ]),
            reason: 'asked',
          },
        ]),
      unsubscribe: async () => {
        for (const one of await enrollments(1)) await unsubscribe({ db, clock }, one);
      },
      hold: async () => {
        const [scope, target] = random.pick<[PauseScope, string]>([
          ['all', ''],
          ['account', 'acc_anna'],
          ['sequence', counted.sequence],
        ]);
        await changePause(
          { db, clock, lease_ms: 2000 },
          { scope, target, action: random.pick(['pause', 'resume'] as const), note: null },
        );
      },
      job: async () => {
        const action = random.pick(['pause', 'resume', 'skip', 'stop'] as const);
        await beginJob(deps, {
          action,
          filter: { sequence: random.pick([counted.sequence, plain.sequence]) },
          note: null,
        });
      },
      carry_on: () => carryOnJob(deps),
      control: async () => {
        const action = random.pick(['pause', 'resume', 'skip', 'retry', 'reschedule'] as const);
        const more = { note: null, event_id: `act_${random.next()}`, until: clock.now() + 60_000 };
        for (const one of await enrollments(1))
          await db.transaction((tx) => controlEnrollment(deps, tx, { id: one, action, ...more }));
      },
      decide: async () => {
        const { rows } = await db.query<{ id: string }>(
          `select id from tasks where status = 'open' and kind = 'unknown_outcome' order by random() limit 1`,
        );
        const decision = random.pick(['sent', 'not_sent'] as const);
        for (const task of rows) {
          await decideUnknownOutcome(db, { id: task.id, decision, note: null, at: new Date(clock.now()) });
        }
      },
      import: async () => {
        const name = `mixed ${random.next()}`;
        const all = { ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED', 'NOT_A_FIT'] as const, include_rejected: true };
        const source = { candidates: { account_id: 'acc_anna', job_id: name, ...all, ratings: [...all.ratings] } };
        const created = await createCampaign(deps, { name, sequence: counted.sequence, source });
        if (created.kind === 'refused') throw new Error(created.message);
        await importPage({ ...deps, v2: candidates })({ campaign_id: created.campaign.id, offset: 0 });
      },
      erase_person: async () => {
        const { rows } = await db.query<{ id: string }>(
          'select id from leads where merged_into is null order by random() limit 1',
        );
        for (const { id } of rows)
          if (random.next() < ERASED) await beginErasure({ ...deps, secrets: erasing.secrets }, id);
        for (let part = 0; part < 3; part++) await carryOnErasure(erasing);
        const { rows: stuck } = await db.query<{ id: string; last_error: string }>(
          'select id, last_error from erasures where last_error is not null',
        );
        for (const { id, last_error } of stuck) failed.add(`${id}: ${last_error}`);
      },
      unlist: async () => {
        const { rows } = await db.query<{ id: string }>('select id from suppressions order by random() limit 1');
        for (const row of rows) await db.transaction((tx) => deleteSuppression(tx, row.id));
      },
      account: async () => {
        const seen = {
          platform: 'professional',
          name: 'Anna',
          email: null,
          country: 'FR',
          products: ['classic'],
        } as const;
        const status = random.pick(['connected', 'connected', 'inactive'] as const);
        const account = { ...seen, id: random.pick(['acc_anna', 'acc_ben']), daily_limit: null, status };
        await saveAccount(db, { ...account, products: [...seen.products] }, new Date(clock.now()));
      },
      credits: async () => {
        const at = new Date(clock.now());
        await db.transaction((tx) =>
          noteCreditShortage(tx, { needed: 1, reason: 'none left', at, wall_now: Date.now() }),
        );
        await db.transaction((tx) => endCreditShortage(tx, true, at));
      },
    };
    const names = Object.keys(kinds);
    // What is done often: the rest would stop everybody before they meet.
    const often = [
      'import',
      'import',
      'enroll',
      'enroll',
      'begin',
      'perform',
      'perform',
      'reply',
      'dispatch',
      'dispatch',
      'merge',
      'learn',
      'carry_on',
    ];
    let left = TRANSACTIONS;
    const work = async () => {
      while (left-- > 0)
        await kinds[random.pick([...names, ...often, ...often] as [string, ...string[]])]?.().catch(onError);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await db.close();
    open = false;
    const { rows } = await bench.db.query<{ deadlocks: string; commits: string }>(
      'select deadlocks, xact_commit as commits from pg_stat_database where datname = current_database()',
    );
    const errors = [...failed];
    const waited = errors.length > 0 || rows[0]?.deadlocks !== '0' ? await readDeadlocks(bench.db) : [];
    expect({ errors, deadlocks: rows[0]?.deadlocks, waited }).toEqual({ errors: [], deadlocks: '0', waited: [] });
    expect([...witness.complaints]).toEqual([]);
    expect(witness.judged).toBeGreaterThan(TRANSACTIONS);
    expect(Number(rows[0]?.commits)).toBeGreaterThan(TRANSACTIONS);
    const campaigns = await listCampaignIds(bench.db, { tallied: true });
    for (const one of campaigns) expect(await findMiscounted(bench.db, one)).toEqual([]);
    const kept = await bench.db.query(`select distinct what from campaign_tallies where amount <> 0 order by what`);
    // What else is counted is left to chance.
    expect(kept.rows.map(({ what }) => what)).toContain('enrolled');
  });
});

import { pino } from 'pino';
import { type TakenSlot, takeSlot } from '../../activities/admit/take-slot.ts';
import { createStepDeps } from '../../activities/create-activities.ts';
import type { StepDeps } from '../../activities/deps.ts';
import type { SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import type { NetworkProfile } from '../../src/core/calendar/network-profile.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { stepKey } from '../../src/runtime/slots/account-calendars.ts';
import { rulesOf } from '../../src/runtime/slots/account-rules.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { createClock, type SettableClock } from '../../src/shared/kit/clock.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Wednesday. */
export const NOON = Date.parse('2026-03-04T12:00:00Z');

export const PLAN: Plan = {
  format: 1,
  sequence: 's',
  senders: {},
  schedule: { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: null },
  limits: { invite: [{ count: 2, per: 'day' }] },
  stop_on: ['reply'],
  vars: {},
  needs: [],
  start: 'end',
  nodes: { end: { kind: 'end', id: 'end', outcome: 'completed' } },
};

export const stepOf = (person: string, node = 'invite') => ({ enrollment_id: person, node, visit: 1 });

/** One worker: a pool of its own, and calendars of its own. */
export interface Booker {
  readonly db: Database;
  readonly deps: StepDeps;
  take(
    person: string,
    more?: Partial<SlotQuestion> & { readonly at?: string; readonly node?: string },
  ): Promise<TakenSlot>;
}

export interface SlotsBench {
  readonly db: Database;
  readonly clock: SettableClock;
  worker(plan?: Plan, profiles?: readonly NetworkProfile[]): Promise<Booker>;
  account(id: string, more?: { platform?: 'professional' | 'email'; daily_limit?: number }): Promise<void>;
  /** People in the plan that was published last: of a campaign, or enrolled by themselves. */
  people(count: number, campaign?: { readonly id: string; readonly weight?: number }): Promise<string[]>;
  close(): Promise<void>;
}

/** On the tests' own server, unless another one is given. */
export async function openSlots(given?: TestDatabase): Promise<SlotsBench> {
  const database = given ?? (await createTestDatabase('engine'));
  const clock = createClock({ wall_origin: Date.now(), world_origin: NOON, speed: 1 });
  const pools: Database[] = [];
  const pool = (): Database => {
    const opened = openDatabase(database.url, { max: 4 });
    pools.push(opened);
    return opened;
  };
  const db = pool();
  let versions = 0;
  let current = PLAN;
  let people = 0;
  const publish = async (plan: Plan): Promise<void> => {
    current = plan;
    await db.query('insert into plans (digest, plan) values ($1, $2) on conflict do nothing', [planDigest(plan), plan]);
    await db.query(`insert into sequences (name, current_version) values ('s', 1) on conflict do nothing`);
    await db.query(
      `insert into sequence_versions (sequence, version, digest, source, created_at) values ('s', $1, $2, '', now())
       on conflict do nothing`,
      [++versions, planDigest(plan)],
    );
  };
  await publish(PLAN);
  return {
    db,
    clock,
    async worker(plan = PLAN, profiles = []) {
      await publish(plan);
      const own = pool();
      const never = () => Promise.reject(new Error('nobody is called'));
      const deps = createStepDeps({
        ...{ db: own, clock, log: pino({ level: 'silent' }), continueIn: never },
        v2: { perform: never, listLogs: never },
        settings: { profiles },
      });
      return {
        db: own,
        deps,
        take: (person, { at = 'acc_anna', node = 'invite', ...more } = {}) =>
          own.transaction(async (tx) => {
            const account = await lockAccount(tx, at);
            if (!account) throw new Error(`no account ${at}`);
            const step = stepOf(person, node);
            const question: SlotQuestion = {
              ...{ step: stepKey(step), sequence: 's', plan, zone: 'UTC', limit_class: 'invite', credits: 0 },
              account: await rulesOf(deps.settings, tx, account, plan),
              ...more,
            };
            return takeSlot(deps, tx, step, question, account);
          }),
      };
    },
    account: (id, { platform = 'professional', daily_limit } = {}) =>
      saveAccount(
        db,
        {
          ...{ id, platform, name: 'Anna', email: null, country: null, products: ['premium_navigator'] },
          ...{ daily_limit: daily_limit ?? null, status: 'connected' },
        },
        new Date(NOON),
      ),
    async people(count, campaign) {
      if (campaign) {
        await db.query(
          `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at, weight)
           values ($1, $1, 's', 1, '{}', $1, 'running', now(), $2) on conflict do nothing`,
          [campaign.id, campaign.weight ?? 1],
        );
      }
      const ids = Array.from({ length: count }, () => `enr_${people++}`);
      await db.query(
        `insert into enrollments (id, sequence, version, digest, senders, status, campaign_id, created_at)
         select id, 's', 1, $2, '{"professional": "acc_anna"}', 'active', $3, now() from unnest($1::text[]) id`,
        [ids, planDigest(current), campaign?.id ?? null],
      );
      return ids;
    },
    async close() {
      for (const opened of pools) await opened.close();
      await database.drop();
    },
  };
}

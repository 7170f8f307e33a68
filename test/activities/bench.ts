import { pino } from 'pino';
import { createActivities, createStepDeps } from '../../activities/create-activities.ts';
import type { StepDeps, StepSettings } from '../../activities/deps.ts';
import type { StepPoint } from '../../activities/step-points.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Activities } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { LeadFields } from '../../src/language/plan/lead.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { VisitNode } from '../../src/language/plan/nodes/visit.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { continueIn } from '../../src/runtime/enroll/continue-in.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { insertEnrollments } from '../../src/runtime/store/enrollments/insert-enrollments.ts';
import { addIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { saveLeads } from '../../src/runtime/store/leads/save-leads.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { type Identity, phoneIdentity, profileIdentity } from '../../src/shared/identity/identity.ts';
import { advanced, createClock, type SettableClock } from '../../src/shared/kit/clock.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase } from '../support/database.ts';

/** Monday morning in Paris. */
export const MONDAY = Date.parse('2026-03-02T08:00:00Z');

export interface EnrolledLead {
  readonly id: string;
  readonly lead_id: string;
}

export interface Bench {
  /** The address of the database. */
  readonly url: string;
  readonly db: Database;
  readonly clock: SettableClock;
  /** Moves the world to `at`; never back. */
  travel(at: number): void;
  account(
    id: string,
    more?: { platform?: 'professional' | 'messenger' | 'email'; products?: string[]; daily_limit?: number },
  ): Promise<void>;
  sequence(nodes: readonly Node[], more?: Partial<Plan>): Promise<Plan>;
  enroll(plan: Plan, lead: LeadFields, senders: Record<string, string>): Promise<EnrolledLead>;
  deps(v2: StepClient, more?: Partial<StepSettings>, reached?: (point: StepPoint) => void | Promise<void>): StepDeps;
  activities(
    v2: StepClient,
    more?: Partial<StepSettings>,
    reached?: (point: StepPoint) => void | Promise<void>,
  ): Activities;
  titles(enrollment: string): Promise<string[]>;
  intent(enrollment: string): Promise<Record<string, unknown> | undefined>;
  slots(): Promise<{ enrollment_id: string; limit_class: string; at: Date; day: string; state: string }[]>;
  close(): Promise<void>;
}

export async function openBench(start = MONDAY): Promise<Bench> {
  const database = await createTestDatabase('engine');
  const db = openDatabase(database.url, { max: 12 });
  const clock = createClock({ wall_origin: Date.now(), world_origin: start, speed: 1 });
  const base = (v2: StepClient, settings: Partial<StepSettings> = {}, reached?: (point: StepPoint) => void) => ({
    db,
    clock,
    v2,
    log: pino({ level: 'silent' }),
    continueIn: continueIn({ db, clock }),
    settings: { proof_after_ms: 0, ...settings },
    unsubscribeUrl: (id: string) => `https://overture.example/u/${id}`,
    ...(reached ? { reached } : {}),
  });
  let sequences = 0;
  return {
    url: database.url,
    db,
    clock,
    travel: (at) => clock.set(advanced(clock.setting(), Date.now(), Math.max(0, at - clock.now()))),
    async account(id, more = {}) {
      const platform = more.platform ?? 'professional';
      await saveAccount(
        db,
        {
          id,
          platform,
          name: 'Anna',
          email: platform === 'email' ? 'anna@mail.example' : null,
          country: 'FR',
          products: more.products ?? ['classic', 'premium_navigator'],
          daily_limit: more.daily_limit ?? null,
          status: 'connected',
        },
        new Date(clock.now()),
      );
    },
    async sequence(nodes, more = {}) {
      const plan: Plan = {
        format: 1,
        sequence: `sequence-${++sequences}`,
        senders: {},
        schedule: { timezone: 'Europe/Paris', fallback_timezone: 'Europe/Paris', hours: null, spacing: null },
        limits: {},
        stop_on: ['reply'],
        vars: {},
        needs: [],
        start: nodes[0]?.id ?? 'end',
        nodes: Object.fromEntries([...nodes, END].map((node) => [node.id, node])),
        ...more,
      };
      const version = { name: plan.sequence, digest: planDigest(plan), plan, source: '', at: new Date(clock.now()) };
      await saveSequenceVersion(db, version);
      return plan;
    },
    async enroll(plan, lead, senders) {
      const at = new Date(clock.now());
      const ids = { id: newId('enr'), lead_id: newId('lead') };
      await db.transaction(async (tx) => {
        await saveLeads(tx, [{ id: ids.lead_id, fields: lead }], at);
        const identities: Identity[] = [
          lead.profile_url ? profileIdentity(lead.profile_url) : null,
          lead.email ? { kind: 'email' as const, value: lead.email } : null,
          lead.phone_number ? phoneIdentity(lead.phone_number) : null,
        ].filter((identity) => identity !== null);
        await addIdentities(tx, ids.lead_id, identities);
        const enrollment = { ...ids, sequence: plan.sequence, version: 1, digest: planDigest(plan), senders, vars: {} };
        await insertEnrollments(tx, [{ ...enrollment, campaign_id: null, created_at: at, started_at: at }]);
      });
      return ids;
    },
    deps: (v2, more, reached) => createStepDeps(base(v2, more, reached)),
    activities: (v2, more, reached) =>
      createActivities({ ...base(v2, more, reached), importPage: async () => ({ next_offset: null }) }),
    async titles(enrollment) {
      const { rows } = await db.query<{ title: string }>(
        'select title from timeline where enrollment_id = $1 order by id',
        [enrollment],
      );
      return rows.map(({ title }) => title);
    },
    async intent(enrollment) {
      const { rows } = await db.query('select * from intents where enrollment_id = $1', [enrollment]);
      return rows[0];
    },
    async slots() {
      const { rows } = await db.query<{
        enrollment_id: string;
        limit_class: string;
        at: Date;
        day: string;
        state: string;
      }>('select enrollment_id, limit_class, at, local_day::text as day, state from slots order by at, id');
      return rows;
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

const common = { on_error: { do: 'stop' }, next: 'end' } as const;
const END: Node = { kind: 'end', id: 'end', outcome: 'completed' };
export const VISIT: VisitNode = { ...common, kind: 'visit', id: 'visit' };
export const INVITE: Node = { ...common, kind: 'invite', id: 'invite', note: 'Hi {{ first_name }}' };
export const MESSAGE: Node = {
  ...common,
  kind: 'message',
  id: 'message',
  channel: 'professional',
  text: 'Dear {{ first_name }}, shall we talk?',
};
export const INMAIL: Node = {
  ...common,
  kind: 'inmail',
  id: 'inmail',
  subject: 'A job',
  text: 'Dear {{ first_name }}',
};
export const EMAIL: Node = {
  ...common,
  kind: 'email',
  id: 'email',
  subject: 'A job',
  text: 'Dear {{ first_name }}',
  thread: false,
  unsubscribe: true,
};
export const WITHDRAW: Node = { ...common, kind: 'withdraw', id: 'withdraw' };
export const ENRICH: Node = { ...common, kind: 'enrich', id: 'enrich', what: 'email' };

export const ask = (enrollment: EnrolledLead, node: string, attempt = 0, visit = 1) => ({
  enrollment_id: enrollment.id,
  node,
  visit,
  attempt,
});

/** Asks until the step has its answer, going on in time as the workflow would. */
export async function carryThrough(
  bench: Bench,
  activities: Activities,
  enrollment: EnrolledLead,
  node: string,
  visit = 1,
): Promise<PerformResult> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const result = await activities.perform(ask(enrollment, node, attempt, visit));
    if (result.status !== 'deferred') return result;
    bench.travel(result.until);
  }
  throw new Error('the step is deferred for ever');
}

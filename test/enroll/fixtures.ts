import { planDigest } from '../../src/language/plan/digest.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase } from '../support/database.ts';

export interface Bench {
  readonly db: Database;
  readonly url: string;
  readonly clock: ReturnType<typeof createClock>;
  close(): Promise<void>;
}

/** A database with one professional account and one mailbox. */
export async function openBench(): Promise<Bench> {
  const database = await createTestDatabase('engine');
  const db = openDatabase(database.url);
  await addAccount(db, 'acc_anna', 'professional');
  await addAccount(db, 'acc_mail', 'email');
  return {
    ...{ db, url: database.url },
    clock: createClock(),
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

export async function addAccount(db: Database, id: string, platform: 'professional' | 'email' | 'messenger') {
  await saveAccount(
    db,
    { id, platform, name: id, email: null, country: 'FR', products: [], daily_limit: null, status: 'connected' },
    new Date(),
  );
}

const common = { on_error: { do: 'stop' } } as const;

export const NODES: Record<string, Node> = {
  visit: { ...common, kind: 'visit', id: 'visit', next: 'invite' },
  invite: { ...common, kind: 'invite', id: 'invite', next: 'answer' },
  answer: {
    ...common,
    kind: 'wait_for',
    id: 'answer',
    event: 'reply',
    within: 1000,
    next: 'end',
    // biome-ignore lint/suspicious/noThenProperty: the edge of a plan's node.
    then: 'end',
    else: 'end',
  },
  end: { kind: 'end', id: 'end', outcome: 'completed' },
};

function planOf(sequence: string, more: Partial<Plan> = {}): Plan {
  return {
    format: 1,
    sequence,
    senders: {},
    schedule: { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: null },
    limits: {},
    stop_on: ['reply', 'unsubscribe', 'bounce'],
    vars: {},
    needs: ['first_name'],
    start: 'visit',
    nodes: NODES,
    ...more,
  };
}

export async function addSequence(db: Database, sequence: string, more: Partial<Plan> = {}): Promise<Plan> {
  const plan = planOf(sequence, more);
  await saveSequenceVersion(db, {
    name: sequence,
    digest: planDigest(plan),
    plan,
    source: `sequence: ${sequence}`,
    at: new Date(),
  });
  return plan;
}

export const ada = (more: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  profile_url: 'https://professional.example/in/ada-lovelace',
  ...more,
});

import { planDigest } from '../../src/plan/digest.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { type ConnectionPool, databaseOver } from '../../src/postgres/database.ts';
import { saveSubscription } from '../../src/store/events/subscription.ts';
import { saveSequenceVersion } from '../../src/store/sequences/save-sequence-version.ts';
import { SECRET } from './engine-process.ts';
import type { ServiceAccount } from './service-actions.ts';
import type { TestDatabase } from './test-database.ts';
import { START } from './write-script.ts';

/** What is there before anybody is enrolled. */
export async function prepareTables(
  { admin }: TestDatabase,
  accounts: readonly ServiceAccount[],
  plan: Plan,
): Promise<void> {
  const at = new Date(START);
  const release = (): void => undefined;
  const pool = {
    query: admin.query.bind(admin),
    connect: async () => ({ query: admin.query.bind(admin), release }),
    end: async () => undefined,
  };
  const db = databaseOver(pool as unknown as ConnectionPool);
  await saveSequenceVersion(db, { name: plan.sequence, digest: planDigest(plan), plan, source: '', at });
  for (const { id, platform } of accounts) {
    await db.query(
      `insert into accounts (id, platform, name, email, country, products, daily_limit, status, updated_at)
       values ($1, $2, 'Anna', $3, 'FR', $4, null, 'connected', $5)`,
      [id, platform, platform === 'email' ? 'anna@mail.example' : null, ['classic', 'premium_navigator'], at],
    );
    await saveSubscription(db, {
      ...{ id: `sub_${id}`, account_id: id, webhook_id: `whk_${id}`, secret: SECRET, url: 'http://here.example', at },
    });
  }
}

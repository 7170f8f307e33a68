import { planDigest } from '../../src/language/plan/digest.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { saveSubscription } from '../../src/runtime/store/events/subscription.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { type ConnectionPool, databaseOver } from '../../src/shared/postgres/open-database.ts';
import { SECRET } from './engine-process.ts';
import type { ServiceAccount } from './service-actions.ts';
import type { TestDatabase } from './test-database.ts';
import { START } from './write-script.ts';

/** Writes the rows that are there before anybody is enrolled. */
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
  // One connection: they are carried out in this order, and nobody waits for each.
  await Promise.all([
    saveSequenceVersion(db, { name: plan.sequence, digest: planDigest(plan), plan, source: '', at }),
    db.query(
      `insert into accounts (id, platform, name, email, country, products, daily_limit, status, updated_at)
       select id, platform, 'Anna', case platform when 'email' then 'anna@mail.example' end, 'FR', $3, null, 'connected', $4
         from unnest($1::text[], $2::text[]) as given (id, platform)`,
      [accounts.map(({ id }) => id), accounts.map(({ platform }) => platform), ['classic', 'premium_navigator'], at],
    ),
    ...accounts.map(({ id }) =>
      saveSubscription(db, {
        ...{ id: `sub_${id}`, account_id: id, webhook_id: `whk_${id}`, secret: SECRET, url: 'http://here.example', at },
      }),
    ),
  ]);
}

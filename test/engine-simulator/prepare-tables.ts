import { planDigest } from '../../src/language/plan/digest.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { SECRET } from './engine-process.ts';
import type { ServiceAccount } from './service-actions.ts';
import type { TestDatabase } from './test-database.ts';
import { START } from './write-script.ts';

/** As the engine writes them in some twenty statements when a sequence is published and accounts are connected (`prepare-tables.test.ts`). */
const ROWS = `
  with connected as (
    insert into accounts (id, platform, name, email, country, products, daily_limit, status, updated_at)
    select id, platform, 'Anna', case platform when 'email' then 'anna@mail.example' end, 'FR', $3, null, 'connected', $4
      from unnest($1::text[], $2::text[]) as given (id, platform)),
  subscribed as (
    insert into subscriptions (id, account_id, webhook_id, secret, url, created_at, mode)
    select 'sub_' || id, id, 'whk_' || id, $5, 'http://here.example', $4, 'custom' from unnest($1::text[]) as id),
  compiled as (insert into plans (digest, plan) values ($6, $7)),
  named as (insert into sequences (name, current_version, kept_by) values ($8, 1, 'file')),
  versioned as (insert into sequence_versions (sequence, version, digest, source, created_at) values ($8, 1, $6, '', $4)),
  published as (insert into current_versions (sequence, version, at) values ($8, 1, $4))
  insert into announcements (type, at, detail) values ('sequence.published', $4, $9)`;

const PRODUCTS = ['classic', 'premium_navigator'];

/** Writes the rows that are there before anybody is enrolled. */
export async function prepareTables(
  { admin }: Pick<TestDatabase, 'admin'>,
  accounts: readonly ServiceAccount[],
  plan: Plan,
): Promise<void> {
  const { sequence } = plan;
  await admin.query({
    ...{ name: 'prepare', text: ROWS },
    values: [
      ...[accounts.map(({ id }) => id), accounts.map(({ platform }) => platform), PRODUCTS, new Date(START), SECRET],
      ...[planDigest(plan), JSON.stringify(plan), sequence],
      JSON.stringify({ sequence, version: 1, rolled_back: false }),
    ],
  });
}

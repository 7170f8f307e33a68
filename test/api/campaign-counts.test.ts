import { afterAll, beforeAll, expect, it } from 'vitest';
import { countCampaign } from '../../src/runtime/store/campaigns/count-campaign.ts';
import { countCampaignActions } from '../../src/runtime/store/campaigns/count-campaign-actions.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPlayedCampaign, type Played } from './played-campaign.ts';

const PEOPLE = 1200;
let api: ApiBench;
let played: Played;
beforeAll(async () => {
  api = await openApi();
  played = await addPlayedCampaign(api, { people: PEOPLE });
});
afterAll(() => api.close());

/** Collects what some work sends to Postgres. */
async function statementsOf(work: (db: Queryable) => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  await work({
    query: (text, values) => {
      statements.push(text);
      return api.db.query(text, values);
    },
  });
  return statements;
}

const campaign = (actions_tallied: boolean) => ({ id: played.id, actions_tallied });

it('counts what was done to the people of a campaign that was there before, without a look at each call', async () => {
  await api.db.query('vacuum analyze intents');
  await api.db.query('vacuum analyze enrollments');
  const [statement = ''] = await statementsOf((db) => countCampaignActions(db, campaign(false)));
  const { rows } = await api.db.transaction(async (tx) => {
    // So few rows are read as fast in any way.
    await tx.query('set local enable_seqscan = off');
    await tx.query('set local enable_bitmapscan = off');
    return tx.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [played.id]);
  });
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on intents '));
  expect(scans).toEqual([expect.stringContaining('Index Only Scan using intents_done_at on intents')]);
});

it('counts who is under way without a look at their rows', async () => {
  await api.db.query('vacuum analyze enrollments');
  const statements = await statementsOf((db) => countCampaign(db, played.id));
  const [statement = ''] = statements.filter((text) => text.includes('e.node'));
  const { rows } = await api.db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    await tx.query('set local enable_bitmapscan = off');
    return tx.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [played.id]);
  });
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on enrollments '));
  expect(scans).toEqual([expect.stringContaining('Index Only Scan using enrollments_standing on enrollments')]);
});

it('counts people, not calls', async () => {
  await api.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
     values ('again', $1, 'again', 1, 'acc_anna', 'professional', 'send', 'message', 'done', '{}', now())`,
    [played.enrollment(2)],
  );
  for (const tallied of [true, false])
    expect(await countCampaignActions(api.db, campaign(tallied))).toEqual({
      ...{ visited: 0, invited: (PEOPLE * 11) / 12, accepted: (PEOPLE * 5) / 12, messaged: (PEOPLE * 5) / 12 },
      ...{ inmailed: PEOPLE / 12, emailed: 0, replied: PEOPLE / 4 },
    });
});

it('counts nothing for fields that say nothing of it, and the same as always for those that do', async () => {
  const { items } = (await api.call('GET', '/api/campaigns')).body;
  const [{ id, status, counts }] = items;
  const asked = async (fields: string) => (await api.call('GET', `/api/campaigns?fields=${fields}`)).body.items;
  expect(await asked('id,status')).toEqual([{ id, status }]);
  expect(await asked('counts')).toEqual([{ counts }]);
  expect(counts.actions.replied).toBe(PEOPLE / 4);
});

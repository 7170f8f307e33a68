import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countCampaignActions } from '../../src/runtime/store/campaigns/count-campaign-actions.ts';
import { readCampaign } from '../../src/runtime/store/campaigns/read-campaign.ts';
import { findMiscounted, recountCampaign, recountNext } from '../../src/runtime/store/campaigns/recount-campaign.ts';
import { reopen } from '../../src/runtime/store/control/restart.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { addSequence, type Bench, openBench } from '../enroll/fixtures.ts';

const CAMPAIGN = 'cmp_tallied';
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await addCampaign(CAMPAIGN);
});
afterAll(() => bench.close());

const addCampaign = (id: string) =>
  bench.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ($1, $1, 'hello', 1, '{}', $1, 'running', now())`,
    [id],
  );

/** Somebody who has begun, unless it is said otherwise. */
async function person(id: string, campaign = CAMPAIGN, started = 'now()'): Promise<string> {
  await bench.db.query(`insert into leads (id, created_at, updated_at) values ($1, now(), now())`, [`lead_${id}`]);
  await bench.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, status, created_at, started_at)
     select $1, 'hello', 1, digest, $2, $3, '{}', 'active', now(), ${started} from sequence_versions where sequence = 'hello'`,
    [id, `lead_${id}`, campaign],
  );
  await bench.db.query(`insert into campaign_tallies (campaign_id, what, amount) values ($1, 'enrolled', 1)`, [
    campaign,
  ]);
  return id;
}

/** `state`: as it is written. */
const calls = (of: readonly (readonly [enrollment: string, node: string, limit_class: string])[], state = 'sent') =>
  bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
     select e || '/' || n || '/1', e, n, 1, 'acc_anna', 'professional', 'send', c, $4, '{}', now()
       from unnest($1::text[], $2::text[], $3::text[]) as call (e, n, c)`,
    [of.map(([one]) => one), of.map(([, node]) => node), of.map(([, , limit_class]) => limit_class), state],
  );

const settle = (state: string, ...keys: readonly string[]) =>
  bench.db.query('update intents set state = $1 where key = any($2)', [state, keys]);

async function actions(campaign = CAMPAIGN) {
  const row = await readCampaign(bench.db, { id: campaign });
  if (row === null) throw new Error('the campaign is gone');
  // Those that were kept, and those that are counted anew.
  const kept = await countCampaignActions(bench.db, row);
  expect(await countCampaignActions(bench.db, { ...row, actions_tallied: false })).toEqual(kept);
  expect(await findMiscounted(bench.db, campaign)).toEqual([]);
  return Object.fromEntries(Object.entries(kept).filter(([, people]) => people > 0));
}

describe('the numbers of a campaign that are counted as it happens', () => {
  it('have a person once for each class of calls, however many of them are done and in whichever statements', async () => {
    const [one, other] = [await person('enr_1'), await person('enr_2')];
    await calls([
      [one, 'first', 'message'],
      [one, 'second', 'message'],
      [one, 'invite', 'invite'],
      [other, 'first', 'message'],
    ]);
    expect(await actions()).toEqual({});
    await settle('done', `${one}/first/1`);
    expect(await actions()).toEqual({ messaged: 1 });
    await settle('done', `${one}/second/1`);
    expect(await actions()).toEqual({ messaged: 1 });
    await settle('done', `${one}/invite/1`, `${other}/first/1`);
    expect(await actions()).toEqual({ messaged: 2, invited: 1 });
    const third = await person('enr_3');
    await calls([
      [third, 'first', 'message'],
      [third, 'second', 'message'],
    ]);
    await settle('done', `${third}/first/1`, `${third}/second/1`);
    expect(await actions()).toEqual({ messaged: 3, invited: 1 });
  });

  it('have nobody any more whose only call is in doubt again', async () => {
    await settle('unknown', 'enr_1/first/1');
    expect(await actions()).toEqual({ messaged: 3, invited: 1 });
    await settle('unknown', 'enr_1/second/1', 'enr_1/invite/1');
    expect(await actions()).toEqual({ messaged: 2 });
    await settle('done', 'enr_1/second/1', 'enr_1/invite/1');
    expect(await actions()).toEqual({ messaged: 3, invited: 1 });
  });

  it('have calls that are written as done, and none of reads or of people outside of campaigns', async () => {
    const one = await person('enr_4');
    await calls(
      [
        [one, 'mail', 'email'],
        [one, 'again', 'email'],
        [one, 'look', 'read'],
      ],
      'done',
    );
    await calls([[one, 'third', 'email']], 'done');
    expect(await actions()).toEqual({ messaged: 3, invited: 1, emailed: 1 });
    await bench.db.query(`update enrollments set campaign_id = null where id = 'enr_4'`);
    await calls([[one, 'visit', 'visit']], 'done');
    await bench.db.query(`update enrollments set campaign_id = $1 where id = 'enr_4'`, [CAMPAIGN]);
    expect(await findMiscounted(bench.db, CAMPAIGN)).toEqual([
      { campaign_id: CAMPAIGN, what: 'acted', name: 'visit', missing: 1 },
    ]);
  });

  it('are mended by counting, once, and by whoever counts beside it', async () => {
    await bench.db.query(
      `insert into campaign_tallies (campaign_id, what, name, amount) values ($1, 'replied', '', 5)`,
      [CAMPAIGN],
    );
    const found = await Promise.all([recountCampaign(bench.db, CAMPAIGN), recountCampaign(bench.db, CAMPAIGN)]);
    expect(found.flat()).toEqual([
      { campaign_id: CAMPAIGN, what: 'acted', name: 'visit', missing: 1 },
      { campaign_id: CAMPAIGN, what: 'replied', name: '', missing: -5 },
    ]);
    expect(await actions()).toEqual({ messaged: 3, invited: 1, emailed: 1, visited: 1 });
  });

  it('have who accepts once they have begun, and who replies at once', async () => {
    await person('enr_5', CAMPAIGN, 'null');
    await bench.db.query(`update enrollments set accepted_at = now(), replied_at = now() where id = 'enr_5'`);
    expect(await actions()).toMatchObject({ replied: 1 });
    expect(await actions()).not.toHaveProperty('accepted');
    await bench.db.query(`update enrollments set started_at = now(), replied_at = now() where id = 'enr_5'`);
    expect(await actions()).toMatchObject({ replied: 1, accepted: 1 });
  });

  it('have nobody as ended who goes on after all', async () => {
    const end = { enrollment_id: 'enr_5', node: null, visit: 0, outcome: 'failed', at: new Date() };
    await bench.db.transaction((tx) => finishEnrollment(tx, end));
    expect(await findMiscounted(bench.db, CAMPAIGN)).toEqual([]);
    await bench.db.transaction((tx) => reopen(tx, 'enr_5'));
    expect(await findMiscounted(bench.db, CAMPAIGN)).toEqual([]);
    await bench.db.transaction((tx) => finishEnrollment(tx, { ...end, outcome: 'completed' }));
    expect(await findMiscounted(bench.db, CAMPAIGN)).toEqual([]);
  });

  it('are counted once of a campaign that was there before', async () => {
    await addCampaign('cmp_before');
    const one = await person('enr_6', 'cmp_before');
    await calls([[one, 'visit', 'visit']], 'done');
    await bench.db.query(`delete from campaign_tallies where campaign_id = 'cmp_before' and what = 'acted'`);
    await bench.db.query(`update campaigns set actions_tallied = false where id = 'cmp_before'`);
    expect(await recountNext(bench.db)).toBe(true);
    expect(await recountNext(bench.db)).toBe(false);
    const before = await readCampaign(bench.db, { id: 'cmp_before' });
    expect(before?.actions_tallied).toBe(true);
    expect(await actions('cmp_before')).toEqual({ visited: 1 });
  });
});

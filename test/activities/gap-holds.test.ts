import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import {
  endGaps,
  noteGap,
  noteGapSearched,
  noteGapWaits,
  noteHeard,
  noteListening,
} from '../../src/runtime/store/accounts/gap.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { ask, type Bench, openBench, VISIT } from './bench.ts';

/** Whoever calls fails the test. */
const NOBODY: StepClient = new Proxy({} as StepClient, {
  get: (_, name) => () => {
    throw new Error(`${String(name)} is not called`);
  },
});

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
  await bench.account('acc_mail', { platform: 'email' });
});
afterAll(() => bench.close());

const now = () => new Date(bench.clock.now());
const within = (work: (tx: Queryable) => Promise<unknown>) => bench.db.transaction(work);
const lose = (account_id: string) =>
  within((tx) => noteGap(tx, { account_id, reason: 'its webhook had been deleted and was made again', at: now() }));
const enroll = async (senders: Record<string, string>) =>
  bench.enroll(
    await bench.sequence([VISIT]),
    { first_name: 'Ada', profile_url: 'https://www.linkedin.com/in/ada-lovelace' },
    senders,
  );

describe('a step, where events of an account may be missing', () => {
  it('waits for no account that nobody has listened to', async () => {
    await lose('acc_anna');
    expect((await bench.db.query('select from accounts where gap_since is not null')).rowCount).toBe(0);
  });

  it.each([
    ['of that account', 'acc_anna'],
    ['of another account, to somebody who may have answered there', 'acc_mail'],
  ])('%s waits until it was searched, says why, and is woken', async (_, lost) => {
    const ada = await enroll({ professional: 'acc_anna', email: 'acc_mail' });
    await within((tx) => noteHeard(tx, ['acc_anna', 'acc_mail'], now(), now()));
    await lose(lost);
    const { perform } = bench.activities(NOBODY);
    expect(await perform(ask(ada, 'visit'))).toMatchObject({
      ...{ status: 'deferred', until: NEVER, kind: 'account' },
      text: expect.stringMatching(
        /events of Anna may be missing since .* \(its webhook had been deleted and was made again\); its inbox is being searched/,
      ),
    });
    await within((tx) => noteGapWaits(tx, lost, 'the credits of its owner are spent', now()));
    expect(await perform(ask(ada, 'visit', 1))).toMatchObject({
      text: expect.stringContaining('has to be searched for answers, but the credits of its owner are spent'),
    });
    expect(await bench.titles(ada.id)).toEqual([
      expect.stringContaining('its inbox is being searched'),
      expect.stringContaining('the credits of its owner are spent'),
    ]);
    await bench.db.query('delete from control_jobs');
    await within((tx) => noteGapSearched(tx, lost, now()));
    expect(await within((tx) => endGaps(tx, now()))).toBe(true);
    const { rows } = await bench.db.query('select action, filter, matched from control_jobs');
    expect(rows).toMatchObject([{ action: 'wake', filter: { account_id: lost } }]);
  });

  it('goes on where only an account has lost events that never writes to this person', async () => {
    const ada = await enroll({ professional: 'acc_anna' });
    await lose('acc_mail');
    const { perform } = bench.activities(NOBODY);
    await expect(perform(ask(ada, 'visit'))).rejects.toThrow('is not called');
  });
});

describe('a step, where nobody listens to an account any more', () => {
  const listenAgo = (minutes: number) =>
    bench.db.query(`update accounts set wall_listened_at = now() - $1 * interval '1 minute'`, [minutes]);
  const listen = () => within((tx) => noteListening(tx, ['acc_anna', 'acc_mail'], now()));
  const listJobs = async () => (await bench.db.query('select action, filter from control_jobs order by filter')).rows;

  it.each([
    ['that it is sent from', { professional: 'acc_anna' }],
    ['where they may have answered', { professional: 'acc_anna', email: 'acc_mail' }],
  ])('%s waits, says since when and what ends it, and is woken', async (_, senders) => {
    const ada = await enroll(senders);
    await bench.db.query('update accounts set gap_since = null');
    await within((tx) => noteHeard(tx, ['acc_anna', 'acc_mail'], now(), now()));
    await listen();
    if ('email' in senders) {
      await bench.db.query(`update accounts set wall_listened_at = now() - interval '6 minutes' where id = 'acc_mail'`);
    } else await listenAgo(6);
    const { perform } = bench.activities(NOBODY);
    expect(await perform(ask(ada, 'visit'))).toMatchObject({
      ...{ status: 'deferred', until: NEVER, kind: 'account' },
      text: expect.stringMatching(
        /nobody listens to what comes back to Anna since \d{4}.*: the API role \(overture api\)/,
      ),
    });
    await bench.db.query('delete from control_jobs');
    await listen();
    const woken = await listJobs();
    expect(woken).toContainEqual({
      action: 'wake',
      filter: expect.objectContaining({ account_id: Object.values(senders).at(-1) }),
    });
    await listen();
    expect(await listJobs()).toEqual(woken);
    await expect(perform(ask(ada, 'visit', 1))).rejects.toThrow('is not called');
  });

  it.each([
    ['a look is late only', "update accounts set wall_listened_at = now() - interval '4 minutes'"],
    ['nobody has ever listened to it', 'update accounts set wall_listened_at = null'],
  ])('goes on where %s', async (_, sql) => {
    const ada = await enroll({ professional: 'acc_anna' });
    await bench.db.query(sql);
    const { perform } = bench.activities(NOBODY);
    await expect(perform(ask(ada, 'visit'))).rejects.toThrow('is not called');
  });
});

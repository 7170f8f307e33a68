import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerform } from '../../activities/perform.ts';
import { createAccountCheck } from '../../activities/reconcile/forgotten/check-accounts.ts';
import { readBackForgotten } from '../../activities/reconcile/forgotten/read-back.ts';
import { audit } from '../../src/runtime/audit/audit.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { message, storeEvents } from '../events/fixtures.ts';
import { ask, INVITE, VISIT } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let from: Date;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  anna = await bench.sender();
  from = new Date(bench.clock.now());
});

async function aPerson(limits = {}) {
  const person = await bench.sandbox.person({ first_name: 'Ada' });
  const plan = await bench.sequence([VISIT, INVITE], { limits });
  return {
    ...person,
    ...(await bench.enroll(plan, { first_name: 'Ada', profile_url: person.url }, { professional: anna })),
  };
}

/** Removes everything that a copy from before the steps does not have. */
async function putBack(): Promise<void> {
  for (const table of ['intents', 'slots', 'timeline', 'relations']) await bench.db.query(`delete from ${table}`);
  await bench.db.query(`delete from identities where kind in ('profile_id', 'urn')`);
  await bench.db.query('update enrollments set invited_at = null, invitation_id = null');
}

const check = (v2: Pick<ServiceBench['v2'], 'listLogs'> = bench.v2) => createAccountCheck({ ...bench, v2 });
/** A worker that has just started. */
const worker = (accountCheck = check()) => ({ perform: createPerform({ ...bench.deps(bench.v2), accountCheck }) });
/** Every walk was looked at since, as `lostWalks` does it. */
async function readBack(): Promise<boolean> {
  await bench.db.query('update enrollments set wall_looked_at = clock_timestamp()');
  return readBackForgotten(bench.deps(bench.v2));
}
const kinds = async ({ slug }: { slug: string }) => (await bench.sandbox.received(slug)).map(({ kind }) => kind);

async function visitedAndInvited() {
  const ada = await aPerson();
  for (const node of ['visit', 'invite'])
    expect(await worker().perform(ask(ada, node))).toMatchObject({ status: 'done' });
  return ada;
}

describe('calls that Postgres has forgotten', () => {
  it('keep everything back until they are read back, and then are not made again', async () => {
    const ada = await visitedAndInvited();
    await putBack();
    const activities = worker();
    for (const node of ['visit', 'invite']) {
      const waits = await activities.perform(ask(ada, node));
      expect(waits).toMatchObject({ status: 'deferred', until: NEVER, kind: 'account' });
      expect(waits).toMatchObject({
        text: expect.stringContaining('2 or more calls of Anna that are not written here'),
      });
    }
    expect(await kinds(ada)).toEqual(['visit', 'invitation']);
    expect(await readBack()).toBe(true);
    expect(await readBack()).toBe(false);
    expect(await activities.perform(ask(ada, 'visit', 1))).toMatchObject({ status: 'done' });
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'done', facts: { invited: true } });
    expect(await kinds(ada)).toEqual(['visit', 'invitation']);
    expect(await bench.titles(ada.id)).toContainEqual(expect.stringMatching(/read back from the log/));
    const { rows } = await bench.db.query('select invited_at from enrollments where id = $1', [ada.id]);
    expect(rows).toEqual([{ invited_at: expect.any(Date) }]);
    const asked = { from, to: new Date(bench.clock.now()), conversations: false };
    expect(await audit({ ...bench, profiles: [] }, asked)).toMatchObject({ exceptions: [] });
  });

  it('are read back with the ids under which people write, so that their replies are known', async () => {
    const ada = await visitedAndInvited();
    await putBack();
    expect(await check().ensure(anna)).toBe('behind');
    await readBack();
    await storeEvents(bench, [{ ...message(ada.id_url), account_id: anna }]);
    const onError = (error: unknown): never => {
      throw error;
    };
    await dispatchEvents({ ...bench, onError });
    const { rows } = await bench.db.query('select stop_outcome from enrollments where id = $1', [ada.id]);
    expect(rows).toEqual([{ stop_outcome: 'replied' }]);
  });

  it('count against the limits of their day', async () => {
    await visitedAndInvited();
    await putBack();
    expect(await check().ensure(anna)).toBe('behind');
    await readBack();
    const next = await aPerson({ invite: [{ count: 1, per: 'day' }] });
    expect(await worker().perform(ask(next, 'invite'))).toMatchObject({
      status: 'deferred',
      kind: 'slot',
      binding: { constraint: 'day_cap', used: 1 },
    });
  });

  it('count against the limits of their day where they were refused, and may have reached the network', async () => {
    const nobody = await bench.enroll(
      await bench.sequence([VISIT]),
      { profile_url: 'https://n.example/in/nobody', first_name: 'Nobody' },
      { professional: anna },
    );
    expect(await worker().perform(ask(nobody, 'visit'))).toMatchObject({ status: 'failed', code: 'INVALID_PARAMS' });
    await visitedAndInvited();
    await putBack();
    expect(await check().ensure(anna)).toBe('behind');
    await readBack();
    const next = await aPerson({ visit: [{ count: 2, per: 'day' }] });
    expect(await worker().perform(ask(next, 'visit'))).toMatchObject({
      status: 'deferred',
      binding: { constraint: 'day_cap', used: 2 },
    });
    expect(await check().ensure(anna)).toBe('known');
  });

  it('are looked for once for all who ask, and again when Postgres was away', async () => {
    await visitedAndInvited();
    let pages = 0;
    const counting = {
      listLogs: (asked: Parameters<ServiceBench['v2']['listLogs']>[0]) => {
        pages += 1;
        return bench.v2.listLogs(asked);
      },
    };
    const looks = check(counting);
    expect(await Promise.all([looks.ensure(anna), looks.ensure(anna)])).toEqual(['known', 'known']);
    await putBack();
    expect(await looks.ensure(anna)).toBe('known');
    expect(pages).toBe(1);
    looks.forget();
    expect(await looks.ensure(anna)).toBe('behind');
    await readBack();
  });

  it('may be there where the log cannot be read: nothing is sent until it can', async () => {
    const ada = await aPerson();
    let isUnreachable = true;
    const flaky = {
      listLogs: async (asked: Parameters<ServiceBench['v2']['listLogs']>[0]) =>
        isUnreachable ? ({ kind: 'unreachable', reason: 'nobody is there' } as const) : bench.v2.listLogs(asked),
    };
    const activities = worker(check(flaky));
    expect(await activities.perform(ask(ada, 'visit'))).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(await kinds(ada)).toEqual([]);
    isUnreachable = false;
    expect(await activities.perform(ask(ada, 'visit', 1))).toEqual({ status: 'done' });
  });

  it('keep the account back until each of its walks was looked at since', async () => {
    const other = await aPerson();
    const ada = await visitedAndInvited();
    await putBack();
    expect(await check().ensure(anna)).toBe('behind');
    expect(await readBackForgotten(bench.deps(bench.v2))).toBe(false);
    expect(await worker().perform(ask(ada, 'visit'))).toMatchObject({ status: 'done' });
    await bench.db.query('update enrollments set wall_looked_at = clock_timestamp() where id = $1', [ada.id]);
    expect(await readBackForgotten(bench.deps(bench.v2))).toBe(false);
    expect(await worker().perform(ask(other, 'visit'))).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(await readBack()).toBe(true);
    expect(await worker().perform(ask(other, 'visit', 1))).toMatchObject({ status: 'done' });
  });

  it('are none of other programs', async () => {
    const { url } = await bench.sandbox.person({ first_name: 'Grace' });
    for (const idempotency_key of ['of-another', 'run/visit/1'])
      await bench.v2.call('profiles', 'visit', { account_id: anna, params: { profile_url: url }, idempotency_key });
    expect(await check().ensure(anna)).toBe('known');
  });
});

// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import { explainWait } from '../../src/app/api/explain/explain-wait.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { AwaitedEvent } from '../../src/language/plan/nodes/wait-for.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { foundEvent } from '../../src/runtime/events/reconcile/found-event.ts';
import { reconnectAccount } from '../../src/runtime/store/accounts/back-off-account.ts';
import { endGaps, noteGapSearched, noteHeard } from '../../src/runtime/store/accounts/gap.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { wakeHeard } from '../../src/runtime/store/accounts/unheard-waits.ts';
import { readEnrollment } from '../../src/runtime/store/enrollments/read-enrollment.ts';
import { insertEvents } from '../../src/runtime/store/events/insert-events.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { match } from '../events/fixtures.ts';
import { type Bench, openBench } from './bench.ts';
import { createWalk } from './walk.ts';

const NOBODY: StepClient = new Proxy({} as StepClient, {
  get: (_, name) => () => {
    throw new Error(`${String(name)} is not called`);
  },
});

let bench: Bench;
let begun: number;
let people = 0;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.account('acc_anna');
  await bench.db.query(`update accounts set gap_since = null, gap_searched_until = null, gap_reason = null`);
  begun = bench.clock.now();
  await heard(begun);
});

const common = { on_error: { do: 'stop' } } as const;
const planOf = (event: AwaitedEvent): Promise<Plan> =>
  bench.sequence([
    { ...common, kind: 'wait_for', id: 'wait', event, within: 3 * DAY, then: 'in_time', else: 'late', next: 'late' },
    { kind: 'end', id: 'in_time', outcome: 'in_time' },
    { kind: 'end', id: 'late', outcome: 'too_late' },
  ] satisfies readonly Node[]);

/** The account has been listened to until then. */
const heard = (until = bench.clock.now()) =>
  bench.db.transaction((tx) => noteHeard(tx, ['acc_anna'], new Date(until), new Date(until)));
const wake = () => bench.db.transaction((tx) => wakeHeard(tx, new Date(bench.clock.now()), 1));
const at = (ms: number) => bench.travel(begun + ms);
const sign = (status: string) =>
  saveAccount(
    bench.db,
    {
      ...{ id: 'acc_anna', platform: 'professional', name: 'Anna', email: null, country: 'FR', daily_limit: null },
      ...{ products: ['classic'], status },
    },
    new Date(bench.clock.now()),
  );

async function waiting(event: AwaitedEvent, { looks_back = true } = {}) {
  const plan = await planOf(event);
  people += 1;
  const url = `https://www.linkedin.com/in/person-${people}`;
  const lead = await bench.enroll(plan, { first_name: 'Ada', profile_url: url }, { professional: 'acc_anna' });
  await bench.db.query('update enrollments set invited_at = $2 where id = $1', [lead.id, new Date(begun)]);
  const walk = createWalk(bench, bench.activities(NOBODY), plan, lead, looks_back ? { looks_back } : {});
  expect(await walk.go()).toMatchObject({ waits: 'event' });
  const tells = async (type: 'message' | 'accepted_invitation', time: number, how: 'told' | 'found' = 'told') => {
    const who = { name: 'Ada', profile_url: url, public_identifier: profileIdentity(url)?.value };
    const fields =
      type === 'message'
        ? { message_text: 'Yes', sender: who, conversation: { participants: [], is_group_chat: false }, metadata: {} }
        : { connections: [who] };
    const of = { account_id: 'acc_anna', platform: 'professional', type, key: `${people}/${time}` } as const;
    const event = foundEvent({ ...of, occurred_at: time, now: bench.clock.now(), fields });
    await insertEvents(bench.db, [how === 'found' ? event : { ...event, event_id: `evt_${people}_${time}` }]);
  };
  return {
    ...lead,
    plan,
    walk,
    tells,
    /** The deadline comes, as Temporal's timer tells it. */
    deadline: () => walk.go('sleep'),
    explained: async () => {
      const row = await readEnrollment(bench.db, lead.id);
      return row === null ? null : explainWait(row, plan.nodes.wait, plan);
    },
  };
}

describe('the deadline of what is waited for', () => {
  it('decides at once where the account has been heard up to it', async () => {
    const ada = await waiting('accepted_invitation');
    at(3 * DAY + MINUTE);
    await heard();
    expect(await ada.deadline()).toEqual({ ended: 'too_late' });
  });

  it('waits for the next look at the account, without a line, and then decides', async () => {
    const ada = await waiting('accepted_invitation');
    expect(await ada.deadline()).toMatchObject({ waits: 'account' });
    expect(await bench.titles(ada.id)).toEqual([]);
    expect(await wake()).toBe(0);
    at(3 * DAY + MINUTE);
    await heard();
    expect(await wake()).toBe(1);
    expect(await ada.walk.go()).toEqual({ ended: 'too_late' });
  });

  it.each<[string, 'message' | 'accepted_invitation', number, string]>([
    ['an acceptance on day 1', 'accepted_invitation', DAY, 'in_time'],
    ['an acceptance after the deadline', 'accepted_invitation', 3.5 * DAY, 'too_late'],
    ['a reply on day 1', 'message', DAY, 'in_time'],
    ['a reply after the deadline', 'message', 3.5 * DAY, 'replied'],
  ])(
    'of an account that is signed out from hour 1 to day 4 waits, and %s counts by its own time',
    async (_, type, time, ended) => {
      const ada = await waiting(type === 'message' ? 'reply' : type);
      at(HOUR);
      await heard();
      await sign('inactive');
      expect(await ada.deadline()).toMatchObject({ waits: 'account' });
      const since = new Date(begun + HOUR).toISOString().slice(0, 15);
      expect(await ada.explained()).toMatchObject({
        constraint: 'unheard',
        text: expect.stringContaining(`Anna has not been heard since ${since}`),
        would_change: [expect.stringContaining('connect it again'), expect.stringContaining('overture skip')],
      });
      expect((await ada.explained())?.text).toContain('not connected (inactive)');
      expect(await bench.titles(ada.id)).toEqual([expect.stringContaining('waits to hear what had happened by')]);
      at(4 * DAY);
      await sign('connected');
      // Back, and its inbox has not been searched yet.
      expect(await ada.walk.go()).toMatchObject({ waits: 'account' });
      expect(await wake()).toBe(0);
      await ada.tells(type, begun + time);
      await bench.db.transaction((tx) => noteGapSearched(tx, 'acc_anna', new Date(bench.clock.now())));
      // Found, and nobody has seen yet whose it is.
      expect(await bench.db.transaction((tx) => endGaps(tx, new Date(bench.clock.now())))).toBe(false);
      expect(await wake()).toBe(0);
      await match(bench);
      expect(await bench.db.transaction((tx) => endGaps(tx, new Date(bench.clock.now())))).toBe(true);
      await wake();
      expect(await ada.walk.go()).toEqual({ ended });
    },
  );

  it('passes for a walk that goes only by what it has heard, which takes `else`', async () => {
    const ada = await waiting('accepted_invitation', { looks_back: false });
    at(HOUR);
    await sign('inactive');
    await ada.tells('accepted_invitation', begun + DAY);
    expect(await ada.deadline()).toEqual({ ended: 'too_late' });
  });

  it('counts an acceptance that a search has found, of which nobody knows when it was', async () => {
    const ada = await waiting('accepted_invitation');
    await ada.deadline();
    at(4 * DAY);
    await ada.tells('accepted_invitation', begun + 4 * DAY, 'found');
    await match(bench);
    expect(await ada.walk.go()).toEqual({ ended: 'in_time' });
  });

  it('does not pass an answer by that is written down and not ingested yet', async () => {
    const ada = await waiting('reply');
    at(3 * DAY + MINUTE);
    await ada.tells('message', begun + 2 * DAY);
    await heard();
    expect(await ada.deadline()).toMatchObject({ waits: 'account' });
    await match(bench);
    expect(await ada.walk.go()).toEqual({ ended: 'in_time' });
  });

  it('is over for who is past it, although nobody has heard of them: a person skips it', async () => {
    const ada = await waiting('accepted_invitation');
    await ada.deadline();
    const payload = { id: 'skip-1', type: 'skip', node: 'wait', visit: 1 };
    await bench.db.query(
      `insert into outbox (kind, target_id, payload, created_at) values ('signal_enrollment', $1, $2, now())`,
      [ada.id, payload],
    );
    expect(await ada.walk.go()).toEqual({ ended: 'too_late' });
    const { rows } = await bench.db.query('select from unheard_waits where enrollment_id = $1', [ada.id]);
    expect(rows).toEqual([]);
  });

  it('of an account that nobody listens to is decided by what is known', async () => {
    await bench.db.query('update accounts set heard_until = null');
    const ada = await waiting('accepted_invitation');
    expect(await ada.deadline()).toEqual({ ended: 'too_late' });
  });
});

describe('an account that comes back', () => {
  it('waits until what happened meanwhile has been searched for', async () => {
    at(HOUR);
    await bench.db.transaction((tx) => reconnectAccount(tx, 'acc_anna', new Date(bench.clock.now())));
    const { rows } = await bench.db.query('select gap_reason, gap_since from accounts where id = $1', ['acc_anna']);
    expect(rows).toEqual([{ gap_reason: 'it was signed out', gap_since: new Date(begun) }]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StepPoint } from '../../activities/step-points.ts';
import { syncAccounts } from '../../src/runtime/accounts/sync-accounts.ts';
import { audit } from '../../src/runtime/audit/audit.ts';
import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { decideAnswer } from '../../src/runtime/store/answers/decide-answer.ts';
import { readTask } from '../../src/runtime/store/tasks/list-tasks.ts';
import { eventually } from '../support/eventually.ts';
import { type AnswerBench, type Correspondent, openAnswerBench } from './answer-bench.ts';

let bench: AnswerBench;
let accounts: { id: string; channel: 'professional' | 'email' | 'messenger' }[];

beforeAll(async () => {
  bench = await openAnswerBench();
  accounts = [
    { id: await bench.sender(), channel: 'professional' },
    { id: await bench.sender({ platform: 'email', email: 'anna@mail.example' }), channel: 'email' },
    { id: await bench.sender({ platform: 'messenger', phone_number: '+33611111111' }), channel: 'messenger' },
  ];
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterEach(async () => {
  await bench.sandbox.control('DELETE', '/faults');
  await bench.db.query('update accounts set wall_held_until = null, hold_repeats = 0');
});
afterAll(() => bench.close());

function accountOf(channel: (typeof accounts)[number]['channel']) {
  const account = accounts.find((one) => one.channel === channel);
  if (account === undefined) throw new Error(`there is no account of ${channel}`);
  return account;
}

const CHANNELS = { professional: 'classic', email: 'email', messenger: 'messenger' } as const;

async function answered(account: (typeof accounts)[number]): Promise<[Correspondent, AnswerRow]> {
  const who = await bench.correspondent(account);
  await bench.writes(who, 'Tell me more', CHANNELS[account.channel]);
  const answer = await bench.written(who, 'Gladly', account.channel === 'email' ? { subject: 'A job' } : {});
  return [who, answer];
}

/** Looks again and again, as the worker does, until nothing is left to do. A service that refuses for now is asked again by the time of the wall. */
async function untilOver(id: string): Promise<AnswerRow> {
  let answer = await bench.perform(id);
  await eventually(async () => {
    if (answer.state !== 'waiting' && answer.state !== 'sending') return;
    bench.travel(Math.max(bench.clock.now() + 1000, answer.due_at?.getTime() ?? 0));
    answer = await bench.perform(id);
    expect(['waiting', 'sending']).not.toContain(answer.state);
  });
  return answer;
}

const POINTS: readonly StepPoint[] = [
  ...['before_intent', 'intent_committed', 'response_received', 'outcome_stored', 'activity_completed'],
] as StepPoint[];

/** Wall seconds until it is looked at next. */
async function nextLook(id: string): Promise<number> {
  const { rows } = await bench.db.query<{ left: string }>(
    'select extract(epoch from wall_due - clock_timestamp()) as left from answers where id = $1',
    [id],
  );
  return Number(rows[0]?.left);
}

describe('an answer in doubt whose account is signed out', () => {
  it('is looked for ever more seldom, and at once when the account is connected again', async () => {
    const id = await bench.sender({ platform: 'email', email: 'away@mail.example' });
    const account = { id, channel: 'email' } as const;
    const [who, answer] = await answered(account);
    await bench.sandbox.control('POST', `/accounts/${account.id}/expire`, { status: 'inactive' });
    // As of a service whose log does not tell one call from another: the mailbox has to say it.
    const data = { items: [], total: 0, limit: 200, offset: 0 };
    const nothing = { kind: 'success', credits: 0, replayed: false, data } as const;
    const v2 = { perform: bench.v2.perform, listLogs: async () => nothing };
    const dies = (reached: StepPoint) => {
      if (reached === 'response_received') throw new Error('killed');
    };
    await expect(bench.perform(answer.id, { reached: dies })).rejects.toThrow('killed');
    expect(await bench.perform(answer.id, { v2 })).toMatchObject({ state: 'sending' });
    expect(await nextLook(answer.id)).toBeLessThan(5);
    const { rows } = await bench.db.query<{ status: string }>('select status from accounts where id = $1', [
      account.id,
    ]);
    expect(rows).toEqual([{ status: 'inactive' }]);
    await bench.db.query(
      `update intents set wall_created_at = wall_created_at - interval '10 minutes' where answer_id = $1`,
      [answer.id],
    );
    expect(await bench.perform(answer.id, { v2 })).toMatchObject({ state: 'sending' });
    expect(await nextLook(answer.id)).toBeGreaterThan(200);

    await bench.sandbox.control('POST', `/accounts/${account.id}/reconnect`, {});
    await syncAccounts(bench);
    expect(await nextLook(answer.id)).toBeLessThanOrEqual(0);
    expect(await untilOver(answer.id)).toMatchObject({ state: 'sent' });
    expect(await bench.received(who)).toHaveLength(1);
  });
});

describe.each(['professional', 'email', 'messenger'] as const)('an answer by %s', (channel) => {
  it.each(POINTS)('whose worker dies at %s goes out exactly once', async (point) => {
    const [who, answer] = await answered(accountOf(channel));
    const dies = (reached: StepPoint) => {
      if (reached === point) throw new Error('killed');
    };
    await expect(bench.perform(answer.id, { reached: dies })).rejects.toThrow('killed');
    expect(await untilOver(answer.id)).toMatchObject({ state: 'sent' });
    expect(await bench.received(who)).toHaveLength(1);
  });

  it.each(['drop_before', 'drop_after', 'truncate', 'internal_error', 'rate_limited'])(
    'whose call ends in %s goes out exactly once',
    async (kind) => {
      const [who, answer] = await answered(accountOf(channel));
      await bench.sandbox.control('POST', '/faults', { kind, match: { action: 'send' } });
      expect(await untilOver(answer.id)).toMatchObject({ state: 'sent' });
      expect(await bench.received(who)).toHaveLength(1);
    },
  );
});

describe('without any proof', () => {
  it('a person decides, and nothing is sent again', async () => {
    const [who, answer] = await answered(accountOf('professional'));
    await bench.sandbox.control('POST', '/faults', { kind: 'drop_after', match: { action: 'send' } });
    const blind = {
      ...bench.v2,
      // A service whose log cannot be read, and which has lost the conversation.
      listLogs: async () => ({ kind: 'unknown', reason: 'no log' }) as never,
      perform: async (definition: { action: string }, call: never) =>
        definition.action === 'send'
          ? bench.v2.perform(definition as never, call)
          : ({
              kind: 'refused',
              status: 400,
              code: 'CHANNEL_ERROR',
              sub_code: null,
              message: 'lost',
              credits: 0,
            } as never),
    } as unknown as typeof bench.v2;
    let row = await bench.perform(answer.id, { v2: blind });
    for (let look = 0; row.state === 'sending' && look < 20; look++) {
      bench.travel(Math.max(bench.clock.now() + 1000, row.due_at?.getTime() ?? 0));
      row = await bench.perform(answer.id, { v2: blind });
    }
    expect(row.state).toBe('in_doubt');
    const { rows } = await bench.db.query<{ id: string }>('select id from tasks where answer_id = $1', [answer.id]);
    const task = await readTask(bench.db, rows[0]?.id ?? '');
    if (task?.answer_id == null) throw new Error('nobody is asked');
    expect(task).toMatchObject({ kind: 'unknown_outcome', status: 'open', enrollment_id: null });
    const decision = { id: task.id, decision: 'sent', note: null, at: new Date(bench.clock.now()) } as const;
    expect(await decideAnswer(bench.db, { ...task, answer_id: task.answer_id }, decision)).toMatchObject({
      fresh: true,
    });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect(await bench.received(who)).toHaveLength(1);
  });
});

describe('the audit', () => {
  const look = (conversations = false) => {
    const to = new Date(bench.clock.now());
    return audit({ db: bench.db, v2: bench.v2, profiles: [] }, { from: new Date(0), to, conversations });
  };
  const found = async () => (await look()).exceptions.map(({ rule, key }) => [rule, key]);
  async function sent(): Promise<AnswerRow> {
    const [, answer] = await answered(accountOf('professional'));
    expect(await untilOver(answer.id)).toMatchObject({ state: 'sent' });
    return answer;
  }

  it('counts answers, and finds nothing against them', async () => {
    const report = await look(true);
    expect(report.answers).toBeGreaterThan(20);
    expect(report.exceptions).toEqual([]);
  });

  it.each([
    ['ledger says that it did not go', `update intents set state = 'not_done' where answer_id = $1`, 'ledger_denies'],
    ['writer had taken it back', `update answers set state = 'withdrawn' where id = $1`, 'ledger_denies'],
    [
      'person had been put on the do-not-contact list',
      `insert into suppressions (id, kind, value, reason, created_at, wall_created_at)
       select 'sup_' || w.id, d.kind, d.value, '', now(), i.wall_created_at - interval '1 ms'
         from answers w join intents i on i.answer_id = w.id join identities d on d.lead_id = w.lead_id and d.kind = 'slug' where w.id = $1`,
      'after_do_not_contact',
    ],
    [
      'account had sent as many as its sequence allows',
      `update plans set plan = jsonb_set(plan, '{limits}', '{"message": [{"count": 0, "per": "day"}]}')
        where digest = (select digest from answers where id = $1)`,
      'above_a_limit',
    ],
  ])('reports one that went out although the %s', async (_, damage, rule) => {
    const { id } = await sent();
    const before = await found();
    await bench.db.query(damage, [id]);
    const key = `${id}/answer/1`;
    expect((await found()).filter((one) => !before.some((known) => known[1] === one[1]))).toContainEqual([rule, key]);
  });

  it('holds nothing against an entry of the do-not-contact list that its author confirmed', async () => {
    const { id } = await sent();
    await bench.db.query(
      `insert into suppressions (id, kind, value, reason, created_at, wall_created_at)
       select 'sup_' || w.id, d.kind, d.value, '', now(), i.wall_created_at - interval '1 ms'
         from answers w join intents i on i.answer_id = w.id join identities d on d.lead_id = w.lead_id and d.kind = 'slug' where w.id = $1`,
      [id],
    );
    await bench.db.query(`update answers set confirmed = array['sup_' || id] where id = $1`, [id]);
    expect((await found()).map(([, key]) => key)).not.toContain(`${id}/answer/1`);
  });

  it('reports one that went out twice, by the log and by the conversation', async () => {
    const { id, address, text, account_id } = await sent();
    const params = { ...address, message_text: text } as { profile_url: string; message_text: string };
    await bench.v2.call('messages', 'send', { account_id, params, idempotency_key: `${id}/answer/1~2` });
    const twice = (await look(true)).exceptions.filter(({ key }) => key === `${id}/answer/1`);
    expect(twice.map(({ rule }) => rule)).toEqual(['contacted_twice', 'contacted_twice']);
  });
});

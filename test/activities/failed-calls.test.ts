import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { audit } from '../../src/runtime/audit/audit.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import type { CallOutcome } from '../../src/v2/client/outcome.ts';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '../../src/v2/contract/errors.ts';
import { MAY_HAVE_REACHED } from '../../src/v2/contract/may-have-reached.ts';
import { findMismatches } from '../slots/consistency.ts';
import { ask, type EnrolledLead, INVITE, MESSAGE, VISIT } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let people = 0;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterEach(async () => expect(await findMismatches(bench.db)).toEqual([]));
afterAll(() => bench.close());

const enroll = (plan: Plan, profile_url = `https://n.example/in/person-${people++}`): Promise<EnrolledLead> =>
  bench.enroll(plan, { profile_url, first_name: 'Ada' }, { professional: anna });

/** A service that refuses every call so. */
const refusing = (code: ErrorCode, status: number, sub_code: string | null = null): StepClient => ({
  perform: async () => refusal(code, status, sub_code),
  listLogs: async () => ({ kind: 'unreachable', reason: 'not part of this test' }),
});
const refusal = (code: ErrorCode, status: number, sub_code: string | null): CallOutcome<never> => ({
  ...{ kind: 'refused', code, status, sub_code, message: 'no', credits: 0, retry_after_ms: null },
});

const spent = async (lead: EnrolledLead): Promise<number> => {
  const { rows } = await bench.db.query<{ count: number }>(
    `select count(*)::int as count from slots where enrollment_id = $1 and state = 'used' and spent > 0`,
    [lead.id],
  );
  return rows[0]?.count ?? 0;
};

describe('a call that failed', () => {
  it('counts against its limit, in the calendar and in the audit: wrong addresses cost the day as good ones do', async () => {
    anna = await bench.sender();
    const from = new Date(bench.clock.now());
    const plan = await bench.sequence([VISIT], { limits: { visit: [{ count: 3, per: 'day' }] } });
    const good = (await bench.sandbox.person({ first_name: 'Grace' })).url;
    const activities = bench.activities(bench.v2);
    const answers = [];
    for (const url of [good, undefined, undefined, good.replace(/[^/]*$/, 'nobody-either'), undefined]) {
      answers.push(await activities.perform(ask(await enroll(plan, url), 'visit')));
    }
    expect(answers.map((answer) => [answer.status, 'code' in answer ? answer.code : null])).toEqual([
      ['done', null],
      ['failed', 'INVALID_PARAMS'],
      ['failed', 'INVALID_PARAMS'],
      ['deferred', null],
      ['deferred', null],
    ]);
    expect(answers[3]).toMatchObject({ binding: { constraint: 'day_cap', count: 3, used: 3 } });
    const report = await audit(
      { db: bench.db, v2: bench.v2, profiles: [] },
      { from, to: new Date(bench.clock.now()), conversations: false },
    );
    expect(report).toMatchObject({ calls: 1, failed: 2, exceptions: [] });
    // Counted by the log alone: under a lower limit the failed ones are what is above it.
    await bench.db.query(`update plans set plan = jsonb_set(plan, '{limits,visit}', '[{"count": 1, "per": "day"}]')`);
    const above = await audit(
      { db: bench.db, v2: bench.v2, profiles: [] },
      { from, to: new Date(bench.clock.now()), conversations: false },
    );
    expect(above.exceptions.map(({ rule, text }) => [rule, text])).toEqual([
      ['above_a_limit', 'visit: number 2 of its day, where sequence allows 1'],
      ['above_a_limit', 'visit: number 3 of its day, where sequence allows 1'],
    ]);
  });

  it.each(ERROR_CODES.filter((code) => code !== 'INTERNAL_ERROR'))(
    'with %s uses its slot where it may have reached the network',
    async (code) => {
      anna = `acc_${code}`;
      await bench.account(anna);
      const lead = await enroll(await bench.sequence([VISIT]));
      await bench.activities(refusing(code, ERROR_STATUS[code])).perform(ask(lead, 'visit'));
      const { rows } = await bench.db.query('select state from slots where enrollment_id = $1', [lead.id]);
      expect(rows).toEqual(MAY_HAVE_REACHED[code] ? [{ state: 'used' }] : []);
      await bench.db.query('update credit_hold set held = false');
    },
  );

  it('takes another slot when the step is asked again', async () => {
    anna = 'acc_again';
    await bench.account(anna);
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 2, per: 'day' }] } });
    const lead = await enroll(plan);
    const limited = bench.activities(refusing('CHANNEL_ERROR', 422, 'AUTH_FAILED'));
    const back = () =>
      bench.db.query(`update accounts set status = 'connected', wall_held_until = null where id = $1`, [anna]);
    for (const attempt of [0, 1]) {
      expect(await limited.perform(ask(lead, 'invite', attempt))).toMatchObject({
        status: 'deferred',
        kind: 'account',
      });
      await back();
    }
    expect(await spent(lead)).toBe(2);
    expect(await limited.perform(ask(lead, 'invite', 2))).toMatchObject({
      status: 'deferred',
      binding: { constraint: 'day_cap', count: 2, used: 2 },
    });
  });

  it('counts what the network says of somebody who is connected already, and nothing that the service never heard of', async () => {
    anna = 'acc_held';
    await bench.account(anna);
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
    const [held, next] = [await enroll(plan), await enroll(plan)];
    const connected = bench.activities(refusing('CHANNEL_ERROR', 422, 'ALREADY_CONNECTED'));
    expect(await connected.perform(ask(held, 'invite'))).toMatchObject({ status: 'done' });
    expect(await connected.perform(ask(next, 'invite'))).toMatchObject({ status: 'deferred', kind: 'slot' });
    bench.travel(bench.clock.now() + DAY);
    const nobody: StepClient = {
      perform: async () => ({ kind: 'unreachable', reason: 'connection refused' }),
      listLogs: async () => ({ kind: 'unreachable', reason: 'connection refused' }),
    };
    expect(await bench.activities(nobody).perform(ask(next, 'invite', 1))).toMatchObject({
      status: 'deferred',
      kind: 'time',
    });
    expect(await spent(next)).toBe(0);
    expect(await connected.perform(ask(next, 'invite', 2))).toMatchObject({ status: 'done' });
  });

  it('leaves the credits to what it cost', async () => {
    anna = 'acc_credits';
    await bench.account(anna);
    const plan = await bench.sequence([MESSAGE], { limits: { credits: [{ count: 1, per: 'day' }] } });
    const lead = await enroll(plan);
    await bench.activities(refusing('CHANNEL_ERROR', 422, 'NOT_CONNECTED')).perform(ask(lead, 'message'));
    const { rows } = await bench.db.query('select limit_class, state from slots where enrollment_id = $1', [lead.id]);
    expect(rows).toEqual([{ limit_class: 'message', state: 'used' }]);
  });

  it('in doubt that is repeated on another day counts on both: the network may have seen it twice', async () => {
    anna = await bench.sender();
    const lead = await enroll(await bench.sequence([VISIT]), (await bench.sandbox.person({})).url);
    const cut: StepClient = {
      ...bench.v2,
      perform: async (definition, call) => {
        await bench.v2.perform(definition, call);
        return { kind: 'unknown', reason: 'the answer was lost' };
      },
    };
    await bench.activities(cut).perform(ask(lead, 'visit'));
    bench.travel(bench.clock.now() + DAY);
    expect(await bench.activities(bench.v2).perform(ask(lead, 'visit', 1))).toMatchObject({ status: 'done' });
    const { rows } = await bench.db.query<{ day: string }>(
      `select distinct local_day::text as day from slots where enrollment_id = $1 and state = 'used' and limit_class = 'visit'`,
      [lead.id],
    );
    expect(rows).toHaveLength(2);
  });

  it('whose proof is that the service does not know it, gives its slot back', async () => {
    anna = await bench.sender();
    const plan = await bench.sequence([MESSAGE]);
    const { url } = await bench.sandbox.person({ degree: 1 });
    const lead = await enroll(plan, url);
    // A call of the same kind whose row carries a key: so the log would show ours.
    const other = await bench.sandbox.person({ degree: 1 });
    await bench.v2.call('messages', 'send', {
      account_id: anna,
      params: { profile_url: other.url, message_text: 'Hello' },
      idempotency_key: 'other',
    });
    const lost: StepClient = { ...bench.v2, perform: async () => ({ kind: 'unknown', reason: 'the answer was lost' }) };
    await bench.activities(lost).perform(ask(lead, 'message'));
    bench.travel(bench.clock.now() + HOUR);
    expect(await bench.activities(bench.v2).perform(ask(lead, 'message', 1))).toMatchObject({ status: 'done' });
    expect(await spent(lead)).toBe(0);
  });
});

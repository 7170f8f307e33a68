import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAnswerDispatcher } from '../../activities/answers/dispatch-answers.ts';
import { createAccountCheck } from '../../activities/reconcile/forgotten/check-accounts.ts';
import { readBackForgotten } from '../../activities/reconcile/forgotten/read-back.ts';
import { audit } from '../../src/runtime/audit/audit.ts';
import { messagesOf } from '../../src/runtime/conversations/messages-of-people.ts';
import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { findAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { type AnswerBench, type Correspondent, openAnswerBench } from './answer-bench.ts';

let bench: AnswerBench;
let who: Correspondent;
let from: Date;

beforeAll(async () => {
  bench = await openAnswerBench();
});
afterAll(() => bench.close());

const ACCOUNTS = {
  professional: {},
  email: { email: 'anna@mail.example' },
  messenger: { phone_number: '+33611111111' },
};
const SUBJECT = { subject: 'A job' };

beforeEach(async () => {
  who = await aCorrespondent('professional');
  from = new Date(bench.clock.now());
});

async function aCorrespondent(channel: keyof typeof ACCOUNTS): Promise<Correspondent> {
  const id = await bench.sender({ platform: channel, ...ACCOUNTS[channel] });
  return bench.correspondent({ id, channel });
}

/**
 * Puts back a copy from before the answer went out, or from before it was written, which has nothing of it. The V2 service
 * keeps answers for a day.
 */
async function putBack({ id }: AnswerRow, has: 'the answer' | 'nothing'): Promise<void> {
  for (const table of ['intents', 'slots', 'tasks'])
    await bench.db.query(`delete from ${table} where answer_id = $1`, [id]);
  await bench.db.query('delete from timeline');
  await bench.db.query('update enrollments set paused = false');
  if (has === 'nothing') await bench.db.query('delete from answers where id = $1', [id]);
  else
    await bench.db.query(`update answers set state = 'waiting', ended_at = null, wall_due = now() where id = $1`, [id]);
  await bench.sandbox.service.db.query('delete from idempotent_requests');
}

/** A worker that has just started. */
function worker() {
  const deps = { ...bench.deps(bench.v2), accountCheck: createAccountCheck(bench) };
  const dispatcher = createAnswerDispatcher(deps);
  return {
    async looks() {
      await bench.db.query('update answers set wall_due = now()');
      await dispatcher.dispatch();
      await dispatcher.settled();
    },
    async readsBack() {
      // As `lostWalks` does it.
      await bench.db.query('update enrollments set wall_looked_at = clock_timestamp()');
      return readBackForgotten(deps);
    },
  };
}

async function sentOnce(text: string, to = who, more = {}): Promise<AnswerRow> {
  const answer = await bench.written(to, text, more);
  expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
  bench.travel(bench.clock.now() + 60_000);
  return answer;
}

const stateOf = async ({ id }: AnswerRow) => (await findAnswer(bench.db, id))?.state;
const texts = async (to = who) => (await bench.received(to)).map(({ text }) => text);

describe.each(['professional', 'email', 'messenger'] as const)(
  'an answer by %s that a copy has as one that waits',
  (channel) => {
    it('is read back as sent, and does not go out again a day later', async () => {
      const to = await aCorrespondent(channel);
      const answer = await sentOnce('Gladly', to, channel === 'email' ? SUBJECT : {});
      await putBack(answer, 'the answer');
      const started = worker();
      await started.looks();
      expect(await findAnswer(bench.db, answer.id)).toMatchObject({
        state: 'waiting',
        waiting_text: expect.stringContaining('1 or more calls of Anna that are not written here'),
      });
      expect(await started.readsBack()).toBe(true);
      await started.looks();
      expect(await stateOf(answer)).toBe('sent');
      expect(await bench.received(to)).toHaveLength(1);
      expect(await bench.titles(to.id)).toEqual([
        'Paused: Anna Keller answers in person',
        expect.stringMatching(/^Anna Keller answered .* \(read back from the log of the V2 service\)$/),
      ]);
      const { rows } = await bench.db.query(`select answer_id, state, amount from slots where account_id = $1`, [
        to.account_id,
      ]);
      expect(rows).toEqual([{ answer_id: answer.id, state: 'used', amount: 1 }]);
    });
  },
);

describe('an answer that a copy does not have', () => {
  it('is read back as sent to whom the log names, and the same request again sends nothing', async () => {
    const answer = await sentOnce('Gladly', who, { request_key: 'again' });
    await putBack(answer, 'nothing');
    const started = worker();
    await started.looks();
    const repeated = await bench.written(who, 'Gladly', { request_key: 'again' });
    expect(repeated.id).toBe(answer.id);
    await started.looks();
    await started.readsBack();
    await started.looks();
    expect(await stateOf(answer)).toBe('sent');
    expect(await texts()).toEqual(['Gladly']);
  });

  it('stands in the conversation, without its words, and is no exception of the audit', async () => {
    const answer = await sentOnce('Gladly');
    await putBack(answer, 'nothing');
    expect(await createAccountCheck(bench).ensure(who.account_id)).toBe('behind');
    await worker().readsBack();
    expect(await messagesOf(bench.db, [who.lead_id])).toMatchObject([
      { id: answer.id, by: 'us', author: 'somebody of yours', text: expect.stringContaining('not known here') },
    ]);
    const again = await bench.write(who, 'Gladly, once more', { last_seen: null });
    expect(again).toMatchObject({ kind: 'refused', why: { code: 'answered_meanwhile', unseen: [answer.id] } });
    const asked = { from, to: new Date(bench.clock.now()), conversations: false };
    expect(await audit({ ...bench, profiles: [] }, asked)).toMatchObject({ exceptions: [] });
  });

  it('for somebody who is not known here is noted, for they may be brought again', async () => {
    const { url } = await bench.sandbox.person({ first_name: 'Grace', degree: 1 });
    const idempotency_key = 'ans_01kjpqb52tas94ve7eff91exmw/answer/1';
    const params = { profile_url: url, message_text: 'Hello' };
    await bench.v2.call('messages', 'send', { account_id: who.account_id, params, idempotency_key });
    expect(await createAccountCheck(bench).ensure(who.account_id)).toBe('behind');
    expect(await worker().readsBack()).toBe(true);
    expect(await createAccountCheck(bench).ensure(who.account_id)).toBe('known');
    const { rows } = await bench.db.query('select key, name, met_by from unowned_calls');
    expect(rows).toEqual([{ key: idempotency_key, name: expect.stringMatching(/^slug:/), met_by: null }]);
  });
});

describe('an answer that waits in a copy, and is not in the log', () => {
  it('does not go, for it may have been taken back; one that was written since goes', async () => {
    const before = await bench.written(who, 'Gladly');
    const other = await bench.correspondent({ id: who.account_id, channel: 'professional' });
    const gone = await sentOnce('With pleasure', other);
    await putBack(gone, 'the answer');
    const started = worker();
    await started.looks();
    const third = await bench.correspondent({ id: who.account_id, channel: 'professional' });
    const since = await bench.written(third, 'Of course');
    await started.readsBack();
    await started.looks();
    expect(await findAnswer(bench.db, before.id)).toMatchObject({ state: 'not_sent', error_code: 'backup_put_back' });
    expect(await stateOf(gone)).toBe('sent');
    expect(await stateOf(since)).toBe('sent');
    expect([await texts(), await texts(other), await texts(third)]).toEqual([[], ['With pleasure'], ['Of course']]);
  });
});

describe('an answer whose first try was refused before the copy was made', () => {
  it('is read back as sent by a later one', async () => {
    const answer = await sentOnce('Gladly');
    await bench.db.query(`update intents set state = 'not_done', response = null where answer_id = $1`, [answer.id]);
    await bench.db.query(`update answers set state = 'waiting', ended_at = null, wall_due = now() where id = $1`, [
      answer.id,
    ]);
    await bench.sandbox.service.db.query('delete from idempotent_requests');
    const started = worker();
    await started.looks();
    await started.readsBack();
    await started.looks();
    expect(await stateOf(answer)).toBe('sent');
    expect(await texts()).toEqual(['Gladly']);
  });
});

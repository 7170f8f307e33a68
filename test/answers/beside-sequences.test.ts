import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdrawAnswer } from '../../src/runtime/answers/withdraw-answer.ts';
import { endPresence, PRESENCE_MS, renewPresence } from '../../src/runtime/store/presences/presence.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { ask, VISIT } from '../activities/bench.ts';
import { message } from '../activities/nodes.ts';
import { type AnswerBench, type Correspondent, openAnswerBench } from './answer-bench.ts';

let bench: AnswerBench;
let anna: { id: string; channel: 'professional' };

beforeAll(async () => {
  bench = await openAnswerBench();
  anna = { id: await bench.sender(), channel: 'professional' };
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

const step = (who: Correspondent, node = 'message', attempt = 0) =>
  bench.activities(bench.v2).perform(ask(who, node, attempt));
const writing = (who: Correspondent, status: 'reading' | 'writing' = 'writing') =>
  renewPresence(bench.db, { ...who, who: 'key_anna', name: 'Anna Keller', status });

describe('while somebody of ours writes', () => {
  it("the sequence's next send waits, says why, and comes back when the lease ends", async () => {
    const ada = await bench.correspondent(anna);
    await writing(ada);
    const waits = await step(ada);
    expect(waits).toMatchObject({
      status: 'deferred',
      text: 'Waits: Anna Keller writes to them',
      binding: { constraint: 'writer' },
    });
    const until = waits.status === 'deferred' ? waits.until : 0;
    expect(until - bench.clock.now()).toBeGreaterThan(PRESENCE_MS / 2);
    expect(until - bench.clock.now()).toBeLessThanOrEqual(PRESENCE_MS + 1000);
    expect(await bench.titles(ada.id)).toEqual(['Waits: Anna Keller writes to them']);
    await bench.db.query(`update presences set wall_until = clock_timestamp() where lead_id = $1`, [ada.lead_id]);
    expect(await step(ada, 'message', 1)).toEqual({ status: 'done' });
  });

  it('a place that another performer of the step has used by then stays used', async () => {
    const ada = await bench.correspondent(anna);
    const late = bench.activities(bench.v2, {}, async (reached) => {
      if (reached !== 'before_intent') return;
      expect(await step(ada)).toEqual({ status: 'done' });
      await writing(ada);
    });
    expect(await late.perform(ask(ada, 'message'))).toMatchObject({
      status: 'deferred',
      binding: { constraint: 'writer' },
    });
    const { rows } = await bench.db.query('select state from slots where enrollment_id = $1', [ada.id]);
    expect(rows).toEqual([{ state: 'used' }]);
    expect(await step(ada, 'message', 1)).toEqual({ status: 'done' });
    expect(await bench.received(ada)).toHaveLength(1);
  });

  it('who only reads holds up nothing, and neither does a lease that was given back', async () => {
    const ada = await bench.correspondent(anna);
    await writing(ada, 'reading');
    expect(await step(ada)).toEqual({ status: 'done' });
    const bea = await bench.correspondent(anna);
    await writing(bea);
    await endPresence(bench.db, bea, 'key_anna');
    expect(await step(bea)).toEqual({ status: 'done' });
  });

  it('a step that nobody is written to by goes on', async () => {
    const ada = await bench.correspondent(anna, { nodes: [VISIT] });
    await writing(ada);
    expect(await step(ada, 'visit')).toMatchObject({ status: 'done' });
  });
});

describe('an answer that has not gone yet', () => {
  it('holds the sequence back; taken back, it wakes the sequence, which goes on', async () => {
    const ada = await bench.correspondent(anna);
    const answer = await bench.written(ada, 'Hello', { send_after: 60 });
    expect(await step(ada)).toMatchObject({
      status: 'deferred',
      text: 'Waits: Anna Keller has written to them, and that has not gone out yet',
    });
    await withdrawAnswer({ ...bench, profiles: [], findPlan: createPlanCache() }, answer.id);
    const { rows } = await bench.db.query(`select payload ->> 'type' as type from outbox where target_id = $1`, [
      ada.id,
    ]);
    expect(rows).toEqual([{ type: 'nudge' }]);
    expect(await step(ada, 'message', 1)).toEqual({ status: 'done' });
  });

  it('is stopped by a message of the sequence that went in between: its author has not seen that one', async () => {
    const ada = await bench.correspondent(anna);
    const last_seen = await bench.lastSeen(ada);
    expect(await step(ada)).toEqual({ status: 'done' });
    expect(await bench.write(ada, 'Hello', { last_seen })).toMatchObject({ why: { code: 'answered_meanwhile' } });
  });
});

describe('a sequence that its person is still in', () => {
  it('is paused with the answer, before anything more goes out', async () => {
    const ada = await bench.correspondent(anna);
    const answer = await bench.written(ada, 'Shall we talk?');
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect(await step(ada)).toMatchObject({ status: 'deferred', text: 'Paused' });
    expect(await bench.titles(ada.id)).toEqual([
      'Paused: Anna Keller answers in person',
      'Anna Keller answered Ada by message',
    ]);
    expect(await bench.received(ada)).toHaveLength(1);
  });

  it('goes on where the author says so', async () => {
    const ada = await bench.correspondent(anna);
    const answer = await bench.written(ada, 'Shall we talk?', { sequences: 'continue' });
    expect(await bench.perform(answer.id)).toMatchObject({ state: 'sent' });
    expect(await step(ada)).toEqual({ status: 'done' });
  });
});

describe('a step and an answer at the same moment', () => {
  it('never speak past each other: the one that comes second knows of the first', async () => {
    for (let round = 0; round < 12; round++) {
      const ada = await bench.correspondent(anna, { nodes: [message({ text: 'From the sequence' })] });
      await bench.db.query('delete from presences');
      const answer = await bench.written(ada, 'From a person', { sequences: 'continue' });
      // The step looks while the answer goes: from its own side it sees an answer that is written, or one that has gone.
      await Promise.all([step(ada), bench.perform(answer.id)]);
      const texts = (await bench.received(ada)).map(({ text }) => text);
      expect(texts[0]).toBe('From a person');
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepPoint } from '../../activities/step-points.ts';
import { beginErasure } from '../../src/runtime/erasure/begin-erasure.ts';
import { findAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { SECRET_KEY } from '../api/fixtures.ts';
import { eraseAll, searchEverywhere } from '../erasure/fixtures.ts';
import { type AnswerBench, type Correspondent, openAnswerBench } from './answer-bench.ts';

const secrets = createSecretBox(ringOf([secretKey(SECRET_KEY)]));
let bench: AnswerBench;
let accounts: Record<'professional' | 'email' | 'messenger', string>;

beforeAll(async () => {
  bench = await openAnswerBench();
  accounts = {
    professional: await bench.sender(),
    email: await bench.sender({ platform: 'email', email: 'anna@mail.example' }),
    messenger: await bench.sender({ platform: 'messenger', phone_number: '+33611111111' }),
  };
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
beforeEach(async () => {
  await bench.sandbox.control('DELETE', '/faults');
  await bench.db.query('update accounts set wall_held_until = null, hold_repeats = 0');
});
afterAll(() => bench.close());

const CHANNELS = { professional: 'classic', email: 'email', messenger: 'messenger' } as const;

async function somebody(channel: keyof typeof CHANNELS, plan: object = {}): Promise<Correspondent> {
  const who = await bench.correspondent({ id: accounts[channel], channel }, { plan });
  await bench.writes(who, 'Tell me more', CHANNELS[channel]);
  return who;
}
const subjectOf = (channel: string) => (channel === 'email' ? { subject: 'Flummoxing' } : {});
const begin = ({ lead_id }: Correspondent) =>
  beginErasure({ db: bench.db, clock: bench.clock, profiles: [], findPlan: createPlanCache(), secrets }, lead_id);
const textFor = ({ slug }: Correspondent) => `For ${slug}`;
const words = ({ slug, email }: Correspondent) => [slug, email];

/** Everything that the erasure does after it was answered, and what is left then. */
async function left(who: Correspondent): Promise<string[]> {
  await eraseAll({
    ...{ db: bench.db, clock: bench.clock, secrets },
    workflows: { erase: async () => 'gone' },
    files: { redact: async () => 0 },
    service: { at: 'http://v2.example', erase: async () => null },
  });
  return searchEverywhere(bench.db, words(who));
}

describe('somebody who is erased', () => {
  it('before an answer goes gets none, and what it would have said is gone', async () => {
    const ada = await somebody('professional');
    const { id } = await bench.written(ada, textFor(ada));
    await begin(ada);
    expect(await bench.perform(id)).toMatchObject({ state: 'not_sent', lead_id: null });
    expect(await bench.received(ada)).toEqual([]);
    expect(await left(ada)).toEqual([]);
  });

  it('leaves the slot that was booked for one to others', async () => {
    accounts.professional = await bench.sender();
    const plan = { limits: { message: [{ count: 1, per: 'day' as const }] } };
    const [ada, bea] = [await somebody('professional', plan), await somebody('professional', plan)];
    await bench.perform((await bench.written(ada, 'Hello')).id);
    const waits = await bench.written(bea, textFor(bea));
    expect(await bench.perform(waits.id)).toMatchObject({ state: 'waiting' });
    const booked = () => bench.db.query(`select from slots where answer_id = $1 and state = 'booked'`, [waits.id]);
    expect((await booked()).rowCount).toBe(1);
    await begin(bea);
    expect((await booked()).rowCount).toBe(0);
  });

  it.each(['professional', 'email', 'messenger'] as const)(
    'while one goes out by %s is not written to again, and nothing of it is left',
    async (channel) => {
      const ada = await somebody(channel);
      const { id } = await bench.written(ada, textFor(ada), subjectOf(channel));
      const erasing = async (point: StepPoint) => {
        if (point === 'response_received') await begin(ada);
      };
      expect(await bench.perform(id, { reached: erasing })).toMatchObject({ state: 'sent', lead_id: null });
      expect(await bench.perform(id)).toMatchObject({ state: 'sent' });
      expect(await bench.received(ada)).toHaveLength(1);
      const { rows } = await bench.db.query('select state, response from intents where answer_id = $1', [id]);
      expect(rows).toEqual([{ state: 'done', response: null }]);
      expect(await left(ada)).toEqual([]);
    },
  );

  it.each(['drop_after', 'drop_before', 'internal_error', 'rate_limited'])(
    'while one whose call ends in %s is under way is not written to again, and nothing of it is left',
    async (kind) => {
      const ada = await somebody('messenger');
      const { id } = await bench.written(ada, textFor(ada));
      await bench.sandbox.control('POST', '/faults', { kind, match: { action: 'send' } });
      const erasing = async (point: StepPoint) => {
        if (point === 'response_received') await begin(ada);
      };
      await bench.perform(id, { reached: erasing });
      const before = (await bench.received(ada)).length;
      bench.travel(bench.clock.now() + 3_600_000);
      await bench.perform(id);
      // What was found out of it is the truth.
      const state = before === 1 ? 'sent' : 'not_sent';
      expect(await findAnswer(bench.db, id)).toMatchObject({ state, lead_id: null });
      expect(await bench.received(ada)).toHaveLength(before);
      // What was sent so lately that its outcome may come yet is waited for.
      await bench.db.query(
        `update intents set wall_created_at = wall_created_at - interval '1 hour' where answer_id = $1`,
        [id],
      );
      expect(await left(ada)).toEqual([]);
    },
  );

  it('while somebody writes to them leaves nothing either', async () => {
    for (let round = 0; round < 6; round++) {
      const ada = await somebody('professional');
      const last_seen = await bench.lastSeen(ada);
      await Promise.all([bench.write(ada, textFor(ada), { last_seen }), begin(ada)]);
      expect(await left(ada)).toEqual([]);
    }
  });
});

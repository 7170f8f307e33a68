import { afterAll, beforeAll, expect, it } from 'vitest';
import { planDigest } from '../../src/language/plan/digest.ts';
import { findIntent } from '../../src/runtime/store/intents/find-intent.ts';
import { ask, MESSAGE, VISIT } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
});
afterAll(() => bench.close());

async function moved() {
  const person = await bench.sandbox.person({ first_name: 'Ada', degree: 1 });
  const [before, after] = [await bench.sequence([VISIT]), await bench.sequence([MESSAGE])];
  const enrollment = await bench.enroll(before, { profile_url: person.url, first_name: 'Ada' }, { professional: anna });
  const move = () =>
    bench.db.query('update enrollments set digest = $2 where id = $1', [enrollment.id, planDigest(after)]);
  return { enrollment, digest: planDigest(before), move, received: () => bench.sandbox.received(person.slug) };
}

it('begins no step of a version that the enrollment has left, and waits for the walk to hear of it', async () => {
  const { enrollment, digest, move, received } = await moved();
  await move();
  const result = await bench.activities(bench.v2).perform({ ...ask(enrollment, 'visit'), digest });
  expect(result).toMatchObject({ status: 'deferred', kind: 'time', text: 'Moves to another version' });
  expect(await received()).toEqual([]);
});

it('begins none either when the move is committed after its first look', async () => {
  const { enrollment, digest, move, received } = await moved();
  const activities = bench.activities(bench.v2, {}, async (point) => {
    if (point === 'before_intent') await move();
  });
  expect(await activities.perform({ ...ask(enrollment, 'visit'), digest })).toMatchObject({ status: 'deferred' });
  expect(await received()).toEqual([]);
  expect(await findIntent(bench.db, `${enrollment.id}/visit/1`)).toBe(null);
});

it('answers for a step that was taken before the move, and leaves the status snapshot to the new version', async () => {
  const { enrollment, digest, move } = await moved();
  const activities = bench.activities(bench.v2);
  const first = await activities.perform({ ...ask(enrollment, 'visit'), digest });
  expect(first).toMatchObject({ status: 'done' });
  await move();
  expect(await activities.perform({ ...ask(enrollment, 'visit'), digest })).toEqual(first);
  const standing = { status: 'active', kind: 'time', text: 'Waits', until: null } as const;
  await activities.settle({ enrollment_id: enrollment.id, node: 'visit', visit: 1, digest, standing });
  const { rows } = await bench.db.query('select node, waiting_text from enrollments where id = $1', [enrollment.id]);
  expect(rows).toEqual([{ node: null, waiting_text: null }]);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordStep } from '../../src/runtime/store/intents/record-step.ts';
import { writeIntent } from '../../src/runtime/store/intents/write-intent.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADA_ID, enrolled, happens, match, message } from '../events/fixtures.ts';

let bench: ApiBench;
beforeEach(async () => {
  bench = await openApi();
  await addSequence(bench.db, 'hello');
});
afterEach(() => bench.close());

const AT = new Date('2026-01-06T10:00:00Z');

it('records the outcome with the names and the relation that were learned, and has events by these names read again', async () => {
  const enrollment_id = await enrolled(bench, ada(), 'hello');
  const { rows } = await bench.db.query<{ lead_id: string; account_id: string }>(
    'select lead_id, (select id from accounts order by id limit 1) as account_id from enrollments where id = $1',
    [enrollment_id],
  );
  const [{ lead_id, account_id } = { lead_id: '', account_id: '' }] = rows;
  const name = profileIdentity(ADA_ID);
  if (name === null) throw new Error('no name');
  const reply = message(ADA_ID);
  await happens(bench, reply);
  await match(bench);
  const key = `${enrollment_id}/visit/1`;
  const request = { account_id, category: 'profiles', action: 'visit', params: {} };
  const intent = { key, enrollment_id, node: 'visit', visit: 1, limit_class: 'visit', request, at: AT };
  const { sends } = await bench.db.transaction((tx) => writeIntent(tx, { ...intent, over: 'not_done' }));
  const outcome = {
    ...{ key, sends, state: 'done' as const, response: {}, error_code: null, error_text: null, credits: 0, at: AT },
    ...{ result: { status: 'done' }, line: { type: 'visit', title: 'Visited' } },
  } as const;
  const learned = { names: [{ ...name, lead_id }], relations: [{ account_id, lead_id, degree: 2, at: AT }] };
  const recorded = { settled: true, stood: null, ended: false, has_leftovers: false };
  expect(await bench.db.transaction((tx) => recordStep(tx, { outcome, learned }))).toEqual(recorded);
  expect((await bench.db.query('select state from intents')).rows).toEqual([{ state: 'done' }]);
  expect((await bench.db.query('select lead_id from identities where value = $1', [name.value])).rows).toEqual([
    { lead_id },
  ]);
  expect((await bench.db.query('select degree from relations')).rows).toEqual([{ degree: 2 }]);
  expect((await bench.db.query('select state from events where event_id = $1', [reply.event_id])).rows).toEqual([
    { state: 'pending' },
  ]);
  const late = { ...recorded, settled: false };
  expect(await bench.db.transaction((tx) => recordStep(tx, { outcome, learned }))).toEqual(late);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { erasedHash } from '../../src/runtime/store/erasure/erased-hash.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { email, happens } from '../events/fixtures.ts';
import { checkAll, eraseAll, erasingOf, searchEverywhere } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const enroll = async (lead: Readonly<Record<string, string>>) =>
  (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead: { first_name: 'Zebulina', ...lead } })).body;
const note = (text: string) =>
  api.db.query(
    `insert into holds (scope, target, state, note, at) values ('account', 'acc_none', 'paused', $1, now())`,
    [text],
  );

it('an address is erased in every spelling of its mailbox, and no other address is', async () => {
  const { lead_id } = await enroll({ email: 'Zebulina.Quack+news@gmail.com' });
  await note('Ask zebulinaquack@googlemail.com, ZEBULINA.QUACK@gmail.com or zebulinaquack@acme.example.');
  const { receipt_id } = (await api.call('DELETE', `/api/leads/${lead_id}`)).body;
  await eraseAll(erasingOf(api));
  expect(await searchEverywhere(api.db, ['zebulina.quack', 'googlemail', 'gmail.com'])).toEqual([]);
  expect(await searchEverywhere(api.db, ['zebulinaquack@acme.example'])).toEqual(['holds.note']);

  const { receipt } = (await api.call('GET', `/api/erasures/${receipt_id}`)).body;
  await api.db.query(`update holds set note = 'Zebulina.Quack@googlemail.com is back'`);
  const check = await api.call('POST', '/api/erasure-checks', { receipt });
  await checkAll(api);
  const { body } = await api.call('GET', `/api/erasure-checks/${check.body.id}`);
  expect(body).toMatchObject({ ok: false, found: [{ where: 'holds.note', count: 1 }] });
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['email:zebulina.quack@gmail.com', { email: 'Zebulina.Quack@gmail.com' }],
  ['email:zebulina@münchen.example', { email: 'Zebulina@MÜNCHEN.example' }],
  ['phone:33612345678', { phone_number: '33 6 12 34 56 78', country: 'FR' }],
])('of whom the version before erased as %s nothing is taken in', async (name, lead) => {
  await api.db.query(
    `insert into suppressions (id, kind, value, reason, created_at) values ('sup_1', 'erased', ${erasedHash('$1')}, 'erased', now())`,
    [name],
  );
  expect(await enroll(lead)).toMatchObject({ code: 'suppressed' });
  if (lead.email === undefined) return;
  await happens(api, email({ sender: { name: 'Zebulina', email: lead.email, is_self_sent: false } }));
  const { rows } = await api.db.query('select state, payload, keys from events');
  expect(rows).toEqual([{ state: 'ignored', payload: {}, keys: [] }]);
});

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

it('a name is erased wherever it stands in a text: decomposed, in an address, a query, HTML or the name of a file', async () => {
  const { lead_id } = await enroll({
    ...{ first_name: 'Zoë', last_name: 'Müller-Ångström' },
    profile_url: 'https://professional.example/in/zoë-müller-42',
  });
  const name = 'Zoë Müller-Ångström';
  const forms = [
    ...[name.normalize('NFD'), name.toUpperCase(), encodeURIComponent(name), name.replace(' ', '_'), 'zoë-müller-42'],
    ...[
      'Zo&euml; M&uuml;ller-&Aring;ngstr&ouml;m',
      'Zo\\u00eb M\\u00fcller-\\u00c5ngstr\\u00f6m',
      'zo%c3%ab-m%c3%bcller-42',
    ],
  ];
  const notes = forms.map((form) => `See https://x.example/in/${form}, too`);
  for (const [index, text] of [...notes, 'Zoë Müller, who is somebody else'].entries()) {
    await api.db.query(
      `insert into holds (scope, target, state, note, at) values ('account', $1, 'paused', $2, now())`,
      [`acc_${index}`, text],
    );
  }
  const { receipt_id } = (await api.call('DELETE', `/api/leads/${lead_id}`)).body;
  await eraseAll(erasingOf(api));
  const { rows } = await api.db.query<{ note: string }>('select distinct note from holds order by note');
  expect(rows.map(({ note: text }) => text)).toEqual([
    'See https://x.example/in/(erased), too',
    'Zoë Müller, who is somebody else',
  ]);

  const { receipt } = (await api.call('GET', `/api/erasures/${receipt_id}`)).body;
  for (const [index, text] of notes.entries())
    await api.db.query(`update holds set note = $2 where target = $1`, [`acc_${index}`, text]);
  const check = await api.call('POST', '/api/erasure-checks', { receipt });
  await checkAll(api);
  const { body } = await api.call('GET', `/api/erasure-checks/${check.body.id}`);
  expect(body).toMatchObject({ ok: false, found: [{ where: 'holds.note', count: notes.length }] });
});

it.each<[string, Readonly<Record<string, string>>]>([
  ['email:zebulina.quack@gmail.com', { email: 'Zebulina.Quack@gmail.com' }],
  ['email:zebulina@münchen.example', { email: 'Zebulina@MÜNCHEN.example' }],
  ['phone:33612345678', { phone_number: '33 6 12 34 56 78', country: 'FR' }],
])('nothing is enrolled or ingested of a person whom the version before erased as %s', async (name, lead) => {
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

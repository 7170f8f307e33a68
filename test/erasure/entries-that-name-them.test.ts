import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasedHash } from '../../src/runtime/store/erasure/erased-hash.ts';
import { noteNamesakesAfter } from '../../src/runtime/store/suppressions/namesakes.ts';
import { isSuppressed } from '../../src/runtime/store/suppressions/suppressed-lead.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { eraseAll, erasingOf, searchEverywhere } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

let keys = 0;
const enroll = (lead: object) =>
  api.call(
    'POST',
    '/api/enrollments',
    { sequence: 'hello', lead },
    { headers: { 'idempotency-key': `lead ${++keys}` } },
  );

async function list(entry: object): Promise<void> {
  const { status, body } = await api.call('POST', '/api/suppressions', entry);
  expect(status, JSON.stringify(body)).toBe(201);
}

/** As the first part of an erasure leaves them; entries that come now are met by its later parts. */
async function beginErasing(lead: object): Promise<void> {
  const { body } = await enroll(lead);
  const begun = await api.call('DELETE', `/api/leads/${body.lead_id}`);
  expect(begun.body).toMatchObject({ status: 'running' });
}

const readErrors = async () => {
  const { rows } = await api.db.query('select last_error from erasures where last_error is not null');
  return rows;
};

it('an entry that comes while a person is being erased holds as a hash, of two people as well', async () => {
  const emails = ['zora@quux.example', 'yves@quux.example'];
  for (const [n, email] of emails.entries()) {
    await beginErasing({ first_name: 'Z', profile_url: `https://professional.example/in/zora-${n}`, email });
  }
  await list({ email: 'zora@quux.example' });
  await list({ email: 'yves@quux.example' });
  await eraseAll(erasingOf(api));
  expect(await readErrors()).toEqual([]);
  expect(await searchEverywhere(api.db, ['zora', 'yves'])).toEqual([]);
  for (const email of emails) {
    expect(
      await enroll({ first_name: 'Z', email, profile_url: 'https://professional.example/in/nobody' }),
    ).toMatchObject({ status: 409, body: { code: 'suppressed' } });
  }
});

it('a company and a domain that are called like a person stay on the list, without the name', async () => {
  const profile_url = 'https://professional.example/in/anna-keller-7';
  await list({ company: 'Anna Keller' });
  await list({ domain: 'anna-keller-7.example' });
  await beginErasing({ first_name: 'Anna', last_name: 'Keller', profile_url });
  await eraseAll(erasingOf(api));
  expect(await readErrors()).toEqual([]);
  expect(await searchEverywhere(api.db, ['anna keller', 'anna-keller'])).toEqual([]);

  const colleague = { first_name: 'Ben', profile_url: 'https://professional.example/in/ben', company: 'Anna Keller' };
  expect(await enroll(colleague)).toMatchObject({
    status: 409,
    body: { code: 'suppressed', detail: 'This person is on the do-not-contact list by company.' },
  });
  const mailed = { first_name: 'Ben', email: 'ben@office.anna-keller-7.example' };
  expect(await enroll(mailed)).toMatchObject({
    status: 409,
    body: { code: 'suppressed', detail: 'This person is on the do-not-contact list by domain.' },
  });
});

it.each(['company:initech', 'domain:initech.example'])(
  'whoever is known already is shown as suppressed by %s, hashed',
  async (name) => {
    const { body } = await enroll({
      ...{ first_name: 'Cleo', profile_url: `https://professional.example/in/cleo-${++keys}` },
      ...{ email: `cleo${keys}@mail.initech.example`, company: 'Initech' },
    });
    const suppressed = async () => {
      const ask = async (value: boolean) => {
        const text = `select from leads l where l.id = $1 and ${isSuppressed('l.id', '$2', value)}`;
        return (await api.db.query(text, [body.lead_id, value])).rows.length;
      };
      // Whoever is on the list, found from its entries, is nobody who is not, found person by person.
      expect(await ask(false)).toBe(1 - (await ask(true)));
      return ask(true);
    };
    expect(await suppressed()).toBe(0);
    await api.db.query(
      `insert into suppressions (id, kind, value, reason, created_at) values ('sup_hash', 'erased', ${erasedHash('$1::text')}, 'erased', now())`,
      [name],
    );
    // As before a role begins, of what was written by a version that did not write them down.
    expect(await noteNamesakesAfter(api.db, '', 1000)).toBe(null);
    expect(await suppressed()).toBe(1);
    await api.db.query(`delete from suppressions where id = 'sup_hash'`);
  },
);

it('rows whose key is an address of theirs in other spellings do not become the same row', async () => {
  await api.db.query(
    `insert into address_reports (address, kind, at, reason, account_id)
     select address, 'bounce', now(), 'no such user', 'acc_mail'
       from unnest(array['q.uinn9@gmail.com', 'qu.inn9@gmail.com']) as address`,
  );
  await beginErasing({
    ...{ first_name: 'Q', profile_url: 'https://professional.example/in/quinn-9', email: 'quinn9@gmail.com' },
  });
  await eraseAll(erasingOf(api));
  expect(await readErrors()).toEqual([]);
  const { rows } = await api.db.query<{ address: string }>('select address from address_reports');
  expect(rows.map(({ address }) => address.slice(0, 'erased:'.length))).toEqual(['erased:', 'erased:']);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasedHash } from '../../src/runtime/store/erasure/erased-hash.ts';
import { findSuppression } from '../../src/runtime/store/suppressions/find-suppression.ts';
import { type Bench, openBench } from '../enroll/fixtures.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const ADDRESS = { kind: 'email', value: 'ada@acme.example' } as const;
const list = (id: string, kind: string, value: string, reason: string) =>
  bench.db.query(
    `insert into suppressions (id, kind, value, reason, created_at) values ($1, $2, ${value}, $3, now())`,
    [id, kind, reason],
  );

it('says of somebody who is on the list and was erased that they were erased, whichever entry came first', async () => {
  const asked = { names: [ADDRESS], lead_ids: [] };
  await list('sup_1', 'email', `'${ADDRESS.value}'`, 'unsubscribed');
  expect(await findSuppression(bench.db, asked)).toMatchObject({ id: 'sup_1', reason: 'unsubscribed' });
  // With an id behind the other's, and one before it: of what was given of them nothing may be kept with another reason.
  await list('sup_2', 'erased', erasedHash(`'email:${ADDRESS.value}'`), 'erased');
  expect(await findSuppression(bench.db, asked)).toMatchObject({ id: 'sup_2', kind: 'erased' });
  await list('sup_0', 'domain', `'acme.example'`, 'a competitor');
  expect(
    await findSuppression(bench.db, { ...asked, names: [ADDRESS, { kind: 'domain', value: 'acme.example' }] }),
  ).toMatchObject({ id: 'sup_2', kind: 'erased' });
});

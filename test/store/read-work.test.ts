import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestReconciliation } from '../../src/runtime/store/events/request-reconciliation.ts';
import { readWork } from '../../src/runtime/store/read-work.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';

let bench: ApiBench;
beforeEach(async () => {
  bench = await openApi();
});
afterEach(() => bench.close());

it('is at rest while a search waits for an account that is signed out, and at work once it is back', async () => {
  const at = new Date();
  const request = { account_id: 'acc_anna', reason: 'it was signed out', depth: 'free', since: null } as const;
  await requestReconciliation(bench.db, { ...request, at, not_within: 0 });
  const signed = async (status: string) => {
    await bench.db.query("update accounts set status = $1 where id = 'acc_anna'", [status]);
    const { under_way, next } = await readWork(bench.db, at);
    return { under_way, next };
  };
  expect(await signed('inactive')).toEqual({ under_way: [], next: null });
  expect(await signed('connected')).toEqual({
    under_way: [{ what: 'searches for missed events', count: 1 }],
    next: null,
  });
});

it('shows by its mark that a signal was written and sent in between, the very first one too', async () => {
  const look = () => readWork(bench.db, new Date());
  const before = await look();
  await bench.db.query(
    "insert into outbox (kind, target_id, payload, created_at) values ('start_enrollment', 'x', '{}', now())",
  );
  await bench.db.query('delete from outbox');
  const after = await look();
  expect({ ...after, mark: before.mark }).toEqual(before);
  expect(after.mark).not.toBe(before.mark);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWork } from '../../src/runtime/store/read-work.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';

let bench: ApiBench;
beforeEach(async () => {
  bench = await openApi();
});
afterEach(() => bench.close());

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

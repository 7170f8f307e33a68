import { afterEach, beforeEach, expect, it } from 'vitest';
import { announce } from '../../src/runtime/store/announcements/announce.ts';
import { followCauses, newestCause } from '../../src/runtime/store/announcements/follow-causes.ts';
import { readCauses } from '../../src/runtime/store/announcements/read-causes.ts';
import { type Bench, openBench } from '../enroll/fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const labeled = (label: string) => ({ type: 'reply.labeled' as const, at: new Date(), detail: { label } });
const read = async (after: bigint, upto: bigint) =>
  (await readCauses(bench.db, { after, upto, limit: 100 })).causes.map(({ detail }) => detail.label);

it('reads nothing past what somebody is still writing, and loses nothing that becomes visible behind it', async () => {
  const causes = followCauses(bench.db);
  const begun = (await causes.settled()) ?? 0n;
  let commit = (): void => undefined;
  const slow = bench.db.transaction(async (tx) => {
    await announce(tx, labeled('slow'));
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
  });
  while ((await newestCause(bench.db)) === begun) await new Promise((resolve) => setTimeout(resolve, 5));
  await announce(bench.db, labeled('fast'));
  // The fast one is committed, and has the higher id.
  for (let looks = 0; looks < 5; looks++) expect(await causes.settled()).toBe(begun);
  commit();
  await slow;
  let settled = begun;
  while (settled === begun) settled = (await causes.settled()) ?? begun;
  while (settled < (await newestCause(bench.db))) settled = (await causes.settled()) ?? settled;
  expect(await read(begun, settled)).toEqual(['slow', 'fast']);
});

it('passes over ids that were never committed', async () => {
  const causes = followCauses(bench.db);
  await bench.db
    .transaction(async (tx) => {
      await announce(tx, labeled('taken back'));
      throw new Error('undone');
    })
    .catch(() => undefined);
  await announce(bench.db, labeled('kept'));
  const settled = await causes.settled();
  expect(settled).toBe(await newestCause(bench.db));
  expect(await read(0n, settled ?? 0n)).toContain('kept');
  expect(await read(0n, settled ?? 0n)).not.toContain('taken back');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPage } from '../../src/runtime/store/listing.ts';
import { closeLeftTasks } from '../../src/runtime/store/tasks/close-tasks.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { type Bench, openBench, VISIT } from '../activities/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

it('a performer that was frozen closes what was asked before its step, not what a later step asks', async () => {
  const plan = await bench.sequence([VISIT]);
  const { id } = await bench.enroll(plan, { first_name: 'Ada' }, { professional: 'acc_anna' });
  const at = (second: number) => new Date(bench.clock.now() + second * 1000);
  const ask = (node: string, created_at: Date, asked: readonly number[]) =>
    openTask(bench.db, {
      ...{ id: newId('tsk'), enrollment_id: id, node, visit: 1, kind: 'task', text: node },
      ...{ preview: {}, due_at: null, created_at, asked },
    });
  await ask('earlier', at(0), [0, 5, 1]);
  await ask('later', at(20), [0, 9, 3]);
  const visit = { node: 'visit', visit: 1 };
  await closeLeftTasks(bench.db, id, visit, at(30), [0, 9, 2]);
  const status = async () =>
    Object.fromEntries(
      (await readPage(bench.db, taskListing({ enrollment_id: id }), { limit: 10 })).map((task) => [
        task.node,
        task.status,
      ]),
    );
  expect(await status()).toEqual({ earlier: 'withdrawn', later: 'open' });
  await closeLeftTasks(bench.db, id, visit, at(30), [1, 3, 1]);
  expect(await status()).toEqual({ earlier: 'withdrawn', later: 'withdrawn' });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StatusSnapshot } from '../../src/core/engine/contracts.ts';
import { planDigest } from '../../src/language/plan/digest.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { type Bench, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';
import { message } from './nodes.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

const REVIEWED: Node = { ...message({ text: 'Hello', review: true }), id: 'reviewed' };

/**
 * Counts what was asked about tasks while it was written where a walk of these nodes stands, and says what became of
 * the task of an earlier step.
 */
async function settled(nodes: Node[], { asked }: { asked: boolean }) {
  const plan = await bench.sequence(nodes);
  const lead = await bench.enroll(plan, { first_name: 'Ada' }, { professional: 'acc_anna' });
  const at = new Date(bench.clock.now());
  const task = {
    enrollment_id: lead.id,
    node: 'earlier',
    visit: 1,
    kind: 'task',
    text: '',
    preview: {},
    due_at: null,
  } as const;
  if (asked) await openTask(bench.db, { id: newId('tsk'), ...task, created_at: at, asked: [0, 5, 1] });
  const stands: StatusSnapshot = {
    ...{ enrollment_id: lead.id, node: 'visit', visit: 1, digest: planDigest(plan), progress: [0, 9, 2] },
    standing: { status: 'active', kind: 'time', text: 'visit', until: null },
  };
  const asks = vi.spyOn(bench.db, 'query');
  await bench.activities(createCountingClient().client).settle(stands);
  const closes = asks.mock.calls.filter(([text]) => text.includes('update tasks')).length;
  asks.mockRestore();
  const { rows } = await bench.db.query('select status from tasks where enrollment_id = $1', [lead.id]);
  return { closes, tasks: rows.map(({ status }) => status) };
}

describe('where a walk stands', () => {
  it('is written without a look for tasks, where no step of its version asks a person', async () => {
    expect(await settled([VISIT], { asked: false })).toEqual({ closes: 0, tasks: [] });
    expect(await settled([VISIT, REVIEWED], { asked: false })).toEqual({ closes: 1, tasks: [] });
  });

  it('closes what a step of an earlier version has asked', async () => {
    expect(await settled([VISIT], { asked: true })).toEqual({ closes: 1, tasks: ['withdrawn'] });
  });
});

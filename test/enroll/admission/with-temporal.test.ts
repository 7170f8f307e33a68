import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENROLLMENT_WORKFLOW, enrollmentWorkflowId } from '../../../src/core/engine/contracts.ts';
import { createBeginning } from '../../../src/runtime/enroll/admission/begin-waiting.ts';
import { applyChange } from '../../../src/runtime/enroll/apply/apply-change.ts';
import { applySequence } from '../../../src/runtime/enroll/apply/apply-sequence.ts';
import { planChange } from '../../../src/runtime/enroll/apply/plan-change.ts';
import { enrollBatch } from '../../../src/runtime/enroll/enroll-batch.ts';
import { stopEnrollments } from '../../../src/runtime/store/enrollments/stop-enrollments.ts';
import { type EngineInTemporal, startEngineInTemporal } from '../../support/engine-in-temporal.ts';
import { type Bench, openBench } from '../fixtures.ts';

let bench: Bench;
let engine: EngineInTemporal;
beforeAll(async () => {
  [bench, engine] = await Promise.all([openBench(), startEngineInTemporal()]);
});
afterAll(async () => {
  await engine?.close();
  await bench?.close();
});

async function begin(): Promise<void> {
  const turn = createBeginning({ ...bench, profiles: [] });
  while (await turn());
  await engine.tellTemporal(bench);
}

const isThere = (id: string): Promise<boolean> =>
  engine.environment.client.workflow
    .getHandle(enrollmentWorkflowId(id))
    .describe()
    .then(
      ({ type }) => type === ENROLLMENT_WORKFLOW,
      () => false,
    );

const text = (second: string) =>
  `sequence: hello\nsenders: { professional: [acc_anna] }\nlimits: { visits: 5/day, invites: 5/day }\nsteps:\n  - visit\n${second}`;

describe('Temporal', () => {
  it('knows only those who have begun; the others stop and move as rows', async () => {
    await applySequence(bench, engine.known(text('  - end: one\n')));
    const leads = Array.from({ length: 40 }, (_, n) => ({ first_name: `P${n}`, profile_url: `p-${n}` }));
    const enrolled = await enrollBatch(bench, { sequence: 'hello', leads });
    if (enrolled.kind === 'refused') throw new Error(enrolled.message);
    const ids = enrolled.results.map(({ id }) => id ?? '');
    await begin();
    const [first = '', stopped = '', moved = ''] = [ids[29], ids[30], ids[31]];
    expect(await Promise.all([first, stopped, moved].map(isThere))).toEqual([true, false, false]);

    await stopEnrollments(bench.db, { ids: [stopped], outcome: 'replied', event_id: 'evt', at: new Date() });
    const planned = await planChange(bench, 'hello', engine.known(text('  - end: two\n')), { move: true });
    if (planned.kind !== 'planned' || planned.shown.id === null) throw new Error(JSON.stringify(planned));
    expect(await applyChange(bench, 'hello', { id: planned.shown.id })).toMatchObject({
      change: { version: 2, moved: 39 },
    });
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'one' where id = any($1)`, [
      ids.slice(0, 30),
    ]);
    await begin();
    expect(await Promise.all([stopped, moved].map(isThere))).toEqual([false, true]);
    const { rows } = await bench.db.query(
      `select e.version, q.digest = e.digest as in_its_group from enrollments e join queues q on q.id = e.queue where e.id = $1`,
      [moved],
    );
    expect(rows).toEqual([{ version: 2, in_its_group: true }]);
  });
});

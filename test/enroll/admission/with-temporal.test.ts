import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENROLLMENT_WORKFLOW, enrollmentWorkflowId } from '../../../src/core/engine/contracts.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { createBeginning } from '../../../src/runtime/enroll/admission/begin-waiting.ts';
import { applyChange } from '../../../src/runtime/enroll/apply/apply-change.ts';
import { planChange } from '../../../src/runtime/enroll/apply/plan-change.ts';
import { applySequence } from '../../../src/runtime/enroll/apply-sequence.ts';
import { enrollBatch } from '../../../src/runtime/enroll/enroll-batch.ts';
import { dispatchOutbox } from '../../../src/runtime/events/dispatch-outbox.ts';
import { stopEnrollments } from '../../../src/runtime/store/enrollments/stop-enrollments.ts';
import { moveEnrollment, signalEnrollment } from '../../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../../src/runtime/temporal/start.ts';
import { planShelf, startDevServer } from '../../support/temporal.ts';
import { type Bench, openBench } from '../fixtures.ts';

let bench: Bench;
let environment: TestWorkflowEnvironment;
const shelf = planShelf();
beforeAll(async () => {
  [bench, environment] = await Promise.all([openBench(), startDevServer(shelf)]);
});
afterAll(async () => {
  await environment?.teardown();
  await bench?.close();
});

function known(text: string): string {
  const compiled = compileSequence(text);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  shelf.add(compiled.plan);
  return text;
}

async function tellTemporal(): Promise<void> {
  const { client } = environment;
  const workflows = {
    startEnrollment: (start: Parameters<typeof startEnrollment>[1]) => startEnrollment(client, start),
    startCampaign: async () => undefined,
    signalEnrollment: (id: string, event: Parameters<typeof signalEnrollment>[2]) =>
      signalEnrollment(client, id, event),
    moveEnrollment: (id: string, move: Parameters<typeof moveEnrollment>[2]) => moveEnrollment(client, id, move),
  };
  const onError = (error: unknown) => {
    throw error;
  };
  while ((await dispatchOutbox({ ...bench, workflows, onError })) > 0);
}

async function begin(): Promise<void> {
  const turn = createBeginning({ ...bench, profiles: [] });
  while (await turn());
  await tellTemporal();
}

const isThere = (id: string): Promise<boolean> =>
  environment.client.workflow
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
    await applySequence(bench, known(text('  - end: one\n')));
    const leads = Array.from({ length: 40 }, (_, n) => ({ first_name: `P${n}`, profile_url: `p-${n}` }));
    const enrolled = await enrollBatch(bench, { sequence: 'hello', leads });
    if (enrolled.kind === 'refused') throw new Error(enrolled.message);
    const ids = enrolled.results.map(({ id }) => id ?? '');
    await begin();
    const [first = '', stopped = '', moved = ''] = [ids[29], ids[30], ids[31]];
    expect(await Promise.all([first, stopped, moved].map(isThere))).toEqual([true, false, false]);

    await stopEnrollments(bench.db, { ids: [stopped], outcome: 'replied', event_id: 'evt', at: new Date() });
    const planned = await planChange(bench, 'hello', known(text('  - end: two\n')), { move: true });
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

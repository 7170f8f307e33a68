import type { Payload } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { beforeAll, expect, it } from 'vitest';
import { ENROLLMENT_WORKFLOW, type EnrollmentStart } from '../../src/core/engine/contracts.ts';
import { ENROLLMENT_START } from '../../src/core/engine/schema/chains.ts';
import { schemaOf } from '../../src/core/engine/schema/up-to-date.ts';
import { createDataConverter } from '../../src/runtime/temporal/data-converter.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { installQuietRuntime, TEST_KEY } from '../support/temporal.ts';
import { workflowBundle } from '../support/workflow-bundle.ts';
import { plansOf, readHistories } from './files.ts';
import { reword } from './reword.ts';

const recorded = readHistories();
const plans = plansOf(recorded);
const dataConverter = createDataConverter({
  keys: ringOf([TEST_KEY]),
  async loadPlan(digest) {
    const plan = plans.get(digest);
    if (!plan) throw new Error(`the recording has no plan ${digest}`);
    return plan;
  },
});
let code: string;

beforeAll(async () => {
  installQuietRuntime();
  ({ code } = await workflowBundle());
});

/** The workflows whose history this code does not replay, and how many were tried. */
async function replay(bundle: string): Promise<{ failures: string[]; replayed: number }> {
  const results = Worker.runReplayHistories(
    { workflowBundle: { code: bundle }, dataConverter },
    recorded.map(({ workflow_id, history }) => ({ workflowId: workflow_id, history })),
  );
  const failures: string[] = [];
  let replayed = 0;
  for await (const { workflowId, error } of results) {
    replayed += 1;
    if (error) failures.push(`${workflowId}: ${error.message}`);
  }
  return { failures, replayed };
}

it('replays every history that was ever recorded', async () => {
  expect(recorded.length).toBeGreaterThanOrEqual(7);
  const { failures, replayed } = await replay(code);
  expect(failures).toEqual([]);
  expect(replayed).toBe(recorded.length);
});

it('refuses a change that asks for another activity than the histories have', async () => {
  const call = /local\.settle\.executeWithOptions\(/g;
  expect(code).toMatch(call);
  const { failures } = await replay(code.replace(call, 'local.perform.executeWithOptions('));
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.join()).toMatch(/nondeterminism|non-?determin/i);
});

it('replays every history whatever its texts are, for they are words for people', async () => {
  const { code: reworded, texts } = reword(code);
  expect(texts).toEqual(
    expect.arrayContaining(['Paused', 'Waits for ', 'the invitation to be accepted', 'Rescheduled by a person']),
  );
  const { failures, replayed } = await replay(reworded);
  expect(failures).toEqual([]);
  expect(replayed).toBe(recorded.length);
});

it('holds histories of steps that wrote where the walk stands, from before and after walks counted their inputs', () => {
  const kinds = recorded.map(({ history: { events } }) => {
    const markers = (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) => marker?.markerName ?? []);
    return markers.includes('core_patch');
  });
  expect(new Set(kinds)).toEqual(new Set([true, false]));
});

/** How each run of an enrollment began: with which schema, and whether anew, continued as new, or again after a run that was lost or failed. */
async function beginnings(): Promise<{ readonly schema: number | undefined; readonly began: string }[]> {
  const found: Awaited<ReturnType<typeof beginnings>> = [];
  for (const { history } of recorded) {
    const { workflowType, input, memo } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
    if (workflowType?.name !== ENROLLMENT_WORKFLOW) continue;
    let payloads: Payload[] = [...(input?.payloads ?? [])].slice(0, 1);
    for (const codec of [...(dataConverter.payloadCodecs ?? [])].reverse()) payloads = await codec.decode(payloads);
    const { schema, state }: EnrollmentStart = JSON.parse(Buffer.from(payloads[0]?.data ?? '').toString());
    const again = memo?.fields?.again !== undefined;
    found.push({ schema, began: again ? 'again' : state === undefined ? 'anew' : 'continued' });
  }
  return found;
}

it('holds histories of the present schema that began anew, were continued as new, and began again', async () => {
  const present = (await beginnings()).filter(({ schema }) => schema === schemaOf(ENROLLMENT_START));
  expect(new Set(present.map(({ began }) => began))).toEqual(new Set(['anew', 'continued', 'again']));
});

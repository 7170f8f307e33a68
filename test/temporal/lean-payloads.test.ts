import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { expect, it } from 'vitest';
import { createDataConverter } from '../../src/runtime/temporal/data-converter.ts';
import { codePayloadsLeanly } from '../../src/runtime/temporal/lean-payloads.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { pipeline } from '../engine/plans.ts';

codePayloadsLeanly();

const load = createRequire(import.meta.url);
const { WorkflowCodecRunner } = load('@temporalio/worker/lib/workflow-codec-runner') as {
  WorkflowCodecRunner: new (
    codecs: readonly PayloadCodec[],
    context: object,
  ) => Record<'decodeActivation' | 'encodeCompletion', (message: object) => Promise<object>>;
};
const sdk = load('@temporalio/common/lib/internal-non-workflow') as {
  visit: (root: object, walk: unknown, options: unknown) => Promise<void>;
  walkWorkflowActivation: unknown;
  extstoreInboundOptions: (storage: undefined) => unknown;
};
const { WorkflowActivation } = proto.coresdk.workflow_activation;

const digest = `sha256:${'a'.repeat(64)}`;
const key = { id: 'now', key: createHash('sha256').update('now').digest() };
const plain = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

function codecs() {
  const loads: string[] = [];
  const { payloadCodecs = [] } = createDataConverter({
    keys: ringOf([key]),
    async loadPlan(asked) {
      loads.push(asked);
      return pipeline;
    },
  });
  return { ours: payloadCodecs, loads };
}
/** The same codecs as the SDK knows those of others. */
const ofOthers = (ours: readonly PayloadCodec[]): PayloadCodec[] =>
  ours.map(({ encode, decode }) => ({ encode, decode }));
const runner = (all: readonly PayloadCodec[]) =>
  new WorkflowCodecRunner(all, { type: 'workflow', namespace: 'default', workflowId: 'enr:1' });
const coded = async ([codec]: readonly PayloadCodec[], values: readonly unknown[]) =>
  (await codec?.encode(values.map(plain))) ?? [];

async function activation(ours: readonly PayloadCodec[]) {
  const args = await coded(ours, [{ enrollment_id: 'enr_1' }, { overture_plan: digest }]);
  const [result] = await coded(ours, [{ status: 'done' }]);
  const input = await coded(ours, [{ type: 'stop' }]);
  return WorkflowActivation.fromObject({
    runId: 'run',
    timestamp: { seconds: 1, nanos: 2 },
    jobs: [
      { initializeWorkflow: { workflowId: 'enr:1', arguments: args } },
      { signalWorkflow: { signalName: 'event', input } },
      { resolveActivity: { seq: 1, isLocal: true, result: { completed: { result } } } },
      { fireTimer: { seq: 2 } },
    ],
  });
}

const completion = {
  runId: 'run',
  successful: {
    commands: [
      {
        userMetadata: { summary: plain('Send a message') },
        scheduleLocalActivity: { seq: 1, activityId: '1', arguments: [plain({ canary: 1 }), plain('readable')] },
      },
      { startTimer: { seq: 2, startToFireTimeout: { seconds: 5, nanos: 0 } } },
      { completeWorkflowExecution: { result: plain('completed') } },
    ],
  },
};

it('an activation is decoded as the SDK decodes it, with a plan that is loaded once', async () => {
  const { ours, loads } = codecs();
  const expected = await runner(ofOthers(ours)).decodeActivation(await activation(ours));
  expect(JSON.stringify(expected).length).toBeGreaterThan(JSON.stringify(pipeline).length);
  for (const fresh of [ours, codecs().ours, ours])
    expect(await runner(fresh).decodeActivation(await activation(ours))).toEqual(expected);
  expect(loads).toEqual([digest]);
});

it('a completion is encoded as the SDK encodes it: arguments hidden, summaries and outcomes readable', async () => {
  const { ours } = codecs();
  const [lean, before] = await Promise.all(
    [ours, ofOthers(ours)].map((all) => runner(all).encodeCompletion(structuredClone(completion))),
  );
  const text = JSON.stringify(lean);
  expect(text).not.toContain(Buffer.from('"canary"').toString('base64').slice(0, 8));
  // Each is encrypted anew, so what differs is the arguments' bytes alone.
  const hidden = (message: unknown) => JSON.stringify(message).replace(/"data":"[\w+/=]{60,}"/g, '"data":"hidden"');
  expect(hidden(lean)).toBe(hidden(before));
});

it('a payload that refers to an external storage is refused, as there is none', async () => {
  const encoding = Buffer.from('json/protobuf');
  const messageType = Buffer.from('temporal.api.sdk.v1.ExternalStorageReference');
  const reference = { metadata: { encoding, messageType }, data: Buffer.from('{}') };
  const look = (payload: Payload) =>
    sdk.visit(
      WorkflowActivation.fromObject({ jobs: [{ signalWorkflow: { input: [payload] } }] }),
      ...([sdk.walkWorkflowActivation, sdk.extstoreInboundOptions(undefined)] as const),
    );
  await look(plain({ a: 1 }));
  await expect(look(reference)).rejects.toThrow(/external storage/i);
});

import { createRequire } from 'node:module';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { soonBehind } from './soon-codec.ts';

const load = createRequire(import.meta.url);

/** A transformation as the SDK's walks through a message wait for it. */
interface Waited<T> {
  then(take: (value: T) => void): unknown;
}

/** The SDK's walk through all payloads of a message: it asks what becomes of each, writes that into the message, and returns what it waits for. */
type Walk = (root: object, env: WalkEnv) => unknown[];

interface WalkEnv {
  transformPayload(payload: Payload): Waited<Payload>;
  transformPayloads(payloads: Payload[]): Waited<Payload[]>;
  readonly skipHeaders: boolean;
  readonly skipSearchAttributes: boolean;
}

interface CodecRunner {
  readonly codecs: readonly PayloadCodec[];
  decodeActivation(activation: object): Promise<object>;
  encodeCompletion(completion: object): Promise<object>;
}

/** The SDK's transformation of all payloads of a message. */
interface Visit {
  readonly transformPayload: (payload: Payload) => unknown;
  readonly transformPayloads: (payloads: Payload[]) => unknown;
  readonly skipSearchAttributes?: boolean;
}

type VisitAll = (root: object, walk: Walk, options: Visit) => Promise<void>;

let isInstalled = false;

/**
 * From now on payloads of workflows are coded without a promise, a controller to abort it and a semaphore for each. The SDK takes these for codecs over a network; ours computes for some microseconds. Where a codec
 * is not ours, or has to wait for somebody, all is as before.
 */
export function codePayloadsLeanly(): void {
  if (isInstalled) return;
  isInstalled = true;
  lookForReferencesLeanly();
  const { WorkflowCodecRunner } = load('@temporalio/worker/lib/workflow-codec-runner') as {
    WorkflowCodecRunner: { prototype: CodecRunner };
  };
  const { walkWorkflowActivation, walkWorkflowActivationCompletion } = load(
    '@temporalio/proto/lib/payload-visitor.generated',
  ) as Record<'walkWorkflowActivation' | 'walkWorkflowActivationCompletion', Walk>;
  const { coresdk } = load('@temporalio/proto') as typeof import('@temporalio/proto');
  const { WorkflowActivation } = coresdk.workflow_activation;
  const { WorkflowActivationCompletion } = coresdk.workflow_completion;
  const { decodeActivation, encodeCompletion } = WorkflowCodecRunner.prototype;
  Object.assign(WorkflowCodecRunner.prototype, {
    async decodeActivation(this: CodecRunner, given: object) {
      const codec = soonBehind(this.codecs);
      if (codec === null) return decodeActivation.call(this, given);
      const activation = WorkflowActivation.fromObject(given);
      await walkThrough(walkWorkflowActivation, activation, codec.decode);
      return activation;
    },
    async encodeCompletion(this: CodecRunner, given: object) {
      const codec = soonBehind(this.codecs);
      if (codec === null) return encodeCompletion.call(this, given);
      const completion = WorkflowActivationCompletion.fromObject(given);
      await walkThrough(walkWorkflowActivationCompletion, completion, codec.encode);
      return completion;
    },
  });
}

async function walkThrough(walk: Walk, root: object, code: (payload: Payload) => Payload | Promise<Payload>) {
  const waited = walk(root, {
    transformPayload: (payload) => soon(code(payload)),
    transformPayloads(payloads) {
      const coded = payloads.map(code);
      return soon(coded.some((one) => one instanceof Promise) ? Promise.all(coded) : (coded as Payload[]));
    },
    // As the SDK's own codecs leave them.
    ...{ skipHeaders: true, skipSearchAttributes: true },
  }).filter((one) => one !== undefined);
  if (waited.length > 0) await Promise.all(waited);
}

/** Gives at once what is there. */
const soon = <T>(value: T | Promise<T>): Waited<T> =>
  value instanceof Promise
    ? value
    : {
        // biome-ignore lint/suspicious/noThenProperty: the SDK's walk calls it, and nobody awaits it.
        then(take) {
          take(value);
        },
      };

/** The SDK asks of each activation and activity whether a payload refers to an external storage, and refuses those that do where there is none. */
function lookForReferencesLeanly(): void {
  const storage = load('@temporalio/common/lib/internal-non-workflow/external-storage-visitor') as {
    extstoreInboundOptions: (storage: unknown, more?: unknown) => Visit;
  };
  const visitor = load('@temporalio/common/lib/internal-non-workflow/payload-visitor') as { visit: VisitAll };
  const { extstoreInboundOptions } = storage;
  const { visit } = visitor;
  const looks = new WeakSet<Visit>();
  storage.extstoreInboundOptions = (external, more) => {
    const options = extstoreInboundOptions(external, more);
    if (!external) looks.add(options);
    return options;
  };
  visitor.visit = async (root, walk, options) => {
    if (!looks.has(options)) return visit(root, walk, options);
    const { transformPayload, transformPayloads, skipSearchAttributes = false } = options;
    walk(root, {
      transformPayload(payload) {
        transformPayload(payload);
        return soon(payload);
      },
      transformPayloads(payloads) {
        transformPayloads(payloads);
        return soon(payloads);
      },
      ...{ skipHeaders: false, skipSearchAttributes },
    });
  };
}

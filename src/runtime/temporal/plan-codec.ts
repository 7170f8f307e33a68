import type { Payload, PayloadCodec } from '@temporalio/common';
import type { Plan } from '../../language/plan/plan.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { LruCache } from './lru-cache.ts';
import { bytesOf, encodingOf, textOf } from './payload-text.ts';

export type LoadPlan = (digest: string) => Promise<Plan>;

const ENCODING = 'json/overture-plan';
/** `JSON.stringify` keeps the order of keys, and both forms of the reference begin with theirs. */
const BEGINS = bytesOf('{"overture_plan":"');

/**
 * Claim check: histories hold a plan's digest, workflows see the plan. A payload `{overture_plan, …}` is stored as the
 * reference alone, under an encoding of its own, and read back as `{overture_plan, plan}`.
 */
export function planCodec(loadPlan: LoadPlan, cachedPlans = 64): PayloadCodec {
  const resolved = new LruCache<string, Promise<Uint8Array>>(cachedPlans);

  function resolve(digest: string): Promise<Uint8Array> {
    const known = resolved.get(digest);
    if (known) return known;
    const loading = loadPlan(digest).then((plan) => bytesOf(JSON.stringify({ overture_plan: digest, plan })));
    resolved.set(digest, loading);
    // A database that was away must be asked again, so a failure is not remembered.
    loading.catch(() => resolved.delete(digest));
    return loading;
  }

  return {
    async encode(payloads) {
      return payloads.map((payload) => {
        if (!isReference(payload)) return payload;
        const reference = JSON.stringify({ overture_plan: digestIn(payload) });
        return { metadata: { encoding: bytesOf(ENCODING) }, data: bytesOf(reference) };
      });
    },
    decode(payloads) {
      return Promise.all(
        payloads.map(async (payload) => {
          if (encodingOf(payload) !== ENCODING) return payload;
          return { metadata: { encoding: bytesOf('json/plain') }, data: await resolve(digestIn(payload)) };
        }),
      );
    },
  };
}

/** The digests of plans that these payloads refer to. */
export const planReferences = (payloads: readonly Payload[]): string[] =>
  payloads.flatMap((payload) => (encodingOf(payload) === ENCODING ? [digestIn(payload)] : []));

function isReference({ metadata, data }: Payload): boolean {
  if (!data || encodingOf({ metadata: metadata ?? null }) !== 'json/plain') return false;
  return BEGINS.every((byte, index) => data[index] === byte);
}

function digestIn(payload: Payload): string {
  const value: unknown = JSON.parse(textOf(payload.data));
  if (isRecord(value) && typeof value.overture_plan === 'string') return value.overture_plan;
  throw new CodedError('bad_plan_reference', 'A payload that should refer to a plan has no digest.');
}

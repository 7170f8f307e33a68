import type { Payload, PayloadCodec } from '@temporalio/common';
import type { Plan } from '../../language/plan/plan.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { LruCache } from './lru-cache.ts';
import { bytesOf, encodingOf, textOf } from './payload-text.ts';
import { asCodec, type SoonCodec } from './soon-codec.ts';

export type LoadPlan = (digest: string) => Promise<Plan>;

const ENCODING = 'json/overture-plan';
/** `JSON.stringify` keeps the order of keys, and both forms of the reference begin with theirs. */
const BEGINS = bytesOf('{"overture_plan":"');

/**
 * Claim check: histories hold a plan's digest, workflows see the plan. A payload `{overture_plan, …}` is stored as the
 * reference alone, under an encoding of its own, and read back as `{overture_plan, plan}`.
 */
export const planCodec = (loadPlan: LoadPlan, cachedPlans = 64): PayloadCodec =>
  asCodec(soonPlans(loadPlan, cachedPlans));

/** The same, which answers at once where the plan is known already. */
export function soonPlans(loadPlan: LoadPlan, cachedPlans = 64): SoonCodec {
  const resolved = new LruCache<string, Payload | Promise<Payload>>(cachedPlans);

  function resolve(digest: string): Payload | Promise<Payload> {
    const known = resolved.get(digest);
    if (known) return known;
    const loading = loadPlan(digest).then((plan) => {
      const data = bytesOf(JSON.stringify({ overture_plan: digest, plan }));
      const payload = { metadata: { encoding: bytesOf('json/plain') }, data };
      resolved.set(digest, payload);
      return payload;
    });
    resolved.set(digest, loading);
    // A database that was away must be asked again, so a failure is not remembered.
    loading.catch(() => resolved.delete(digest));
    return loading;
  }

  return {
    encode(payload) {
      if (!isReference(payload)) return payload;
      const reference = JSON.stringify({ overture_plan: digestIn(payload) });
      return { metadata: { encoding: bytesOf(ENCODING) }, data: bytesOf(reference) };
    },
    decode: (payload) => (encodingOf(payload) === ENCODING ? resolve(digestIn(payload)) : payload),
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

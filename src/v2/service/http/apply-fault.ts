import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../answers/service-error.ts';
import type { Fault, FaultPoints } from '../context/fault-points.ts';
import { stillRunning } from '../idempotency/stored-answers.ts';

/** Carries out what a fault does before the effect. After `dropped` nothing may be sent any more. */
export async function applyFault(
  faults: Pick<FaultPoints, 'delayed'>,
  fault: Fault | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'go on' | 'dropped'> {
  const key = keyOf(request);
  if (key !== null && faults.delayed.has(key)) throw stillRunning();
  switch (fault?.kind) {
    case 'rate_limited':
      throw new ServiceError('RATE_LIMITED', 'too many requests (injected fault)', { headers: { 'retry-after': '1' } });
    case 'internal_error':
      throw new ServiceError('INTERNAL_ERROR', 'something went wrong (injected fault)');
    case 'delay':
      if (key !== null) faults.delayed.add(key);
      await sleep(fault.ms);
      if (key !== null) faults.delayed.delete(key);
      return 'go on';
    case 'drop_before':
      reply.hijack();
      request.raw.socket.destroy();
      return 'dropped';
    default:
      return 'go on';
  }
}

/** Identifies a call and its repeats: by the owner and the Idempotency-Key. */
function keyOf({ call }: FastifyRequest): string | null {
  return call.owner === null || call.idempotency_key === null ? null : `${call.owner.user_id} ${call.idempotency_key}`;
}

/** Marks the request for what a fault does after the effect; `spoilAnswer` then does it. */
export function applyFaultAfter(fault: Fault | null, request: FastifyRequest): void {
  if (fault?.kind === 'drop_after' || fault?.kind === 'truncate') request.call.fault = fault;
}

/** An `onSend` hook. */
export async function spoilAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const kind = request.call?.fault?.kind;
  if (kind === 'drop_after') request.raw.socket.destroy();
  if (kind !== 'truncate' || typeof payload !== 'string') return payload;
  reply.code(200);
  reply.removeHeader('content-length');
  return payload.slice(0, Math.floor(payload.length / 2));
}

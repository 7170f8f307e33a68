import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  answerIdempotentRequest,
  beginIdempotentRequest,
  forgetIdempotentRequest,
} from '../../runtime/store/keys/idempotent-request.ts';
import type { ApiDeps } from './context.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request owns its Idempotency-Key. */
    idempotent: { key_id: string; key: string } | null;
  }
}

/** Every POST may carry an `Idempotency-Key`: the same request again gets the stored answer, for a day. */
export function addIdempotency(app: FastifyInstance, { db }: ApiDeps): void {
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined || request.caller === null) return;
    if (typeof key !== 'string' || key === '' || key.length > 255) {
      throw new Problem(400, 'invalid_idempotency_key', 'An Idempotency-Key has 1 to 255 characters.');
    }
    const mine = { key_id: request.caller.key_id, key };
    const begun = await beginIdempotentRequest(db, { ...mine, request_hash: hashOf(request) });
    switch (begun.kind) {
      case 'first':
        request.idempotent = mine;
        return;
      case 'running':
        throw new Problem(409, 'in_progress', 'A request with this Idempotency-Key is under way.');
      case 'other_request':
        throw new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.');
      default:
        reply.type(begun.status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8');
        return reply.status(begun.status).header('Idempotent-Replayed', 'true').send(begun.body);
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotent === null) return payload;
    const mine = request.idempotent;
    request.idempotent = null;
    if (reply.statusCode < 500 && typeof payload === 'string') {
      await answerIdempotentRequest(db, { ...mine, status: reply.statusCode, body: payload });
    } else {
      await forgetIdempotentRequest(db, mine);
    }
    return payload;
  });
}

function hashOf(request: FastifyRequest): string {
  const { method, url } = request;
  // A file is not read before it is taken in; what it starts is known by its content anyway.
  const body = request.body instanceof Readable ? null : request.body;
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
}

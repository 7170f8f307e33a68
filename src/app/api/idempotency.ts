import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  answerIdempotentRequest,
  beginIdempotentRequest,
  forgetIdempotentRequest,
} from '../../runtime/store/keys/idempotent-request.ts';
import { operationOf } from '../api-contract/api-operations.ts';
import type { ApiDeps } from './context.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request owns its Idempotency-Key. */
    idempotent: { key_id: string; key: string } | null;
  }
}

/** Every POST may carry an `Idempotency-Key`: the same request again gets the stored answer, for a day. A dry run leaves the key to what it tries out. */
export function addIdempotency(app: FastifyInstance, { db }: ApiDeps): void {
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined || request.caller === null) return;
    if (typeof key !== 'string' || key === '' || key.length > 255) {
      throw new Problem(400, 'invalid_idempotency_key', 'An Idempotency-Key has 1 to 255 characters.');
    }
    if (isDryRun(request)) return;
    // Everybody who is signed in with a browser has keys of their own.
    const mine = { key_id: request.caller.session_id ?? request.caller.key?.id ?? '', key };
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
        if (begun.status < 400 && answersWithSecret(request)) {
          throw new Problem(409, 'shown_once', 'This was done, and its answer is shown only once: it holds a secret.', {
            fix: 'If the answer was lost, revoke what was made, and ask again with another Idempotency-Key.',
          });
        }
        reply.type(begun.status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8');
        return reply.status(begun.status).header('Idempotent-Replayed', 'true').send(begun.body);
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotent === null) return payload;
    const mine = request.idempotent;
    request.idempotent = null;
    if (reply.statusCode < 500 && typeof payload === 'string') {
      const isKept = reply.statusCode >= 400 || !answersWithSecret(request);
      await answerIdempotentRequest(db, { ...mine, status: reply.statusCode, body: isKept ? payload : 'null' });
    } else {
      await forgetIdempotentRequest(db, mine);
    }
    return payload;
  });
}

function isDryRun({ routeOptions, query }: FastifyRequest): boolean {
  const { operation } = routeOptions.config;
  return operation !== undefined && operationOf(operation).query?.safeParse(query).data?.dry_run === true;
}

function answersWithSecret({ routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config;
  return operation !== undefined && operationOf(operation).secret_answer === true;
}

function hashOf(request: FastifyRequest): string {
  const { method, url } = request;
  // A file is not read before it is taken in; what it starts is known by its content anyway.
  const body = request.body instanceof Readable ? null : request.body;
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex');
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  answerIdempotentRequest,
  beginIdempotentRequest,
  forgetIdempotentRequest,
  renewIdempotentRequest,
  type StoredRequest,
} from '../../runtime/store/keys/idempotent-request.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import { operationOf } from '../api-contract/api-operations.ts';
import type { ApiDeps } from './context.ts';
import { hashRequest, type RequestHash } from './hash-request.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request owns its Idempotency-Key. */
    idempotent: {
      readonly key_id: string;
      readonly key: string;
      readonly hash: RequestHash;
      readonly renewing: NodeJS.Timeout;
    } | null;
  }
}

/** Wall milliseconds. */
const RENEW_EVERY = 30 * SECOND;

/**
 * Every POST may carry an `Idempotency-Key`: the same request again gets the stored answer, for a day. A dry run leaves the key to what it tries
 * out, and a request that was refused leaves it to the one that is right.
 */
export function addIdempotency(app: FastifyInstance, { db, renew_keys_every = RENEW_EVERY }: ApiDeps): void {
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined || request.caller === null) return;
    if (typeof key !== 'string' || key === '' || key.length > 255) {
      throw new Problem(400, 'invalid_idempotency_key', 'An Idempotency-Key has 1 to 255 characters.');
    }
    if (isDryRun(request)) return;
    // Everybody who is signed in with a browser has keys of their own.
    const mine = { key_id: request.caller.session_id ?? request.caller.key?.id ?? '', key };
    const hash = hashRequest(request);
    const begun = await beginIdempotentRequest(db, { ...mine, request_hash: hash.begun });
    if (begun.kind === 'stored') return replay(request, reply, begun, hash);
    // A file of a million people takes longer to come in than a key is kept for who has died.
    const renewing = setInterval(() => {
      renewIdempotentRequest(db, mine).catch((err: unknown) => request.log.warn({ err }, 'a key was not renewed'));
    }, renew_keys_every).unref();
    request.idempotent = { ...mine, hash, renewing };
  });

  app.addHook('onSend', async (request, { statusCode: status }, payload) => {
    if (request.idempotent === null) return payload;
    const { hash, renewing, ...mine } = request.idempotent;
    clearInterval(renewing);
    request.idempotent = null;
    const request_hash = hash.whole();
    try {
      if (isAnswered(request, status) && request_hash !== null && typeof payload === 'string') {
        const isKept = status >= 400 || !answersWithSecret(request);
        await answerIdempotentRequest(db, { ...mine, request_hash, status, body: isKept ? payload : 'null' });
      } else {
        await forgetIdempotentRequest(db, mine);
      }
    } catch (err) {
      // What was done is done, whatever Postgres cannot keep: told otherwise, the client would ask for it again.
      request.log.error({ err }, 'the answer of a request could not be kept under its Idempotency-Key');
    }
    return payload;
  });
}

async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  { request_hash, status, body }: StoredRequest,
  hash: RequestHash,
): Promise<FastifyReply> {
  const isRunning = status === 0;
  if (!isRunning) await hash.readRest();
  if (request_hash !== (isRunning ? hash.begun : hash.whole())) {
    throw new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  if (isRunning)
    throw new Problem(409, 'in_progress', 'A request with this Idempotency-Key is under way.', {
      retry_after: 1,
    });
  if (status < 400 && answersWithSecret(request)) {
    throw new Problem(409, 'shown_once', 'This was done, and its answer is shown only once: it holds a secret.', {
      fix: 'If the answer was lost, revoke what was made, and ask again with another Idempotency-Key.',
    });
  }
  reply.type(status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8');
  return reply.status(status).header('Idempotent-Replayed', 'true').send(body);
}

/**
 * Tells whether an answer is final: what was refused before it changed anything can be asked again, and so can what failed on
 * our side.
 */
const isAnswered = ({ acting }: FastifyRequest, status: number): boolean =>
  status < 400 || (status < 500 && acting !== null && acting.lines > 0);

function isDryRun({ routeOptions, query }: FastifyRequest): boolean {
  const { operation } = routeOptions.config;
  return operation !== undefined && operationOf(operation).query?.safeParse(query).data?.dry_run === true;
}

function answersWithSecret({ routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config;
  return operation !== undefined && operationOf(operation).secret_answer === true;
}

import type { Socket } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { answerUnreadable, LATE, type Unreadable } from '../../../shared/http/answer-unreadable.ts';
import { boundRequests, type RequestBounds } from '../../../shared/http/bound-requests.ts';
import { decodeBody, READ_ENCODINGS } from '../../../shared/http/decode-body.ts';
import { requestIdOf } from '../../../shared/http/request-id.ts';
import { createRouteTable } from '../../../shared/http/route-table.ts';
import { asError } from '../../../shared/kit/thrown.ts';
import { measureRequests } from '../../../shared/telemetry/measure-requests.ts';
import { traceRequests } from '../../../shared/telemetry/trace-requests.ts';
import { BODY_BYTES } from '../../contract/limits.ts';
import { errorBody } from '../answers/envelope.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { spoilAnswer } from '../http/apply-fault.ts';
import { pathOf } from '../http/read-request.ts';
import { insertLog } from '../logs/insert-log.ts';
import { DEPRECATION_HEADER, isV1Path, v1Body, v1Status } from '../v1/v1-answer.ts';
import { noNullCharacters, parseBody } from './parse-body.ts';
import { unreadableAnswer } from './unreadable-answer.ts';
import '../http/request-state.ts';
import { invalidParams, ServiceError, unavailableError } from '../answers/service-error.ts';

const MAX_HEADER_SIZE = 64 * 1024;

/** The bare app: parsing, envelopes of errors, request ids. Routes are registered by the parts of the service. */
export function createApp(
  context: Pick<ServiceContext, 'db' | 'clock' | 'log'>,
  bounds?: Partial<RequestBounds>,
): FastifyInstance {
  const unreadable = (why: Unreadable) => unreadableAnswer(context.clock.now(), why);
  const app: FastifyInstance = fastify({
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    genReqId: requestIdOf,
    logger: false,
    // Long keys and ids are answered as wrong ones are, not by the parser.
    http: { maxHeaderSize: MAX_HEADER_SIZE },
    routerOptions: { maxParamLength: MAX_HEADER_SIZE },
    clientErrorHandler: (error, socket) => answerUnreadable(socket, error, unreadable),
    // A path that cannot be decoded never reaches a hook or a handler of ours.
    frameworkErrors: (_error, request, reply) => {
      void sendError(context, request, reply, unknownPath(request.url));
    },
  });
  boundRequests(app.server, (socket: Socket) => answerUnreadable(socket, LATE, unreadable), bounds);
  traceRequests(app);
  const routes = createRouteTable();
  app.addHook('onRoute', (route) => routes.add(route));

  app.removeAllContentTypeParsers();
  // Whatever a client calls its JSON, it is read as JSON; an empty body is no body.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseBody(String(text)));
    } catch (error) {
      done(asError(error), undefined);
    }
  });

  app.addHook('preParsing', async ({ headers }, _, body) =>
    decodeBody(body, headers['content-encoding'], { most: BODY_BYTES, refuse: refusedEncoding }),
  );

  const notFound = (request: FastifyRequest): ServiceError => {
    const allowed = routes.methodsOf(pathOf(request));
    return allowed.length === 0
      ? unknownPath(pathOf(request))
      : new ServiceError('INVALID_ACTION', `${request.method} is not supported here, only ${allowed.join(', ')}`, {
          status: 405,
          headers: { allow: allowed.join(', ') },
        });
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    if (request.url.includes('%00')) throw noNullCharacters('path or query');
    if (!request.is404 && routes.isShadowed(request.method, pathOf(request))) throw notFound(request);
  });
  app.addHook('onSend', spoilAnswer);
  measureRequests(app);
  app.setNotFoundHandler((request, reply) => sendError(context, request, reply, notFound(request)));
  // Whatever is wrong with the rest of a request to nowhere, that it leads nowhere is said first.
  app.setErrorHandler((error, request, reply) =>
    sendError(context, request, reply, request.is404 ? notFound(request) : serviceErrorOf(error)),
  );
  return app;
}

function refusedEncoding(why: 'broken' | 'too_large' | 'unknown', encoding: string): ServiceError {
  if (why === 'too_large') return tooLarge();
  if (why === 'broken')
    return invalidParams(`body: not ${encoding}, as its Content-Encoding says, or it ends too early`);
  return new ServiceError('INVALID_PARAMS', `body: its Content-Encoding may be ${READ_ENCODINGS.join(', ')}, or none`, {
    status: 415,
    headers: { 'accept-encoding': READ_ENCODINGS.join(', ') },
  });
}

const tooLarge = (): ServiceError =>
  new ServiceError('INVALID_PARAMS', `body: larger than ${BODY_BYTES} bytes`, { status: 413 });

function unknownPath(path: string): ServiceError {
  return new ServiceError('INVALID_ACTION', `there is nothing at ${path}`, { status: 404 });
}

function serviceErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return tooLarge();
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return invalidParams('body: its length is not what Content-Length says');
  }
  if (typeof code === 'string' && code.startsWith('FST_') && error instanceof Error && isClientError(error)) {
    return invalidParams(`request: ${error.message}`);
  }
  const unavailable = unavailableError(error);
  if (unavailable !== null) return unavailable;
  return new ServiceError('INTERNAL_ERROR', 'something went wrong on our side: try again in a few seconds', {
    cause: error,
  });
}

/** Whether Fastify itself found the request to be wrong. */
function isClientError(error: Error): boolean {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

async function sendError(
  context: Pick<ServiceContext, 'db' | 'clock' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
): Promise<FastifyReply> {
  const now = context.clock.now();
  if (error.cause !== undefined) context.log.error({ err: error.cause, request_id: request.id }, 'a call failed');
  // Router errors come before any hook of a route.
  const call = request.call as typeof request.call | undefined;
  if (call?.owner && call.log) {
    await insertLog(context.db, {
      user_id: call.owner.user_id,
      action: call.action ?? 'unknown',
      account_id: call.log.account_id,
      credits_consumed: 0,
      error: { code: error.code, message: error.message },
      target: call.log.target,
      idempotency_key: call.idempotency_key,
      at: now,
    }).catch((err: unknown) =>
      context.log.error({ err, request_id: request.id }, 'the log row of a call could not be written'),
    );
  }
  const body = errorBody(now, {
    action: call?.action ?? null,
    account_id: call?.account_id ?? null,
    credits_consumed: 0,
    code: error.code,
    message: error.message,
    sub_code: error.sub_code,
  });
  const headers = { 'x-request-id': request.id, 'x-content-type-options': 'nosniff', ...error.headers };
  if (!isV1Path(pathOf(request))) return reply.code(error.status).headers(headers).send(body);
  return reply
    .code(v1Status(error.status, error.code))
    .headers({ ...headers, ...DEPRECATION_HEADER })
    .send(v1Body(body));
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Unreadable } from '../../shared/http/answer-unreadable.ts';
import { READ_ENCODINGS } from '../../shared/http/decode-body.ts';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { newId } from '../../shared/kit/ids.ts';
import { describeUnavailable, type Unavailable, unavailableBy } from '../../shared/postgres/unavailable.ts';
import { operationOf } from '../api-contract/api-operations.ts';
import { mediaTypesOf } from '../api-contract/operation.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  414: 'Too long',
  415: 'Unsupported media type',
  422: 'Not acceptable as it is',
  429: 'Too many requests',
  431: 'Too long',
  500: 'Internal error',
  501: 'Not supported yet',
  503: 'Unavailable',
};

/** An answer that is an error: RFC 9457 problem details with a stable `code`. */
export class Problem extends CodedError {
  readonly status: number;

  constructor(status: number, code: string, message: string, detail: Record<string, unknown> = {}) {
    super(code, message, { detail });
    this.status = status;
  }
}

/** Things that an address can name. */
type Named =
  | 'account'
  | 'address_report'
  | 'campaign'
  | 'control_job'
  | 'conversation'
  | 'delivery'
  | 'draft'
  | 'enrollment'
  | 'erasure'
  | 'erasure_check'
  | 'event'
  | 'key'
  | 'message'
  | 'label'
  | 'person'
  | 'reconciliation'
  | 'saved_answer'
  | 'sequence'
  | 'session'
  | 'suppression'
  | 'task'
  | 'user'
  | 'version'
  | 'webhook';

/** `unknown_task`: one code for each thing that is not there. */
export const notFound = (what: Named, id: string): Problem =>
  new Problem(404, `unknown_${what}`, `There is no ${what.replaceAll('_', ' ')} ${id}.`);

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .header('X-Content-Type-Options', 'nosniff')
    .header('X-Request-Id', reply.request.id)
    .headers(headersOf(problem))
    .send(problemBody(problem, reply.request.id));
}

/** Gives the headers of a problem that RFC 9110 has a place for, so that a program finds them there. */
function headersOf({ status, code, detail }: Problem): Record<string, string> {
  const headers: Record<string, string> = {};
  if (typeof detail.retry_after === 'number') headers['Retry-After'] = String(detail.retry_after);
  if (status === 401) headers['WWW-Authenticate'] = code === 'invalid_key' ? `${KEY}, error="invalid_token"` : KEY;
  for (const [name, list] of [
    ['Allow', detail.allow],
    ['Accept', detail.accept],
    ['Accept-Encoding', detail.accept_encoding],
  ] as const) {
    if (Array.isArray(list)) headers[name] = list.join(', ');
  }
  return headers;
}

const KEY = 'Bearer realm="Overture"';

const problemBody = ({ status, code, message, detail }: Problem, request_id: string) => ({
  type: 'about:blank',
  title: TITLES[status] ?? 'Error',
  status,
  detail: message,
  code,
  request_id,
  ...detail,
});

const UNREADABLE: Readonly<Record<Unreadable, Problem>> = {
  headers_too_large: new Problem(431, 'headers_too_large', 'The address and the headers are longer than 16 KiB.'),
  not_http: new Problem(400, 'bad_request', 'This is not an HTTP request.'),
  too_slow: new Problem(408, 'request_timeout', 'The request did not come to its end in time.'),
};

/** The problem for what never became a request. */
export function unreadableProblem(why: Unreadable) {
  const problem = UNREADABLE[why];
  const request_id = newId('req');
  return {
    status: `${problem.status} ${TITLES[problem.status]}`,
    headers: [`x-request-id: ${request_id}`, 'content-type: application/problem+json; charset=utf-8'],
    body: JSON.stringify(problemBody(problem, request_id)),
  };
}

/** Answers with what a route throws; what we did not foresee is logged and says nothing of our inside. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem) return sendProblem(reply, error);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 415) return sendProblem(reply, unsupportedType(request));
  if (status < 500) return sendProblem(reply, new Problem(status, codeOf(status), error.message));
  const reason = unavailableBy(error);
  if (reason !== null) {
    request.log.error({ err: error, reason }, 'a request failed because Postgres could not do what it was asked');
    return sendProblem(reply, databaseUnavailable(reason));
  }
  request.log.error({ err: error }, 'a request failed unexpectedly');
  return sendProblem(
    reply,
    new Problem(500, 'internal_error', `Something went wrong on our side; it has been logged under ${request.id}.`),
  );
}

/** 503: nothing is wrong with the request, and it may work later as it is. */
function databaseUnavailable(reason: Unavailable): Problem {
  const { text, retry_after } = describeUnavailable(reason);
  return new Problem(503, 'database_unavailable', `${text}.`, { reason, retry_after });
}

const codeOf = (status: number): string => (status === 413 ? 'too_large' : 'bad_request');

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** 415, with the media types that the route takes. */
export function unsupportedType({ routeOptions, headers }: FastifyRequest): Problem {
  const name = routeOptions.config.operation;
  const accept = name === undefined ? ['application/json'] : mediaTypesOf(operationOf(name));
  const given = headers['content-type'];
  const wanted = accept.length === 0 ? 'Send no body' : `Send ${EITHER.format(accept)}`;
  const text = `${wanted}${given === undefined ? '; the request has no Content-Type' : `, not ${given}`}.`;
  return new Problem(415, 'unsupported_media_type', text, accept.length === 0 ? {} : { accept });
}

/** Refuses a body that is compressed, or says so. */
export function refusedEncoding(why: 'broken' | 'too_large' | 'unknown', encoding: string): Problem {
  if (why === 'broken') {
    const text = `The body is not ${encoding}, as its Content-Encoding says, or ends too early.`;
    return new Problem(400, 'bad_encoding', text);
  }
  if (why === 'too_large') return new Problem(413, 'too_large', `Decompressed, the body is too large.`);
  const text = `A body may have the Content-Encoding ${EITHER.format(READ_ENCODINGS)}, or none; not ${encoding}.`;
  return new Problem(415, 'unsupported_encoding', text, { accept_encoding: READ_ENCODINGS });
}

/** 405, with the methods that the path has. */
export const notAllowed = (method: string, path: string, allow: readonly string[]): Problem =>
  new Problem(405, 'method_not_allowed', `${path} takes ${allow.join(', ')}, not ${method}.`, { allow });

/** The body in its shape, or 422 with every place that is wrong. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return read(schema, body, 422, 'invalid_body');
}

/** The query in its shape, or 400. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  return read(schema, query, 400, 'invalid_query');
}

/** 422 for what only the route itself can tell of a field. */
export const invalidField = (field: string, message: string): Problem =>
  new Problem(422, 'invalid_body', `${field}: ${message}`, { errors: [{ field, message }] });

/** 400 for what only the route itself can tell of a part of the query. */
export const invalidQuery = (field: string, message: string): Problem =>
  new Problem(400, 'invalid_query', `${field}: ${message}`, { errors: [{ field, message }] });

function read<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  status: number,
  code: string,
): z.output<Schema> {
  const checked = checkShape(schema, given);
  if (checked.ok) return checked.value;
  const whole = code === 'invalid_query' ? 'the query' : 'the body';
  const text = checked.error.map(({ field, message }) => `${field || whole}: ${message}`);
  throw new Problem(status, code, text.join('; '), { errors: checked.error });
}

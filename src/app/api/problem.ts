import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Unreadable } from '../../shared/kit/answer-unreadable.ts';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';

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

/** What an address can name. */
type Named =
  | 'account'
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
    .headers(retryAfter(problem))
    .send(problemBody(problem));
}

const retryAfter = ({ detail }: Problem): Record<string, string> =>
  typeof detail?.retry_after === 'number' ? { 'Retry-After': String(detail.retry_after) } : {};

const problemBody = ({ status, code, message, detail }: Problem) => ({
  type: 'about:blank',
  title: TITLES[status] ?? 'Error',
  status,
  detail: message,
  code,
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
  return {
    status: `${problem.status} ${TITLES[problem.status]}`,
    headers: ['content-type: application/problem+json; charset=utf-8'],
    body: JSON.stringify(problemBody(problem)),
  };
}

/** What is thrown in a route becomes its answer; what we did not foresee is logged and says nothing of our inside. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Problem) return sendProblem(reply, error);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status < 500) return sendProblem(reply, new Problem(status, codeOf(status), error.message));
  request.log.error({ err: error }, 'a request failed unexpectedly');
  return sendProblem(
    reply,
    new Problem(500, 'internal_error', 'Something went wrong on our side; it has been logged.'),
  );
}

function codeOf(status: number): string {
  if (status === 413) return 'too_large';
  return status === 415 ? 'unsupported_media_type' : 'bad_request';
}

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

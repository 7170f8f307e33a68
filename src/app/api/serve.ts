import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRecord } from '../../shared/kit/is-record.ts';
import { OPERATIONS, type OperationName, type OperationNamed } from '../api-contract/api-operations.ts';
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../api-contract/operation.ts';
import { Problem, readBody, readQuery } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: files of the page, and what other programs call by a standard of their own. */
    operation?: OperationName;
  }
}

/** What a route answers with, before it is JSON: a date becomes its text. */
type Sent<T> = T extends string
  ? T | Date
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? string extends keyof T
        ? SentRecord<T[keyof T]>
        : { readonly [Key in keyof T]: Sent<T[Key]> }
      : T;
type SentRecord<Value> = unknown extends Value ? object : Readonly<Record<string, Sent<Value>>>;

export interface Asked<O extends Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  /** Where a file may come, whatever came: who answers reads it. */
  readonly body: O extends { readonly file: object } ? unknown : BodyOf<O>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<O extends Operation> = Sent<AnswerOf<O>> | FastifyReply;

/** Adds a route of the contract: what comes is checked before `answer` is asked, and what it answers is typed. */
export function serve<Name extends OperationName>(
  app: FastifyInstance,
  name: Name,
  answer: (asked: Asked<OperationNamed<Name>>) => Answer<OperationNamed<Name>> | Promise<Answer<OperationNamed<Name>>>,
): void {
  const operation: Operation = OPERATIONS[name];
  const { method, path, scope } = operation;
  app.route({
    method,
    url: path.slice(app.prefix.length).replace(/\{(\w+)\}/g, ':$1'),
    config: { operation: name, ...(scope === null ? {} : { scope }) },
    handler: async (request, reply) => {
      const { params } = request;
      const query = readQuery(operation.query ?? NOTHING, request.query);
      const body = readBodyOf(operation, request.body);
      // What was checked by the schemas of the operation has its types.
      const asked = { params, query, body, request, reply } as unknown as Asked<OperationNamed<Name>>;
      const answered = await answer(asked);
      if (answered === undefined && !reply.sent) return reply.send();
      return 'fields' in asked.query ? cut(answered, asked.query.fields) : answered;
    },
  });
}

/** The items of a page with the fields that were asked for. */
function cut(answered: unknown, fields: unknown): unknown {
  if (!Array.isArray(fields) || !isRecord(answered) || !Array.isArray(answered.items)) return answered;
  const items: unknown[] = answered.items;
  return {
    ...answered,
    items: items.map((item) =>
      Object.fromEntries(Object.entries(Object(item)).filter(([name]) => fields.includes(name))),
    ),
  };
}

const NOTHING = z.strictObject({});

function readBodyOf({ method, body, body_optional, file }: Operation, given: unknown): unknown {
  if (method === 'GET' || file !== undefined) return given;
  if (given instanceof Uint8Array) {
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with Content-Type: application/json.');
  }
  if (body !== undefined) return readBody(body, body_optional ? (given ?? {}) : given);
  readBody(NOTHING, given ?? {});
  return undefined;
}

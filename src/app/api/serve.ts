import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Acting, actingAs } from '../../runtime/store/audit-log/acting.ts';
import type { Within } from '../../runtime/store/within.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { OPERATIONS, type OperationName, type OperationNamed, operationOf } from '../api-contract/api-operations.ts';
import {
  type AnswerOf,
  type BodyOf,
  type Operation,
  PATH_VALUE,
  type ParamsOf,
  type QueryOf,
} from '../api-contract/operation.ts';
import { actorOf } from './auth/actor-of.ts';
import { type NamedList, openCursor, sealCursor } from './list-cursor.ts';
import { Problem, readBody, readQuery, unsupportedType } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: files of the page, and what other programs call by a standard of their own. */
    operation?: OperationName;
  }
  interface FastifyRequest {
    /** The action of a request that may change something; null: it only asks, or its answer is given a second time. */
    acting: Acting | null;
  }
}

/** The answer of a route before it is JSON: a date becomes its text. */
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
  /** The body as the contract types it. Where a file may come it is whatever came: the route reads it. */
  readonly body: O extends { readonly file: object } ? unknown : BodyOf<O>;
  /** The sender accounts that who asks is limited to; null: all. What is `own` in the contract filters by it. */
  readonly within: Within;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Answer<O extends Operation> = Sent<AnswerOf<O>> | FastifyReply;

/**
 * Adds a route of the contract: what comes is checked before `answer` is asked, and what it answers is typed. What changes something is done in
 * the name of who asks, for the audit log.
 */
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
      const params = readParams(request.params);
      const given = readQuery(operation.query ?? NOTHING, request.query);
      const list = { name, params, query: given };
      const query = placed(list);
      const body = readBodyOf(operation, request);
      const within = request.caller?.user?.account_ids ?? null;
      // What was checked by the schemas of the operation has its types.
      const asked = { params, query, body, within, request, reply } as unknown as Asked<OperationNamed<Name>>;
      const answered = continued(list, await inTheName(name, request, async () => answer(asked)));
      if (answered === undefined && !reply.sent) return reply.send();
      return 'fields' in asked.query ? cut(answered, asked.query.fields) : answered;
    },
  });
}

/** Opens the cursor of a query, where it has one. */
function placed(list: NamedList): object {
  const { query } = list;
  return 'cursor' in query && typeof query.cursor === 'string'
    ? { ...query, cursor: openCursor(list, query.cursor) }
    : query;
}

/** Seals the cursor of an answer, where the list goes on. */
function continued(list: NamedList, answered: unknown): unknown {
  if (!isRecord(answered) || typeof answered.next_cursor !== 'string') return answered;
  return { ...answered, next_cursor: sealCursor(list, answered.next_cursor) };
}

/** Whether it changes something, and so has a line in the audit log. */
export const isChange = ({ method, only_asks }: Operation): boolean => method !== 'GET' && only_asks !== true;

async function inTheName<T>(name: OperationName, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  if (!isChange(operationOf(name)) || request.caller === null) return work();
  const actor = actorOf(request, request.caller);
  request.acting = { actor, operation: name, lines: 0, unchanged: false, over: false };
  return actingAs(request.acting, work);
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

function readParams(given: unknown): object {
  for (const [name, value] of Object.entries(Object(given))) {
    if (typeof value === 'string' && PATH_VALUE.test(value)) continue;
    const message = 'must not be empty, "." or "..", and has neither slashes nor blanks';
    throw new Problem(400, 'invalid_path', `${name}: ${message}`, { errors: [{ field: name, message }] });
  }
  return Object(given);
}

function readBodyOf({ method, body, body_optional, file }: Operation, request: FastifyRequest): unknown {
  const given = request.body;
  if (method === 'GET' || file !== undefined) return given;
  if (given instanceof Uint8Array) throw unsupportedType(request);
  if (body !== undefined) return readBody(body, body_optional ? (given ?? {}) : given);
  readBody(NOTHING, given ?? {});
  return undefined;
}

import { Readable } from 'node:stream';
import { z } from 'zod';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { type Carried, type Client, type ClientAddress, createClientOf } from '../api-client/create-client.ts';
import { streamOf } from '../api-client/stream-of.ts';
import { type OperationName, type OperationNamed, operationOf } from '../api-contract/api-operations.ts';
import type { BodyInputOf, QueryOf } from '../api-contract/operation.ts';
import { askApi } from './ask-api.ts';
import { findApi } from './find-system.ts';

export type ApiClient = Client;

/**
 * The client of the API, by way of the dialer: of the engine that `findApi` finds at each call. A person waits for the answer, so what
 * cannot be reached is said at once. `agent`: for the audit log.
 */
export function createApiClient(
  agent: 'overture-cli' | 'overture-mcp' = 'overture-cli',
  find: () => Promise<ClientAddress> = findApi,
): ApiClient {
  return createClientOf(find, {
    retries: 0,
    fetch: (address, { headers, ...asked }) =>
      carry(address, { ...asked, headers: { ...headers, 'user-agent': agent } }),
  });
}

async function carry(address: string, { method, headers, body, signal }: Carried): Promise<Response> {
  const sent = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
  const isText = sent === undefined || typeof sent === 'string' || sent instanceof Uint8Array;
  const answer = await askApi(address, {
    method,
    headers,
    signal,
    body: isText ? (sent ?? null) : Readable.from(sent),
  }).catch((cause: unknown) => {
    // How long that was is for the client to say.
    if (cause instanceof Error && cause.name === 'TimeoutError') throw cause;
    throw new CodedError('unreachable', `The API at ${new URL(address).origin} does not answer.`, {
      fix: 'Start it with: overture dev (or: overture api).',
      cause,
    });
  });
  const { statusCode: status } = answer;
  const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : streamOf(answer.body), { status, headers: given });
}

/** Options as the filters that they are: what is wrong is said without asking, as the engine would say it. */
export function queryOf<Name extends OperationName>(name: Name, given: object): QueryOf<OperationNamed<Name>> {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const query = operationOf(name).query ?? z.strictObject({});
  // By the schema that the type is made from.
  return checked(query, said, { code: 'invalid_query', status: 400 }) as QueryOf<OperationNamed<Name>>;
}

/** Takes a body whose values are whatever was typed: the schema of its operation says what is wrong with it. */
export function bodyOf<Name extends OperationName>(name: Name, given: unknown): BodyInputOf<OperationNamed<Name>> {
  const { body } = operationOf(name);
  if (body !== undefined) checked(body, given, { code: 'invalid_body', status: 422 });
  return given as BodyInputOf<OperationNamed<Name>>;
}

function checked(schema: z.ZodType, given: unknown, { code, status }: { code: string; status: number }): unknown {
  const read = checkShape(schema, given);
  if (read.ok) return read.value;
  const text = read.error.map(({ field, message }) => `${field || 'the options'}: ${message}`).join('; ');
  throw new CodedError(code, text, { detail: { status, errors: read.error } });
}

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { type Carried, type Client, createClient } from '../api-client/create-client.ts';
import { streamOf } from '../api-client/stream-of.ts';
import { type OperationName, type OperationNamed, operationOf } from '../api-contract/api-operations.ts';
import type { BodyInputOf, QueryOf } from '../api-contract/operation.ts';
import { type Home, readRunFile } from '../main/home.ts';
import { askApi } from './ask-api.ts';

export interface ApiAddress {
  readonly url: string;
  readonly key: string;
}

/** Where the running engine's API is: `OVERTURE_PORT` and `OVERTURE_API_KEY`, else what the home says. */
export function resolveApi(env: NodeJS.ProcessEnv = process.env): ApiAddress {
  const folder = resolve(env.OVERTURE_HOME || '.overture');
  const home: Home = { folder, path: (...parts) => join(folder, ...parts) };
  const keyFile = home.path('api-key');
  const key = env.OVERTURE_API_KEY || (existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : '');
  // 0 has a start choose a free port: which one, only the home says.
  const port = Number(env.OVERTURE_PORT || 0) === 0 ? '' : env.OVERTURE_PORT;
  const url = port === '' ? (readRunFile(home)?.api?.url ?? null) : `http://127.0.0.1:${port}`;
  if (url === null) {
    throw new CodedError('not_running', `Overture does not seem to be running: there is no run file in ${folder}.`, {
      fix: 'Start it with: overture dev. If it runs elsewhere, set OVERTURE_HOME, or OVERTURE_PORT and OVERTURE_API_KEY.',
    });
  }
  if (key === '') {
    throw new CodedError('no_api_key', `There is no API key for ${url}.`, {
      fix: 'Set OVERTURE_API_KEY, or OVERTURE_HOME to the folder of the running engine.',
    });
  }
  return { url, key };
}

export type ApiClient = Client;

/** The client of the API, by way of the dialer. A person waits for the answer, so what cannot be reached is said at once. `agent`: for the audit log. */
export function createApiClient(
  { url, key }: ApiAddress = resolveApi(),
  agent: 'overture-cli' | 'overture-mcp' = 'overture-cli',
): ApiClient {
  return createClient({
    ...{ base_url: url, key, retries: 0 },
    fetch: (address, { headers, ...asked }) =>
      carry(url, address, { ...asked, headers: { ...headers, 'user-agent': agent } }),
  });
}

async function carry(url: string, address: string, { method, headers, body, signal }: Carried): Promise<Response> {
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
    throw new CodedError('unreachable', `The API at ${url} does not answer.`, {
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

/** Of a body whose values are whatever was typed: the schema of its operation says what is wrong with it. */
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

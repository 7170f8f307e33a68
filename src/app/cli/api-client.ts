import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
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

export interface ApiClient {
  get<Schema extends z.ZodType>(path: string, shape: Schema): Promise<z.output<Schema>>;
  post<Schema extends z.ZodType>(
    path: string,
    body: unknown,
    shape: Schema,
    /** Milliseconds to wait for the answer. */
    timeout?: number,
  ): Promise<z.output<Schema>>;
}

/** An answer of another version of the engine, or of another program. */
export function readAnswer<Schema extends z.ZodType>(shape: Schema, given: unknown, url: string): z.output<Schema> {
  const checked = checkShape(shape, given);
  if (checked.ok) return checked.value;
  const [first] = checked.error;
  throw new CodedError(
    'unexpected_answer',
    `${url} gave an answer that this command does not understand: ${first?.field || 'the answer'} ${first?.message}.`,
    {
      fix: 'Use the command of the same version as the engine: overture --version.',
    },
  );
}

const problem = z.looseObject({ code: z.string(), detail: z.string() });
const TIMEOUT = 30_000;

export function createApiClient({ url, key }: ApiAddress = resolveApi()): ApiClient {
  const ask = async <Schema extends z.ZodType>(
    path: string,
    shape: Schema,
    body?: unknown,
    timeout = TIMEOUT,
  ): Promise<z.output<Schema>> => {
    const answer = await askApi(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    }).catch((cause: unknown) => {
      if (cause instanceof Error && cause.name === 'TimeoutError') {
        throw new CodedError('unreachable', `${url} has not answered within ${timeout / 1000} seconds.`, {
          fix: 'It may still be working on it: check before you ask for the same again.',
          cause,
        });
      }
      throw new CodedError('unreachable', `The API at ${url} does not answer.`, {
        fix: 'Start it with: overture dev (or: overture api).',
        cause,
      });
    });
    const given: unknown = await answer.body.json().catch(() => null);
    if (answer.statusCode < 300) return readAnswer(shape, given, url);
    const told = problem.safeParse(given);
    throw told.success
      ? new CodedError(told.data.code, told.data.detail, { detail: told.data })
      : new CodedError('unreachable', `${url} answered ${answer.statusCode}, which does not look like Overture.`, {
          fix: 'Check OVERTURE_PORT: another program may listen there.',
        });
  };
  return {
    get: (path, shape) => ask(path, shape),
    post: (path, body, shape, timeout) => ask(path, shape, body, timeout),
  };
}

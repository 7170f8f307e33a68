import { Readable } from 'node:stream';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { resolveApi } from './api-client.ts';
import { askApi } from './ask-api.ts';

const HOUR = 60 * 60 * 1000;

interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly type?: string;
  readonly body?: AsyncIterable<Uint8Array>;
}

/**
 * An exchange with the engine's API in which a file goes or comes as a stream, for as long as that takes. What is wrong is thrown
 * as the API says it.
 */
export async function exchangeFile(path: string, { method, type, body }: Sent): ReturnType<typeof askApi> {
  const { url, key } = resolveApi();
  const answer = await askApi(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(type === undefined ? {} : { 'content-type': type }) },
    signal: AbortSignal.timeout(HOUR),
    body: body === undefined ? null : Readable.from(body),
  }).catch((cause: unknown) => {
    throw new CodedError('unreachable', `The API at ${url} does not answer.`, {
      fix: 'Start it with: overture dev (or: overture api).',
      cause,
    });
  });
  if (answer.statusCode < 300) return answer;
  const told: unknown = await answer.body.json().catch(() => null);
  const [code, detail] = [textIn(told, 'code'), textIn(told, 'detail')];
  if (code === null || detail === null) throw new CodedError('unreachable', `${url} answered ${answer.statusCode}.`);
  throw new CodedError(code, detail);
}

function textIn(value: unknown, name: string): string | null {
  const found = isRecord(value) ? value[name] : null;
  return typeof found === 'string' ? found : null;
}

import { createHttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { CONFIGURED } from '../../../shared/dial/policies.ts';
import { virtualTime } from '../../../shared/kit/clock.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { type Home, type RunFile, readClockFile } from '../../main/home.ts';
import { type ProgressStats, progressLine } from './progress-line.ts';

/** The two halves over HTTP, as anybody else would use them. */
export interface DevClient {
  readonly api_url: string;
  readonly v2_url: string;
  api<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  v2<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** Asks the V2 service for a resource; null where it answers 404. */
  find<T>(path: string): Promise<T | null>;
  /** The console's address with a one-time token that signs in. */
  signInUrl(): Promise<string>;
  /** Calls back about once a second with one line on where everybody is. */
  watchProgress(show: (line: string) => void): { stop(): void };
}

/** The addresses of the two halves, and the keys to them. */
export interface DevAddresses {
  readonly home: Home;
  readonly run: RunFile;
  readonly api_key: string;
  readonly v2_key: string;
}

export function createDevClient(system: DevAddresses): DevClient {
  const apiUrl = system.run.api?.url ?? '';
  const v2Url = system.run.v2?.url ?? '';
  const api = <T>(method: 'GET' | 'POST', path: string, body?: unknown) =>
    call<T>(method, apiUrl + path, { authorization: `Bearer ${system.api_key}` }, body);
  return {
    api_url: apiUrl,
    v2_url: v2Url,
    api,
    v2: (method, path, body) => call(method, v2Url + path, { 'x-api-key': system.v2_key }, body),
    find: (path) => call('GET', v2Url + path, { 'x-api-key': system.v2_key }, undefined, { or_null: true }),
    async signInUrl() {
      const { token } = await api<{ token: string }>('POST', '/api/sign-in-tokens', {});
      return `${apiUrl}/console/?token=${token}`;
    },
    watchProgress(show) {
      const tick = async () => {
        try {
          show(progressLine(await api<ProgressStats>('GET', '/api/stats'), virtualTimeOf(system)));
        } catch {
          show('… the API does not answer at the moment');
        }
      };
      const timer = setInterval(() => void tick(), 1000);
      return { stop: () => clearInterval(timer) };
    },
  };
}

const http = createHttpDialer(CONFIGURED);

async function call<T>(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  body?: unknown,
  { or_null = false } = {},
): Promise<T> {
  const yaml = typeof body === 'string';
  const answer = await http.request(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': yaml ? 'text/yaml' : 'application/json' }) },
    body: body === undefined ? null : yaml ? body : JSON.stringify(body),
    headersTimeout: 60_000,
  });
  const text = await answer.body.text();
  // The caller asked for `T | null`.
  if (answer.statusCode === 404 && or_null) return null as T;
  if (answer.statusCode >= 400) {
    throw new CodedError(
      'request_refused',
      `${method} ${new URL(url).pathname} answered ${answer.statusCode}: ${text.slice(0, 500)}`,
    );
  }
  // The cast is safe: the tests of our own two services check their shapes.
  return (text === '' ? null : JSON.parse(text)) as T;
}

function virtualTimeOf(system: DevAddresses): Date {
  const clock = readClockFile(system.home);
  return new Date(clock ? virtualTime(clock, Date.now()) : Date.now());
}

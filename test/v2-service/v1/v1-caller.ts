import type { Sandbox } from '../sandbox/sandbox-service.ts';

export interface V1Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
  readonly body: any;
}

export type V1Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<V1Answer>;

/** Calls V1 as its clients do: the key in the header, all else flat in the body. */
export function v1Caller(sandbox: Sandbox, key: string): V1Caller {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

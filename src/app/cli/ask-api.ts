import type { HttpDialer } from '../../shared/dial/create-http-dialer.ts';

let http: HttpDialer | undefined;

/** One request to the engine's API. Loaded when the first is made: most commands ask nobody. */
export async function askApi(...asked: Parameters<HttpDialer['request']>): ReturnType<HttpDialer['request']> {
  if (!http) {
    const [{ createHttpDialer }, { CONFIGURED }] = await Promise.all([
      import('../../shared/dial/create-http-dialer.ts'),
      import('../../shared/dial/policies.ts'),
    ]);
    // How long it may take is said with each request.
    http = createHttpDialer(CONFIGURED, { headersTimeout: 0, bodyTimeout: 0 });
  }
  return http.request(...asked);
}

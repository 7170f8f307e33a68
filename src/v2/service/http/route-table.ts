import type { FastifyInstance } from 'fastify';

/** Remembers every registered route, to distinguish a wrong method (405) from an unknown path (404). */
export function createRouteTable(app: FastifyInstance) {
  const exact = new Map<string, readonly string[]>();
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const methods = Array.isArray(method) ? method : [method];
    if (!url.includes(':')) exact.set(url, [...(exact.get(url) ?? []), ...methods]);
    const pattern = url
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods });
  });
  return {
    methodsOf(path: string): string[] {
      const methods =
        exact.get(path) ?? routes.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods);
      return [...new Set(methods)].sort();
    },
    /**
     * True for a method that the path itself does not have, but another route takes the path's last segment for a parameter:
     * a `GET /v2/accounts/connect-link` asks for no account.
     */
    isShadowed(method: string, path: string): boolean {
      return exact.get(path)?.includes(method) === false;
    },
  };
}

import type { FastifyInstance } from 'fastify';

/** Remembers every registered route, so that a wrong method can be told from an unknown path. */
export function createRouteTable(app: FastifyInstance) {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: Array.isArray(method) ? method : [method] });
  });
  return {
    methodsOf(path: string): string[] {
      const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
      return [...new Set(methods)].sort();
    },
  };
}

/** Every route of a server, to tell a wrong method (405) from an unknown path (404). */
export interface RouteTable {
  add(route: { readonly url: string; readonly method: string | readonly string[] }): void;
  /** The methods of the routes that the path names itself; where there are none, of those that it fits. */
  methodsOf(path: string): string[];
  /** The methods of all routes that the path fits, whether it is named in them or stands for a parameter. */
  allMethodsOf(path: string): string[];
  /**
   * True for a method that the path itself does not have, but another route takes the path's last segment for a parameter:
   * a `GET /v2/accounts/connect-link` asks for no account.
   */
  isShadowed(method: string, path: string): boolean;
}

export function createRouteTable(): RouteTable {
  const exact = new Map<string, readonly string[]>();
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  const fitting = (path: string) => routes.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods);
  return {
    add({ url, method }) {
      const methods = typeof method === 'string' ? [method] : method;
      if (!url.includes(':') && !url.includes('*')) exact.set(url, [...(exact.get(url) ?? []), ...methods]);
      routes.push({ pattern: new RegExp(`^${url.split('/').map(patternOf).join('/')}$`), methods });
    },
    methodsOf: (path) => inOrder(exact.get(path) ?? fitting(path)),
    allMethodsOf: (path) => inOrder(fitting(path)),
    isShadowed: (method, path) => exact.get(path)?.includes(method) === false,
  };
}

function patternOf(segment: string): string {
  if (segment === '*') return '.*';
  return segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const inOrder = (methods: readonly string[]): string[] => [...new Set(methods)].sort();

import type { RoleProcess } from './process.ts';
import type { Link, Toxiproxy } from './toxiproxy.ts';

/** A database that a role is given: its setting, its address, and the port of its server. */
export interface GivenDatabase {
  readonly setting: 'DATABASE_URL' | 'V2_DATABASE_URL';
  readonly url: string;
  readonly port: number;
}

/** In a cluster, each role has its own way to Postgres, which can be cut. */
export interface WaysToPostgres {
  /** Gives what the role gets in place of the address, and `taken`, to be called once there is the role. */
  lead(name: string, to: GivenDatabase): Promise<{ readonly env: NodeJS.ProcessEnv; taken(by: RoleProcess): void }>;
  readonly of: ReadonlyMap<RoleProcess, Link>;
}

export function waysToPostgres(proxy: Pick<Toxiproxy, 'link'>): WaysToPostgres {
  const of = new Map<RoleProcess, Link>();
  return {
    of,
    async lead(name, { setting, url, port }) {
      const way = await proxy.link(`${name}-postgres`, `127.0.0.1:${port}`);
      return { env: { [setting]: throughLink(url, way) }, taken: (role) => of.set(role, way) };
    },
  };
}

/** Over the network: the server's own socket would lead around the proxy. */
export function throughLink(url: string, { address }: Link): string {
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = address;
  return through.href;
}

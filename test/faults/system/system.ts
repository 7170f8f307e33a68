import type pg from 'pg';
import type { Home } from '../../../src/app/main/home.ts';
import type { PostgresServer } from '../../../src/app/main/postgres/start-postgres.ts';
import type { TemporalServer } from '../../../src/app/main/temporal/start-temporal.ts';
import type { Ended, RoleProcess } from './process.ts';
import type { Link } from './toxiproxy.ts';

export interface SystemOptions {
  readonly toxiproxy: string;
  /** Virtual time at the start. A Monday morning unless told. */
  readonly world?: string;
  readonly speed?: number;
  /** For every role. */
  readonly env?: NodeJS.ProcessEnv;
  /** The V2 service has a Postgres of its own, so that the engine's can be set back alone. */
  readonly own_v2_postgres?: boolean;
  /** Three workers, two APIs and two V2 services behind an address each, and Temporal's server, whose programs this folder holds, on a Postgres of its own. */
  readonly cluster?: string | undefined;
  /** The folder in which the home is made. */
  readonly parent?: string;
}

export type LinkName = 'workers-v2' | 'workers-postgres' | 'workers-temporal' | 'v2-receiver';

export interface System {
  readonly home: Home;
  /** The first of its kind; a cluster has more, which `roles` has too. */
  readonly v2: RoleProcess;
  readonly api: RoleProcess;
  readonly workers: readonly [RoleProcess, ...RoleProcess[]];
  /** Every process of ours, in the order of their start. */
  readonly roles: readonly RoleProcess[];
  readonly links: Readonly<Record<LinkName, Link>>;
  /** In a cluster, each role's own way to Postgres. */
  readonly ways_to_postgres: ReadonlyMap<RoleProcess, Link>;
  /** The addresses of what Temporal keeps in Postgres, in a cluster. */
  temporalDatabases(): readonly string[];
  /** The process of Temporal's own Postgres, in a cluster. */
  temporalPostgresPid(): number | undefined;
  readonly v2_key: string;
  readonly api_key: string;
  readonly v2_url: string;
  readonly api_url: string;
  readonly secret_key: string;
  /** The tables of the engine and of the V2 service, around every proxy. */
  readonly engine_db: pg.Pool;
  readonly v2_db: pg.Pool;
  postgres(): PostgresServer;
  temporal(): TemporalServer;
  killPostgres(): Promise<void>;
  /** As its operator stops it: nothing is lost. */
  stopPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  /** Stops the Postgres of the V2 service, where it has a server of its own. */
  stopV2Postgres(): Promise<void>;
  startV2Postgres(): Promise<void>;
  /** Kills the Postgres of Temporal, in a cluster. */
  killTemporalPostgres(): Promise<void>;
  startTemporalPostgres(): Promise<void>;
  temporalServes(): Promise<boolean>;
  killTemporal(): Promise<void>;
  startTemporal(): Promise<void>;
  callApi<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  callV2<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** A command of the CLI, as somebody beside the roles would run it. */
  overture(args: readonly string[], more?: NodeJS.ProcessEnv): Promise<Ended>;
  speedUp(speed: number): Promise<void>;
  worldNow(): Promise<number>;
  /** Heals every link and starts every part that is down. */
  heal(): Promise<void>;
  stop(): Promise<void>;
  /** After `stop`. */
  remove(): void;
}

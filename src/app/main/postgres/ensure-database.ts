import { setTimeout as pass } from 'node:timers/promises';
import pg from 'pg';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { unavailableBy } from '../../../shared/postgres/unavailable.ts';

/** Wall milliseconds for which a server that is there and has no time yet is asked again: it starts or recovers, or others hold all its connections. */
const PATIENCE = 60 * SECOND;
const ASKED_EVERY = 500;

/**
 * The database at `url`, which is created where it is missing and its user may. `variable` is what names it, for messages. Throws
 * CodedError `postgres_unreachable` or `database_missing`.
 */
export async function ensureDatabase(url: string, variable: string): Promise<string> {
  const missing = await isMissing(url, variable);
  if (missing) await create(url, variable);
  return url;
}

/** The same for another database of the server. */
export function ensureBeside(url: string, name: string): Promise<string> {
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return ensureDatabase(beside.href, 'V2_DATABASE_URL');
}

async function isMissing(url: string, variable: string): Promise<boolean> {
  try {
    await withClient(url, async () => undefined);
    return false;
  } catch (error) {
    if (codeOf(error) === NO_SUCH_DATABASE) return true;
    throw new CodedError('postgres_unreachable', `Postgres at ${new URL(url).host}: ${messageOf(error)}`, {
      fix: `Check ${variable}, and that the server runs and lets its user in.`,
      cause: error,
    });
  }
}

async function create(url: string, variable: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  try {
    await withClient(maintenance.href, async (client) => {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    });
  } catch (error) {
    // Two roles that start together: the other one was quicker.
    if (ALREADY_THERE.includes(codeOf(error))) return;
    throw new CodedError(
      'database_missing',
      `There is no database ${name} at ${maintenance.host}: ${messageOf(error)}`,
      {
        fix: `Create it (createdb ${name}), let the user of ${variable} create databases, or name another one in ${variable}.`,
        cause: error,
      },
    );
  }
}

const NO_SUCH_DATABASE = '3D000';
const ALREADY_THERE: readonly (string | undefined)[] = ['42P04', '23505'];

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connected(url, performance.now() + PATIENCE);
  try {
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connected(url: string, deadline: number): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await pass(ASKED_EVERY);
    }
  }
}

/** Whether the server may take us soon. The driver has no code for one that has not answered in time. */
const isBusy = (error: unknown): boolean =>
  ['shutdown', 'out_of_connections'].includes(unavailableBy(error) ?? '') || messageOf(error) === 'timeout expired';

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { CommittedWrites, notCommitted, preparedOn } from './committed-writes.ts';
import type { Queryable } from './database.ts';
import { isRead, prepared, preparedTogether, type Statement } from './statements.ts';
import { notingUnavailable } from './unavailable.ts';

/** `pipeline`: what is asked goes out at once, also where an answer to the question before is still to come. */
export type PooledConnection = Pick<pg.PoolClient, 'query' | 'release'> &
  Partial<Pick<pg.PoolClient, 'pipeline' | 'connection'>>;

interface Transaction {
  readonly tx: Queryable;
  /** Commits what was asked, if anything was, and tells those who wait for it. */
  commit(): Promise<void>;
}

/** A transaction as this module knows it; its parts share it. */
interface Known {
  readonly whole: Queryable;
  /** Null: what is asked waits for the answer before. */
  readonly stream: pg.Connection['stream'] | null;
  readonly afterwards: (() => void)[];
  /** Is written with the commit. Null: nobody knows when that comes. */
  readonly last: Statement[] | null;
}

const known = new WeakMap<Queryable, Known>();

/** Begins a transaction with its first question where the connection permits it, else at once. */
export async function beginTransaction(client: PooledConnection, opening: string): Promise<Transaction> {
  const begin = () => notingUnavailable(client.query(opening));
  const ask: Queryable['query'] = (text, values) =>
    notingUnavailable(prepared(text, values, (config) => client.query(config)));
  const stream = client.pipeline === true && client.connection !== undefined ? client.connection.stream : null;
  let begun: Promise<unknown> | null = null;
  let is_open = false;
  const open = (): Promise<unknown> =>
    begin().then(() => {
      is_open = true;
    });
  const tx: Queryable = {
    async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
      if (is_open) return ask<Row>(text, values);
      if (begun === null && stream !== null && isRead(text)) {
        // A read that goes out with the beginning does no harm where that fails; what writes waits until there is a transaction.
        const [opening, asked] = asOnePacket(stream, () => [open(), ask<Row>(text, values)] as const);
        begun = opening;
        const [, answer] = await Promise.all([opening, asked]);
        return answer;
      }
      begun ??= open();
      await begun;
      return ask<Row>(text, values);
    },
  };
  if (stream === null) {
    begun = open();
    await begun;
  }
  const afterwards: Known['afterwards'] = [];
  const last: Statement[] = [];
  known.set(tx, { whole: tx, stream, afterwards, last });
  return {
    tx,
    async commit() {
      if (last.length > 0) {
        begun ??= open();
        await begun;
        if (!(await commitBehind(client, last))) {
          const writes = last.map((write) => () => ask(write.text, write.values));
          await askTogether(tx, writes);
          await commitPlainly(client);
        }
      } else if (begun !== null) await commitPlainly(client);
      for (const notify of afterwards) notify();
    },
  };
}

async function commitPlainly(client: PooledConnection): Promise<void> {
  const { command } = await notingUnavailable(client.query('commit'));
  const failed = notCommitted(command);
  if (failed) throw failed;
}

/** Writes these and commits, in one round trip; false, and nothing is asked, where one of them is not prepared on this connection yet. */
async function commitBehind(client: PooledConnection, last: readonly Statement[]): Promise<boolean> {
  const { pipeline, connection } = client;
  if (pipeline !== true || connection === undefined) return false;
  const commit = preparedTogether(last, async (configs) => {
    const writes = preparedOn(connection, configs);
    if (writes === null) return false;
    await new Promise<void>((resolve, reject) => {
      client.query(new CommittedWrites(writes, (error) => (error ? reject(error) : resolve())));
    });
    return true;
  });
  return notingUnavailable(commit);
}

/**
 * Has these written before the commit, in one round trip with it where the connection permits it. Where one of them fails nothing is committed, and when the commit's answer is lost theirs is. The
 * transaction asks for nothing more.
 */
export async function writeLast(tx: Queryable, statements: readonly Statement[]): Promise<void> {
  const last = known.get(tx)?.last;
  if (last) last.push(...statements);
  else for (const { text, values } of statements) await tx.query(text, values);
}

function asOnePacket<T>(stream: pg.Connection['stream'], send: () => T): T {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** Asks all of these in one round trip where the connection permits it, else one after the other. Where one fails, the others may be asked all the same. */
export async function askTogether(tx: Queryable, asks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const stream = known.get(tx)?.stream;
  if (stream) await Promise.all(asOnePacket(stream, () => asks.map((ask) => ask())));
  else for (const ask of asks) await ask();
}

/**
 * Asks one after the other without waiting for answers where the connection permits it: what the next one asks is written while Postgres still does what came before. Where one fails, those
 * behind it are asked in vain, and its error is the one that is thrown. A part of a shared transaction asks one at a time. The answers are in the order of what was asked.
 */
export async function askAhead<const Asks extends readonly (() => Promise<unknown>)[]>(
  tx: Queryable,
  asks: Asks,
): Promise<{ readonly [place in keyof Asks]: Awaited<ReturnType<Asks[place]>> }> {
  const { whole, stream } = known.get(tx) ?? {};
  const asked: Promise<unknown>[] = [];
  for (const ask of asks) {
    const answer = ask();
    asked.push(answer);
    if (!stream || whole !== tx) {
      await answer;
      continue;
    }
    // It is looked at below; until then nobody misses it.
    answer.catch(() => undefined);
    // What did not fit into the socket at once goes out.
    if (stream.writableLength > 0) await setImmediate();
  }
  const answers: unknown[] = [];
  for (const one of await Promise.allSettled(asked)) {
    if (one.status === 'rejected') throw one.reason;
    answers.push(one.value);
  }
  // One answer for each, in their order.
  return answers as { readonly [place in keyof Asks]: Awaited<ReturnType<Asks[place]>> };
}

/** Makes the part of a shared transaction that one of its works is given. */
export function partOf(whole: Queryable, query: Queryable['query']): Queryable {
  const part: Queryable = { query };
  known.set(part, known.get(whole) ?? { whole, stream: null, afterwards: [], last: null });
  return part;
}

/** The transaction itself, whichever part of it is given. */
export const wholeOf = (tx: Queryable): Queryable => known.get(tx)?.whole ?? tx;

/**
 * Has `notify` called once the transaction is committed, never if it is rolled back: for telling others in this process to look
 * for what it wrote. Nothing may depend on it, for a process can die in between.
 */
export function afterCommit(tx: Queryable, notify: () => void): void {
  known.get(tx)?.afterwards.push(notify);
}

/** Lets this transaction stand still for longer: one that takes what a client sends, at the client's pace. Wall milliseconds. */
export async function allowIdle(tx: Queryable, ms: number): Promise<void> {
  await tx.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(ms)]);
}

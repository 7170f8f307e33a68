import { readSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Ran } from './lock-waits.ts';
import { Outgoing } from './outgoing.ts';

export type Rows = pg.QueryResult;
/** The outcome of a statement. */
export type Answer = Exclude<Ran<Rows>, { readonly is: 'waits' }>;
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** The name by which it is prepared. */
  readonly name?: string;
}

/** Filled once the server has said what they are. */
interface Columns {
  fields: pg.FieldDef[];
  /** A row of these columns without values, of which each one begins as a copy: all have one shape. */
  empty: Readonly<Record<string, unknown>>;
  parsers: readonly ((text: string) => unknown)[];
}

/** A statement that was sent, as far as it is answered. */
interface Asked {
  /** The name by which this one prepares it, until the server has said that it is prepared. */
  prepares: string | null;
  readonly columns: Columns;
  rows: Record<string, unknown>[];
  command: string;
  error: Error | null;
}

interface Reading {
  readonly reading: boolean;
  readonly fd: number;
  readStop(): void;
  setBlocking(on: boolean): number;
}

/** Postgres says so once a statement has waited for a lock for as long as `deadlock_timeout`. */
const WAITS = / still waiting for /;

/**
 * A connection whose answers are read as soon as they are asked for, without a turn of the event loop: one step runs at a time, so nothing is kept waiting, and the way through Node's
 * streams costs more than all else that a round trip does here. The server says by a notice that a statement waits for a lock.
 */
export class BlockingClient {
  readonly pid: number;
  readonly #socket: Socket;
  readonly #fd: number;
  readonly #outgoing = new Outgoing();
  readonly #prepared = new Map<string, Columns>();
  #waiting: { readonly resolve: (rows: Rows) => void; readonly reject: (error: unknown) => void }[] = [];
  /** Sent, and not answered as a whole. */
  #asked: Asked[] = [];
  #answered = 0;
  #incoming = Buffer.allocUnsafe(1 << 16);
  #from = 0;
  #to = 0;

  private constructor(pid: number, socket: Socket, handle: Reading) {
    this.pid = pid;
    this.#socket = socket;
    this.#fd = handle.fd;
  }

  static async connect(config: pg.ClientConfig): Promise<BlockingClient> {
    const client = new pg.Client(config);
    client.on('error', () => undefined);
    await client.connect();
    const { stream } = client.connection;
    const { processID, connection } = client as unknown as { processID: number; connection: { stream: Socket } };
    stream.removeAllListeners('data');
    stream.pause();
    const handle = (connection.stream as unknown as { readonly _handle: Reading })._handle;
    handle.readStop();
    if (handle.setBlocking(true) !== 0) throw new Error('a socket cannot be read at once');
    return new BlockingClient(processID, connection.stream, handle);
  }

  /** Asks, together with all that is asked before anybody waits. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    asked: string | Statement,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    this.#write(typeof asked === 'string' ? { text: asked, ...(values ? { values } : {}) } : asked);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: (rows) => resolve(rows as pg.QueryResult<Row>), reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#answerAll());
    });
  }

  #answerAll(): void {
    const all = this.#waiting.splice(0);
    try {
      this.#flush();
      for (const [place, answer] of this.receiveAll().entries()) {
        if (answer.is === 'done') all[place]?.resolve(answer.value);
        else all[place]?.reject(answer.error);
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  /** Sends statements one behind the other, each a transaction of its own unless one was begun. */
  send(asked: readonly (string | Statement)[]): void {
    for (const one of asked) this.#write(typeof one === 'string' ? { text: one } : one);
    this.#flush();
  }

  /** Reads the answers of all that was sent. Null: one of them waits for a lock, and they are to be asked for again. */
  receive(): readonly Answer[] | null {
    while (this.#answered < this.#asked.length) if (!this.#takeMessage()) return null;
    const answers = this.#asked.map(answerOf);
    this.#asked = [];
    this.#answered = 0;
    return answers;
  }

  /** Reads them, however long one of them waits. */
  receiveAll(): readonly Answer[] {
    for (;;) {
      const answers = this.receive();
      if (answers !== null) return answers;
    }
  }

  end(): void {
    this.#outgoing.terminate();
    this.#flush();
    this.#socket.destroy();
  }

  #write({ text, values, name }: Statement): void {
    const known = name === undefined ? undefined : this.#prepared.get(name);
    const columns = known ?? { fields: [], empty: {}, parsers: [] };
    const asked: Asked = { prepares: null, columns, rows: [], command: '', error: null };
    this.#asked.push(asked);
    if (name === undefined && (values === undefined || values.length === 0)) {
      this.#outgoing.query(text);
      return;
    }
    if (!known) this.#outgoing.parse(name ?? '', text);
    if (!known && name !== undefined) {
      asked.prepares = name;
      this.#prepared.set(name, columns);
    }
    this.#outgoing.bind(name ?? '', values?.map(written) ?? []);
    this.#outgoing.execute();
  }

  #flush(): void {
    const bytes = this.#outgoing.take();
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
  }

  /** Takes the next message. False: it says that a statement waits for a lock. */
  #takeMessage(): boolean {
    this.#need(5);
    const code = this.#incoming[this.#from] ?? 0;
    const length = this.#incoming.readInt32BE(this.#from + 1) + 1;
    this.#need(length);
    const at = this.#from + 5;
    const end = this.#from + length;
    this.#from = end;
    const asked = this.#asked[this.#answered];
    if (!asked) throw new Error('Postgres answered what was not asked');
    switch (code) {
      case 0x44: // D
        asked.rows.push(rowAt(this.#incoming, at, asked.columns));
        break;
      case 0x43: // C
        asked.command = this.#incoming.toString('latin1', at, end - 1);
        break;
      case 0x5a: // Z
        this.#answered += 1;
        break;
      case 0x54: // T
        Object.assign(asked.columns, columnsAt(this.#incoming, at));
        // Of several statements the last one's rows count.
        asked.rows = [];
        asked.prepares = null;
        break;
      case 0x6e: // n
        asked.prepares = null;
        break;
      case 0x45: // E
        asked.error = errorAt(this.#incoming, at);
        if (asked.prepares !== null) this.#prepared.delete(asked.prepares);
        break;
      case 0x4e: // N
        return !WAITS.test(this.#incoming.toString('latin1', at, end));
    }
    return true;
  }

  /** Waits until so many bytes are there. */
  #need(bytes: number): void {
    if (this.#to - this.#from >= bytes) return;
    if (this.#from === this.#to) this.#from = this.#to = 0;
    if (this.#from + bytes > this.#incoming.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#incoming.length, 2 * bytes));
      this.#to = this.#incoming.copy(larger, 0, this.#from, this.#to);
      this.#incoming = larger;
      this.#from = 0;
    }
    while (this.#to - this.#from < bytes) {
      const read = readSync(this.#fd, this.#incoming, this.#to, this.#incoming.length - this.#to, null);
      if (read === 0) throw new Error('Connection terminated unexpectedly');
      this.#to += read;
    }
  }
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Uint8Array | null } })
  .utils;
const written = (value: unknown): string | Uint8Array | null =>
  typeof value === 'string' ? value : prepareValue(value);

function answerOf({ error, rows, columns, command }: Asked): Answer {
  if (error !== null) return { is: 'failed', error };
  const end = command.indexOf(' ');
  const rowCount = end < 0 ? null : Number(command.slice(command.lastIndexOf(' ') + 1));
  const name = end < 0 ? command : command.slice(0, end);
  return { is: 'done', value: { command: name, rowCount, oid: 0, fields: columns.fields, rows } };
}

function rowAt(bytes: Buffer, start: number, { fields, empty, parsers }: Columns): Record<string, unknown> {
  const row: Record<string, unknown> = { ...empty };
  let at = start + 2;
  for (let index = 0; index < fields.length; index++) {
    const length = bytes.readInt32BE(at);
    at += 4;
    const name = fields[index]?.name ?? '';
    // Of two columns with one name the last one counts.
    row[name] = length < 0 ? null : parsers[index]?.(bytes.toString('utf8', at, at + length));
    if (length > 0) at += length;
  }
  return row;
}

function columnsAt(bytes: Buffer, start: number): Columns {
  const fields: pg.FieldDef[] = [];
  let at = start + 2;
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at);
    fields.push({
      name: bytes.toString('utf8', at, end),
      tableID: bytes.readUInt32BE(end + 1),
      columnID: bytes.readInt16BE(end + 5),
      dataTypeID: bytes.readUInt32BE(end + 7),
      dataTypeSize: bytes.readInt16BE(end + 11),
      dataTypeModifier: bytes.readInt32BE(end + 13),
      format: 'text',
    });
    at = end + 19;
  }
  const empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  return { fields, empty, parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')) };
}

/** The parts of an error by the letters of Postgres' protocol. */
const PARTS: Readonly<Record<string, string>> = {
  ...{ S: 'severity', C: 'code', D: 'detail', H: 'hint', W: 'where', s: 'schema', t: 'table', c: 'column' },
  ...{ n: 'constraint', R: 'routine' },
};

function errorAt(bytes: Buffer, start: number): Error {
  const parts: Record<string, string> = {};
  let message = '';
  for (let at = start; bytes[at] !== 0; ) {
    const end = bytes.indexOf(0, at);
    const letter = String.fromCharCode(bytes[at] ?? 0);
    const text = bytes.toString('utf8', at + 1, end);
    if (letter === 'M') message = text;
    const part = PARTS[letter];
    if (part !== undefined) parts[part] = text;
    at = end + 1;
  }
  return Object.assign(new pg.DatabaseError(message, bytes.length, 'error'), parts);
}

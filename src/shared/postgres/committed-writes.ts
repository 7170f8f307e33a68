import pg from 'pg';
import { asError } from '../kit/thrown.ts';
import { asWritten } from './array-client.ts';

/** The driver's own query, whose types leave out what it consists of. */
interface DriverQuery {
  readonly text: string;
  callback?: (error: Error | null) => void;
}
const Query = pg.Query as unknown as new (config: object) => DriverQuery;
// The types leave this out too: how the driver writes a value.
const { prepareValue } = (pg as unknown as { readonly utils: { prepareValue(value: unknown): unknown } }).utils;

/** The parts of the driver's connection that are used. */
export interface Connection {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  bind(portal: object): void;
  execute(portal: object): void;
  parse(statement: object): void;
  sync(): void;
  _send(bytes: Buffer): void;
}

/** A statement that is prepared, with values that the driver takes as they are. */
export type PreparedWrite = Required<Pick<pg.QueryConfig, 'name' | 'values'>>;

/** Thrown where the server has undone a transaction that it was asked to commit: a statement of it had failed before. */
class NotCommitted extends Error {
  constructor() {
    super('the server did not commit: a statement of the transaction had failed');
    this.name = 'NotCommitted';
  }
}

/** The error that a commit is which the server has answered by this command. */
export const notCommitted = (command: string): Error | null => (command === 'ROLLBACK' ? new NotCommitted() : null);

/** The writes as they are prepared on this connection; null: one of them is not yet. */
export function preparedOn(connection: object, configs: readonly pg.QueryConfig[]): readonly PreparedWrite[] | null {
  const { parsedStatements } = connection as Connection;
  const writes = configs.flatMap(({ text, name = '', values = [] }) =>
    parsedStatements[name] === text ? [{ name, values: values.map(asWritten) }] : [],
  );
  return writes.length === configs.length ? writes : null;
}

/**
 * Writes that nobody wants rows of, and the commit of their transaction behind them, as one question to the server. All of it is composed before the first byte is written: a value that
 * cannot be sent keeps back the commit, too. When the server refuses a write it passes over everything up to the end of the question, so nothing is committed either.
 */
export class CommittedWrites extends Query {
  readonly #writes: readonly PreparedWrite[];
  #last = '';

  constructor(writes: readonly PreparedWrite[], done: (error: Error | null) => void) {
    super({ text: 'commit' });
    this.#writes = writes;
    this.callback = (error) => done(error ?? notCommitted(this.#last));
  }

  /** The driver asks for it, and tells `handleError` what it returns. */
  submit(connection: Connection): Error | null {
    const packets: Buffer[] = [];
    // The methods of the connection's class send by this one, which is hidden meanwhile.
    connection._send = (bytes) => void packets.push(bytes);
    try {
      for (const { name, values } of this.#writes) {
        connection.bind({ statement: name, values, valueMapper: prepareValue });
        connection.execute({});
      }
      connection.parse({ text: this.text });
      connection.bind({});
      connection.execute({});
      connection.sync();
    } catch (error) {
      return asError(error);
    } finally {
      Reflect.deleteProperty(connection, '_send');
    }
    connection._send(Buffer.concat(packets));
    return null;
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#last = text;
  }

  handleDataRow(): void {
    // A statement that writes may end in a `select`.
  }
}

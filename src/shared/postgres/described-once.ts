import pg from 'pg';

/** The driver's own query, whose types leave out what it consists of. */
interface DriverQuery {
  readonly name: string | undefined;
  callback?: (error: Error | null, result?: unknown) => void;
  readonly _result: Columns;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const Query = pg.Query as unknown as new (config: object) => DriverQuery;

interface Connection {
  describe?: () => void;
}

/** How a result reads its rows. */
interface Columns {
  fields: readonly unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: object | null;
}

const known = new WeakMap<Connection, Map<string, Columns>>();

/**
 * Asks a prepared statement what its columns are the first time on each connection, and not each time: for a row with thirty columns that is as much work for both sides as the
 * row itself. Postgres refuses a prepared statement whose columns are other ones by now (`isStalePlan`), so they stay as they were.
 */
export class DescribedOnce extends Query {
  override prepare(connection: Connection): void {
    const columns = this.hasBeenParsed(connection) ? known.get(connection)?.get(this.name ?? '') : undefined;
    if (columns === undefined) {
      super.prepare(connection);
      return;
    }
    const { fields, _parsers, _prebuiltEmptyResultObject } = columns;
    Object.assign(this._result, { fields, _parsers, _prebuiltEmptyResultObject });
    this._accumulateRows = true;
    // The driver asks by the method of the connection's class, which is hidden meanwhile.
    connection.describe = () => undefined;
    try {
      super.prepare(connection);
    } finally {
      delete connection.describe;
    }
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (!this.name) return;
    const of = known.get(connection) ?? new Map<string, Columns>();
    known.set(connection, of);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (!of.has(this.name)) of.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

import pg from 'pg';
import { isRecord } from '../kit/is-record.ts';
import { DescribedOnce } from './described-once.ts';

/** The driver's client, which writes arrays of plain values in one go, and asks once what the columns of a prepared statement are. */
export class ArrayClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask: (...given: unknown[]) => unknown = this.query.bind(this);
    const query = (asked: unknown, ...more: unknown[]): unknown => {
      const given = withLiterals(asked);
      if (!isRecord(given) || typeof given.name !== 'string') return ask(given, ...more);
      return askPrepared(given, more.find(isCallback), ask);
    };
    Object.assign(this, { query });
  }
}

type Callback = NonNullable<DescribedOnce['callback']>;
const isCallback = (given: unknown): given is Callback => typeof given === 'function';

function askPrepared(config: object, callback: Callback | undefined, ask: (query: DescribedOnce) => unknown): unknown {
  const query = new DescribedOnce(config);
  if (callback) {
    query.callback = callback;
    return ask(query);
  }
  return new Promise((resolve, reject) => {
    query.callback = (error, result) => {
      if (error) reject(error);
      else resolve(result);
    };
    ask(query);
  }).catch((error: Error) => {
    // Of the socket's stack nobody learns who asked.
    Error.captureStackTrace(error);
    throw error;
  });
}

const withLiterals = (asked: unknown): unknown =>
  isRecord(asked) && Array.isArray(asked.values) ? { ...asked, values: asked.values.map(asWritten) } : asked;

/** The value as it is handed to the driver. */
export const asWritten = (value: unknown): unknown => (Array.isArray(value) ? (arrayLiteral(value) ?? value) : value);

/**
 * An array of texts, numbers and truth values as Postgres reads it. The driver writes it element by element, which takes four times as long, and an import sends it hundreds of
 * thousands. Null: something else is in it, or a text that JSON writes otherwise, and the driver has to write it.
 */
export function arrayLiteral(values: readonly unknown[]): string | null {
  if (!values.every(isPlain)) return null;
  const json = JSON.stringify(values);
  // Only a quote and a backslash are escaped alike by both.
  return json.includes('\\') && OTHER_ESCAPES.test(json) ? null : `{${json.slice(1, -1)}}`;
}

const OTHER_ESCAPES = /\\[^"\\]/;

const isPlain = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));

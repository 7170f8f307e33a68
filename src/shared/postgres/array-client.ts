import pg from 'pg';
import { isRecord } from '../kit/is-record.ts';

/** The driver's client, which writes arrays of plain values in one go. */
export class ArrayClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask: (...given: unknown[]) => unknown = this.query.bind(this);
    const query = (asked: unknown, ...more: unknown[]): unknown => ask(withLiterals(asked), ...more);
    Object.assign(this, { query });
  }
}

const withLiterals = (asked: unknown): unknown =>
  isRecord(asked) && Array.isArray(asked.values) ? { ...asked, values: asked.values.map(written) } : asked;

const written = (value: unknown): unknown => (Array.isArray(value) ? (arrayLiteral(value) ?? value) : value);

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

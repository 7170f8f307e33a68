import { createHash } from 'node:crypto';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { allowIdle } from '../../../shared/postgres/transaction.ts';
import { OPTED_OUT } from '../../store/campaigns/opt-outs.ts';
import { type GivenRow, stageRows } from '../../store/campaigns/stage-rows.ts';
import type { Column } from '../csv/column.ts';
import { readCsv } from '../csv/read-csv.ts';

/** People who are handed in, row by row: a file as it comes over the wire, or a list. */
export type RowSource =
  | {
      readonly csv: AsyncIterable<Uint8Array>;
      readonly mapping: Readonly<Record<string, string>>;
      readonly country?: string;
      /** Absent: what it is found to be. */
      readonly encoding?: string | undefined;
    }
  | { readonly leads: readonly unknown[]; readonly country?: string };

export interface RowStream {
  readonly rows: AsyncIterable<GivenRow> | Iterable<GivenRow>;
  /** The part of the source that is kept, once all its rows were read. */
  readonly kept: (rows: number) => Readonly<Record<string, unknown>>;
  /** A digest of everything that was read. */
  readonly digest: () => string;
  /** The names of the columns in a file. */
  readonly headers: readonly string[];
  /** The file as it was understood, once all its rows were read; null for other sources. */
  readonly csv: () => UnderstoodFile | null;
}

export interface UnderstoodFile {
  readonly encoding: string;
  readonly delimiter: string;
  /** The line that names the columns, from 1. */
  readonly header_line: number;
  readonly columns: readonly Column[];
}

export async function openRows(source: RowSource): Promise<RowStream> {
  const hash = createHash('sha256');
  const digest = (): string => `sha256:${hash.copy().digest('hex')}`;
  const { country } = source;
  if (country !== undefined) hash.update(country);
  if ('leads' in source) {
    hash.update(JSON.stringify(source.leads));
    const rows = source.leads.map((lead, index) => ({ row: index + 1, given: given(lead, country) }));
    return { rows, kept: (count) => ({ leads: count }), digest, headers: [], csv: () => null };
  }
  const { mapping, encoding: named } = source;
  const file = await readCsv(hashed(source.csv, hash), { mapping, encoding: named });
  const { encoding, delimiter, header_line, columns, headers } = file;
  const rows = country === undefined ? file.rows : withCountry(file.rows, country);
  hash.update(JSON.stringify(mapping));
  if (named !== undefined) hash.update(named);
  const csv = () => ({ encoding: encoding(), delimiter, header_line, columns });
  return { rows, kept: (count) => ({ csv: { rows: count, ...csv() } }), digest, headers, csv };
}

const given = (lead: unknown, country?: string): GivenRow['given'] =>
  country === undefined ? { lead } : { lead, country };

async function* withCountry(rows: AsyncIterable<GivenRow>, country: string): AsyncGenerator<GivenRow> {
  for await (const row of rows) yield { ...row, given: { ...row.given, country } };
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
}

const AT_A_TIME = 1000;

export interface Staged {
  readonly rows: number;
  /** Those of which the list says itself not to contact their person. */
  readonly opt_outs: number;
}

/** Keeps all rows, some at a time: a file of a million is never in memory. How many there were. */
export async function stageAll(tx: Queryable, campaignId: string, { rows }: RowStream): Promise<Staged> {
  // A client may take its time; nobody waits for a lock of this transaction.
  await allowIdle(tx, 10 * MINUTE);
  const staged = { rows: 0, opt_outs: 0 };
  let part: GivenRow[] = [];
  for await (const row of rows) {
    part.push(row);
    staged.rows += 1;
    if (row.refused?.code === OPTED_OUT) staged.opt_outs += 1;
    if (part.length < AT_A_TIME) continue;
    await stageRows(tx, campaignId, part);
    part = [];
  }
  await stageRows(tx, campaignId, part);
  return staged;
}

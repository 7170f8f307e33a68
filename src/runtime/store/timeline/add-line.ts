import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

export interface NewLine {
  readonly enrollment_id: string;
  readonly at: Date;
  readonly node: string | null;
  readonly type: string;
  /** Plain words. */
  readonly title: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Lines of one enrollment with the same `once` are one line: the first. */
  readonly once?: string;
}

/** False when the line was there already. */
export const addLine = setwise(addLines, { writes: true });

/** The same for many; of those that are there already nothing is written. */
export async function addLines(tx: Queryable, lines: readonly NewLine[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ enrollment_id: string; once: string | null }>(
    `${linesBy('$1')} returning enrollment_id, once`,
    [jsonRows(lines)],
  );
  const added = new Set(rows.map(({ enrollment_id, once }) => `${enrollment_id} ${once}`));
  return lines.map(({ enrollment_id, once }) => once === undefined || added.has(`${enrollment_id} ${once}`));
}

/** SQL: writes the lines that the parameter `rows` has, but for those that are there already. */
export const linesBy = (
  rows: string,
): string => `insert into timeline (enrollment_id, at, node, type, title, detail, once)
     select enrollment_id, at, node, type, title, coalesce(detail, '{}'), once
       from ${rowsOf('enrollment_id text, at timestamptz, node text, type text, title text, detail jsonb, once text', rows)} as l
     on conflict (enrollment_id, once) where once is not null do nothing`;

/** SQL: writes lines of things that happen once, which another part of the statement has found. */
export const tell = (lines: string): string =>
  `insert into timeline (enrollment_id, at, node, type, title, detail) ${lines}`;

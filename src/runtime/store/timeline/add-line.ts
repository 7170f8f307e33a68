import type { Queryable } from '../../../shared/postgres/database.ts';

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
export async function addLine(tx: Queryable, line: NewLine): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into timeline (enrollment_id, at, node, type, title, detail, once) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (enrollment_id, once) where once is not null do nothing`,
    [
      line.enrollment_id,
      line.at,
      line.node,
      line.type,
      line.title,
      JSON.stringify(line.detail ?? {}),
      line.once ?? null,
    ],
  );
  return rowCount === 1;
}

/** The same for many; those that are there already are left out. */
export async function addLines(tx: Queryable, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map(({ detail = {}, once = null, ...line }) => ({ ...line, detail, once }));
  await tx.query(
    `insert into timeline (enrollment_id, at, node, type, title, detail, once)
     select enrollment_id, at, node, type, title, detail, once
       from jsonb_to_recordset($1) as l (enrollment_id text, at timestamptz, node text, type text, title text, detail jsonb, once text)
     on conflict (enrollment_id, once) where once is not null do nothing`,
    [JSON.stringify(rows)],
  );
}

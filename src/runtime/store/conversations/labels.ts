import type { Queryable } from '../../../shared/postgres/database.ts';
import { type Change, recordChange, recordNoChange } from '../audit-log/record-change.ts';
import type { Listing } from '../listing.ts';

export type LabelEffect = 'continue' | 'stop' | 'suppress';

export interface LabelFields {
  readonly title: string;
  /** continue: nothing. stop: the person's sequences end. suppress: and the person is on the do-not-contact list. */
  readonly effect: LabelEffect;
  /** Whether it is given with a date, on which the conversation comes back to the inbox, or the person enters `sequence`. */
  readonly dated: boolean;
  readonly sequence: string | null;
  /** Whether who has replied and has it counts as a positive reply. */
  readonly positive: boolean;
}

export interface LabelRow extends LabelFields {
  readonly name: string;
  readonly built_in: boolean;
  readonly created_at: Date;
}

const COLUMNS = 'name, title, effect, dated, sequence, positive, built_in, created_at';

export const labelListing: Listing<LabelRow> = {
  ...{ columns: COLUMNS, tables: 'labels', where: 'true', values: [] },
  orders: { name: [{ sql: 'name', of: ({ name }) => name, kind: 'text' }] },
  usual: 'name',
};

export async function readLabel(db: Queryable, name: string): Promise<LabelRow | null> {
  const { rows } = await db.query<LabelRow & Record<string, unknown>>(`select ${COLUMNS} from labels where name = $1`, [
    name,
  ]);
  return rows[0] ?? null;
}

/** Null: there is one of that name. */
export async function insertLabel(
  db: Queryable,
  { name, title, effect, dated, sequence, positive, at }: LabelFields & { readonly name: string; readonly at: Date },
): Promise<LabelRow | null> {
  const { rows } = await db.query<LabelRow & Record<string, unknown>>(
    `insert into labels (name, title, effect, dated, sequence, positive, created_at) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${COLUMNS}`,
    [name, title, effect, dated, sequence, positive, at],
  );
  const [made] = rows;
  if (made !== undefined) await record(db, `made the label ${name}`, name, { after: fieldsIn(made) });
  return made ?? null;
}

export async function updateLabel(
  db: Queryable,
  { name, title, effect, dated, sequence, positive }: LabelFields & { readonly name: string },
): Promise<LabelRow | null> {
  const before = await readLabel(db, name);
  const { rows } = await db.query<LabelRow & Record<string, unknown>>(
    `update labels set title = $2, effect = $3, dated = $4, sequence = $5, positive = $6 where name = $1 returning ${COLUMNS}`,
    [name, title, effect, dated, sequence, positive],
  );
  const [after] = rows;
  if (before === null || after === undefined) return null;
  const [was, is] = [fieldsIn(before), fieldsIn(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) recordNoChange();
  else await record(db, `changed the label ${name}`, name, { before: was, after: is });
  return after;
}

/** How many conversations have it, which then keep it; 0: it is gone. */
export async function deleteLabel(tx: Queryable, name: string): Promise<number> {
  // Nobody gives it to a conversation meanwhile.
  await tx.query('select from labels where name = $1 for update', [name]);
  const { rows } = await tx.query<{ used: number }>(
    'select count(*)::int as used from conversations where label = $1',
    [name],
  );
  const used = rows[0]?.used ?? 0;
  if (used > 0) return used;
  await tx.query('delete from labels where name = $1', [name]);
  await record(tx, `deleted the label ${name}`, name, {});
  return 0;
}

const fieldsIn = ({ title, effect, dated, sequence, positive }: LabelRow) => ({
  title,
  effect,
  dated,
  sequence,
  positive,
});

const record = (tx: Queryable, did: string, id: string, change: Pick<Change, 'before' | 'after'>) =>
  recordChange(tx, { did, target: { kind: 'label', id }, ...change });

import type { Queryable } from '../../../shared/postgres/database.ts';
import { type Change, recordChange, recordNoChange } from '../audit-log/record-change.ts';
import { byId, type Listing } from '../listing.ts';

export interface SavedAnswerFields {
  readonly name: string;
  /** A template, as the text of a step is. */
  readonly text: string;
  /** Subject of a mail or an InMail; null: that of the thread. */
  readonly subject: string | null;
}

export interface SavedAnswerRow extends SavedAnswerFields {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Row = SavedAnswerRow & Record<string, unknown>;

const COLUMNS = 'id, name, text, subject, created_at, updated_at';

/** `name`: only the one of this name. */
export const savedAnswerListing = (name: string | null): Listing<SavedAnswerRow> => ({
  ...{ columns: COLUMNS, tables: 'saved_answers', where: name === null ? 'true' : 'lower(name) = lower($1)' },
  values: name === null ? [] : [name],
  orders: {
    name: [{ sql: 'lower(name)', of: (row) => row.name.toLowerCase(), kind: 'text' }, ...byId<SavedAnswerRow>('id')],
    created_at: byId('id'),
  },
  usual: 'name',
});

export async function readSavedAnswer(db: Queryable, id: string): Promise<SavedAnswerRow | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from saved_answers where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Null: another one has the name. */
export async function insertSavedAnswer(
  tx: Queryable,
  { id, name, text, subject, at }: SavedAnswerFields & { readonly id: string; readonly at: Date },
): Promise<SavedAnswerRow | null> {
  const { rows } = await tx.query<Row>(
    `insert into saved_answers (id, name, text, subject, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) on conflict do nothing returning ${COLUMNS}`,
    [id, name, text, subject, at],
  );
  const [made] = rows;
  if (made !== undefined) await record(tx, 'saved', made, { after: fieldsIn(made) });
  return made ?? null;
}

/** Null: another one has the name. Of one that is there. */
export async function updateSavedAnswer(
  tx: Queryable,
  before: SavedAnswerRow,
  { name, text, subject }: SavedAnswerFields,
  at: Date,
): Promise<SavedAnswerRow | null> {
  const [was, is] = [fieldsIn(before), { name, text, subject }];
  if (JSON.stringify(was) === JSON.stringify(is)) {
    recordNoChange();
    return before;
  }
  const { rows } = await tx.query<Row>(
    `update saved_answers set name = $2, text = $3, subject = $4, updated_at = $5
      where id = $1 and not exists (select from saved_answers other where lower(other.name) = lower($2) and other.id <> $1) returning ${COLUMNS}`,
    [before.id, name, text, subject, at],
  );
  const [after] = rows;
  if (after !== undefined) await record(tx, 'changed', after, { before: was, after: fieldsIn(after) });
  return after ?? null;
}

export async function deleteSavedAnswer(tx: Queryable, row: SavedAnswerRow): Promise<void> {
  await tx.query('delete from saved_answers where id = $1', [row.id]);
  await record(tx, 'deleted', row, {});
}

const fieldsIn = ({ name, text, subject }: SavedAnswerRow) => ({ name, text, subject });

const record = (tx: Queryable, verb: string, { id }: SavedAnswerRow, change: Pick<Change, 'before' | 'after'>) =>
  recordChange(tx, { did: `${verb} the saved answer ${id}`, target: { kind: 'saved_answer', id }, ...change });

import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange, recordContinuation, recordNoChange } from '../audit-log/record-change.ts';
import type { Listing } from '../listing.ts';

/** A text that somebody works on and has not published. */
export interface DraftRow {
  readonly sequence: string;
  readonly text: string;
  /** The version that the text started from; null: there was none. */
  readonly based_on: number | null;
  /** Another one with each change. */
  readonly revision: string;
  /** The user who saved it last; null: a key of nobody, or the owner of one machine. */
  readonly author_id: string | null;
  readonly author: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The version that is published; null: none. */
  readonly current_version: number | null;
}

export interface DraftGiven {
  readonly sequence: string;
  readonly text: string;
  readonly based_on: number | null;
  /** The one that whoever saves has seen; null: none. */
  readonly revision: string | null;
  readonly author_id: string | null;
  readonly author: string;
  readonly at: Date;
}

export type SavedDraft =
  | { readonly kind: 'saved'; readonly draft: DraftRow }
  /** Somebody else saved or discarded it meanwhile; null: there is none now. */
  | { readonly kind: 'changed'; readonly present: DraftRow | null };

const COLUMNS = `d.sequence, d.text, d.based_on, d.revision, d.author_id, d.author, d.created_at, d.updated_at,
  nullif(s.current_version, 0) as current_version`;
const TABLES = 'sequence_drafts d left join sequences s on s.name = d.sequence';

export const draftListing: Listing<DraftRow> = {
  ...{ columns: COLUMNS, tables: TABLES, where: 'true', values: [] },
  orders: { name: [{ sql: 'd.sequence', of: ({ sequence }) => sequence, kind: 'text' }] },
  usual: 'name',
};

export async function readDraft(db: Queryable, sequence: string): Promise<DraftRow | null> {
  const { rows } = await db.query<DraftRow & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES} where d.sequence = $1`,
    [sequence],
  );
  return rows[0] ?? null;
}

/** Saves over exactly the revision that was seen, so that of two who write at once the second is told, and loses nothing. */
export async function saveDraft(tx: Queryable, given: DraftGiven): Promise<SavedDraft> {
  const { sequence, text, based_on, author_id, author, at } = given;
  const before = await lockDraft(tx, sequence);
  if (before !== null && before.text === text && before.based_on === based_on) {
    recordNoChange();
    return { kind: 'saved', draft: before };
  }
  if ((before?.revision ?? null) !== given.revision) return { kind: 'changed', present: before };
  const values = [sequence, text, based_on, newId('rev'), author_id, author, at];
  const { rowCount } = await tx.query(
    before === null
      ? `insert into sequence_drafts (sequence, text, based_on, revision, author_id, author, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`
      : `update sequence_drafts set text = $2, based_on = $3, revision = $4, author_id = $5, author = $6, updated_at = $7
          where sequence = $1`,
    values,
  );
  const draft = await readDraft(tx, sequence);
  // Another first save was quicker.
  if (rowCount === 0 || draft === null) return { kind: 'changed', present: draft };
  await record(tx, before, draft);
  return { kind: 'saved', draft };
}

/**
 * Records who works on a draft. Not each save has a line, which an editor makes every few seconds: whose work it is, and that it began, is what can
 * be asked later.
 */
async function record(tx: Queryable, before: DraftRow | null, { sequence, based_on, author }: DraftRow): Promise<void> {
  if (before?.author === author) return recordContinuation();
  await recordChange(tx, {
    did: before === null ? `began a draft of ${sequence}` : `went on with the draft of ${sequence}`,
    target: { kind: 'sequence', id: sequence },
    after: { based_on },
  });
}

/** `changed`: what would be discarded is not what was seen. */
export async function discardDraft(
  tx: Queryable,
  sequence: string,
  revision: string,
): Promise<'discarded' | 'unknown' | { readonly changed: DraftRow }> {
  const before = await lockDraft(tx, sequence);
  if (before === null) return 'unknown';
  if (before.revision !== revision) return { changed: before };
  await tx.query('delete from sequence_drafts where sequence = $1', [sequence]);
  await recordChange(tx, {
    did: `discarded the draft of ${sequence}`,
    target: { kind: 'sequence', id: sequence },
    before: { based_on: before.based_on },
  });
  return 'discarded';
}

/** A text that was published is no draft any more; one that somebody has gone on with stays. */
export async function clearDraft(tx: Queryable, sequence: string, text: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from sequence_drafts where sequence = $1 and text = $2', [
    sequence,
    text,
  ]);
  return rowCount === 1;
}

async function lockDraft(tx: Queryable, sequence: string): Promise<DraftRow | null> {
  const { rows } = await tx.query<DraftRow & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES} where d.sequence = $1 for no key update of d`,
    [sequence],
  );
  return rows[0] ?? null;
}

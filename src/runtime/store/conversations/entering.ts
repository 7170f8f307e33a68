import type { Queryable } from '../../../shared/postgres/database.ts';
import { addNote } from './notes.ts';

/** Somebody who asked to be written to later, and whose time has come. */
export interface EnteringPerson {
  readonly id: string;
  readonly lead_id: string;
  readonly enters: string;
  readonly label_until: Date;
}

export async function listEntering(db: Queryable, at: Date, limit: number): Promise<EnteringPerson[]> {
  const { rows } = await db.query<EnteringPerson & Record<string, unknown>>(
    `select id, lead_id, enters, label_until from conversations
      where enters is not null and label_until <= $1 and merged_into is null order by label_until limit $2`,
    [at, limit],
  );
  return rows;
}

/** The person has entered; or could not, and somebody of ours has to see why. Nothing where the person has written meanwhile. */
export async function concludeEntering(
  tx: Queryable,
  { id, lead_id, enters, label_until }: EnteringPerson,
  refused: string | null,
  at: Date,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update conversations
        set enters = null, state = case when $4 then 'open' else state end, snoozed_until = case when $4 then null else snoozed_until end
      where id = $1 and enters = $2 and label_until = $3`,
    [id, enters, label_until, refused !== null],
  );
  if (rowCount === 0 || refused === null) return;
  await addNote(tx, {
    conversation_id: id,
    lead_id,
    text: `Could not enter the sequence ${enters}: ${refused}`,
    author: null,
    at,
  });
}

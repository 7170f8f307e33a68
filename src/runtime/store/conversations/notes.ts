import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';

export interface NoteRow {
  readonly id: string;
  readonly text: string;
  readonly author: string | null;
  readonly created_at: Date;
}

/** Adds a note, by which people of ours talk about a conversation; the person never sees it. */
export async function addNote(
  tx: Queryable,
  note: {
    readonly conversation_id: string;
    readonly lead_id: string;
    readonly text: string;
    readonly author: string | null;
    readonly at: Date;
  },
): Promise<NoteRow> {
  const { rows } = await tx.query<NoteRow & Record<string, unknown>>(
    `insert into conversation_notes (id, conversation_id, text, author, created_at) values ($1, $2, $3, $4, $5)
     returning id, text, author, created_at`,
    [newId('note', note.at.getTime()), note.conversation_id, note.text, note.author, note.at],
  );
  const [added] = rows;
  if (added === undefined) throw new Error('a note was not added');
  await recordChange(tx, {
    did: `noted something about the conversation ${note.conversation_id}`,
    target: { kind: 'conversation', id: note.conversation_id },
    after: { note_id: added.id, text: added.text },
    lead_id: note.lead_id,
  });
  return added;
}

/** Oldest first; those of conversations that were merged into it among them. */
export async function listNotes(db: Queryable, conversationId: string): Promise<NoteRow[]> {
  const { rows } = await db.query<NoteRow & Record<string, unknown>>(
    `select id, text, author, created_at from conversation_notes
      where conversation_id = $1 or conversation_id in (select id from conversations where merged_into = $1) order by id`,
    [conversationId],
  );
  return rows;
}

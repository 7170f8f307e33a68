import type { Queryable } from '../../../shared/postgres/database.ts';

/** Asks a person whether it went out. One question for each answer, opened again where it is in doubt again. */
export async function askAboutAnswer(
  tx: Queryable,
  asked: {
    readonly id: string;
    readonly answer_id: string;
    readonly text: string;
    readonly preview: object;
    readonly at: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into tasks (id, answer_id, node, visit, kind, text, preview, status, created_at)
     values ($1, $2, 'answer', 1, 'unknown_outcome', $3, $4, 'open', $5)
     on conflict (answer_id, kind) where answer_id is not null do update
        set id = case when tasks.status = 'open' then tasks.id else excluded.id end, text = excluded.text, preview = excluded.preview,
            status = 'open', decision = null, note = null, decided_at = null`,
    [asked.id, asked.answer_id, asked.text, JSON.stringify(asked.preview), asked.at],
  );
}

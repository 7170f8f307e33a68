import type { Queryable } from '../../../shared/postgres/database.ts';
import { addSignals } from '../outbox/add-to-outbox.ts';
import type { AnswerRow, AnswerState } from './answer.ts';
import { wakeLaterAnswers } from './schedule-answer.ts';

export interface AnswerEnd {
  readonly id: string;
  readonly state: Extract<AnswerState, 'sent' | 'not_sent' | 'withdrawn' | 'in_doubt'>;
  readonly error?: { readonly code: string; readonly text: string };
  readonly at: Date;
}

/** How it ended, or that only a person can say it. What waited for it in the sequences of its person is woken. */
export async function endAnswer(tx: Queryable, { id, state, error, at }: AnswerEnd): Promise<void> {
  const { rows } = await tx.query<Pick<AnswerRow, 'lead_id'> & Record<string, unknown>>(
    `update answers set state = $2, error_code = $3, error_text = $4, waiting_text = null, due_at = null, ended_at = $5
      where id = $1 returning lead_id`,
    [id, state, error?.code ?? null, error?.text ?? null, at],
  );
  const [ended] = rows;
  if (ended === undefined) return;
  await wakeLaterAnswers(tx, id);
  const open = await tx.query<{ id: string }>(
    `select id from enrollments where lead_id = $1 and status <> 'finished' and started_at is not null order by id`,
    [ended.lead_id],
  );
  const ids = open.rows.map((row) => row.id);
  await addSignals(tx, ids, { id: `answer/${id}/${state}`, type: 'nudge' }, at);
}

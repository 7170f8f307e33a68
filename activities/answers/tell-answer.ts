import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { addLine, type NewLine } from '../../src/runtime/store/timeline/add-line.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';

/**
 * Adds a line to the timeline of the sequence that the person came by; who is in none has no timeline, and the
 * conversation shows it. The row is as it was read under its lock: of somebody who was erased nothing is said.
 */
export async function tellAnswer(
  tx: Queryable,
  { id, lead_id, enrollment_id, account_id }: AnswerRow,
  line: Pick<NewLine, 'at' | 'type' | 'title' | 'detail'> & { readonly once: string },
): Promise<void> {
  if (enrollment_id === null || lead_id === null) return;
  const { once, detail, ...said } = line;
  await addLine(tx, {
    ...said,
    enrollment_id,
    node: null,
    detail: { ...detail, answer_id: id, account_id },
    once: `answer/${id}/${once}`,
  });
}

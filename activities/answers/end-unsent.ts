import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { endAnswer } from '../../src/runtime/store/answers/end-answer.ts';
import { capitalized } from '../../src/shared/kit/first-letter.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepDeps } from '../deps.ts';
import { nameOfAnswer } from './answer-context.ts';
import { tellAnswer } from './tell-answer.ts';

/** Ends an answer that will not be sent any more, and says why. */
export async function endUnsent(
  deps: StepDeps,
  tx: Queryable,
  answer: AnswerRow,
  { code, text }: { readonly code: string; readonly text: string },
): Promise<void> {
  const at = new Date(deps.clock.now());
  await endAnswer(tx, { id: answer.id, state: 'not_sent', error: { code, text }, at });
  const title = `${capitalized(nameOfAnswer(answer))} was not sent: ${text}`;
  await tellAnswer(tx, answer, { at, type: 'not_sent', title, detail: { code }, once: 'not_sent' });
}

import { withdrawAnswer } from '../../src/runtime/answers/withdraw-answer.ts';
import { type AnswerRequest, type Written, writeAnswer } from '../../src/runtime/answers/write-answer.ts';
import { readThreadWith } from '../../src/runtime/conversations/thread.ts';
import type { EngineProcess } from './engine-process.ts';
import { CLOCK } from './engine-process.ts';
import type { WrittenAnswer } from './script.ts';

type Engine = Pick<EngineProcess, 'db' | 'step'>;

/**
 * Writes an answer as the API does when somebody of ours answers, and returns the ids of what was taken. `name` names this answer within its history.
 */
export async function writeAsAsked(
  { db }: Engine,
  { account_id, enrollment_id, name }: { account_id: string; enrollment_id: string; name: string },
  { by, send_after, beside, confirms, sequences }: WrittenAnswer,
): Promise<{ readonly taken: readonly string[]; readonly refused: readonly string[] }> {
  const { rows } = await db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [
    enrollment_id,
  ]);
  const lead_id = rows[0]?.lead_id ?? '';
  const { messages, open } = await readThreadWith(db, lead_id, null);
  const first: AnswerRequest = {
    conversation: { id: `cnv_${lead_id}_${account_id}`, lead_id, account_id },
    request_key: name,
    by: { id: 'key_anna', name: 'Anna', within: null },
    text: name,
    subject: by === 'email' ? `About ${name}` : null,
    attachments: [],
    send_after: send_after / 1000,
    last_seen: open.at(-1)?.id ?? messages.at(-1)?.id ?? null,
    confirm: [],
    sequences,
  };
  const other = `${name} of a colleague`;
  const second: readonly AnswerRequest[] = {
    nobody: [],
    same_click: [first],
    colleague: [{ ...first, request_key: other, text: other, by: { id: 'key_ben', name: 'Ben', within: null } }],
  }[beside];
  const write = async (request: AnswerRequest): Promise<Written> => {
    const written = await writeAnswer({ db, clock: CLOCK }, request);
    if (!confirms || written.kind !== 'refused' || written.why.code !== 'do_not_contact') return written;
    return writeAnswer({ db, clock: CLOCK }, { ...request, confirm: written.why.entries.map(({ id }) => id) });
  };
  const all = await Promise.all([first, ...second].map(write));
  return {
    taken: all.flatMap((one) => (one.kind === 'written' && one.fresh ? [one.answer.id] : [])),
    refused: all.flatMap((one) => (one.kind === 'written' ? [] : [JSON.stringify(one)])),
  };
}

export const takeBack = ({ db, step }: Engine, id: string): Promise<unknown> =>
  withdrawAnswer({ db, clock: CLOCK, profiles: [], findPlan: step.findPlan }, id);

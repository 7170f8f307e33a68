import { type EditedPart, wrongWithEdit } from '../../language/fit/wrong-with-edit.ts';
import type { FindPlan } from '../../runtime/store/sequences/plan-cache.ts';
import type { EditedReview } from '../../runtime/store/tasks/decide-task.ts';
import type { TaskRow } from '../../runtime/store/tasks/task.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { Problem } from './problem.ts';

/** Texts that a person writes in place of what was shown; a part that is absent goes out as it was shown. */
export type Edits = { readonly [part in EditedPart]?: string | undefined };

/** The name of each part in the call. */
const PARAM: Readonly<Record<EditedPart, string>> = { subject: 'subject', text: 'message_text', html: 'html' };

/** The call of a review with these texts, within what its plan allows; null: nothing is different. Whom it goes to and from whom stays. */
export async function editReview(
  tx: Queryable,
  task: TaskRow,
  edits: Edits,
  findPlan: FindPlan,
): Promise<EditedReview | null> {
  const parts = (Object.keys(PARAM) as EditedPart[]).filter((part) => edits[part] !== undefined);
  const node = await nodeOf(tx, task, findPlan);
  const call = isRecord(task.request) && isRecord(task.request.request) ? task.request.request : {};
  const params = isRecord(call.params) ? call.params : {};
  const errors = parts.flatMap((part) => {
    const wrong = node === null ? 'cannot be changed any more' : wrongWithEdit(node, part, edits[part] ?? '');
    const message = wrong ?? (typeof params[PARAM[part]] === 'string' ? null : 'is nothing that was shown');
    return message === null ? [] : [{ field: `edits.${part}`, message }];
  });
  if (errors.length > 0) {
    const text = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
    throw new Problem(422, 'unfit_edit', `${text}.`, { errors });
  }
  const changed = parts.filter((part) => params[PARAM[part]] !== edits[part]);
  if (changed.length === 0) return null;
  const written = Object.fromEntries(changed.map((part) => [PARAM[part], edits[part]]));
  return {
    parts: changed,
    preview: { ...task.preview, ...Object.fromEntries(changed.map((part) => [part, edits[part]])) },
    request: { ...(task.request as object), request: { ...call, params: { ...params, ...written } } },
  };
}

/** The step that asks; null: the sequence of the enrollment has it no more. */
async function nodeOf(tx: Queryable, { enrollment_id, node }: TaskRow, findPlan: FindPlan) {
  const { rows } = await tx.query<{ digest: string }>('select digest from enrollments where id = $1', [enrollment_id]);
  const [enrollment] = rows;
  return enrollment === undefined ? null : ((await findPlan(enrollment.digest, tx)).nodes[node] ?? null);
}

import type { ListedTask } from '../../../runtime/store/tasks/list-tasks.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';

/** Views what a person sees of a question; the call behind a review stays inside. */
export function viewTask(task: ListedTask) {
  const { id, enrollment_id, answer_id, node, kind, text, preview, assignee, status, decision, note } = task;
  const { due_at, created_at, decided_at, lead, sender, last_message, comments } = task;
  return {
    ...{
      id,
      enrollment_id,
      answer_id,
      node,
      kind,
      text,
      reason: reasonOf(task),
      message: messageOf(preview),
      sender,
      preview,
    },
    ...{ assignee, status, decision, note, due_at, created_at, decided_at, lead, last_message, comments },
  };
}

const REASONS: Readonly<Record<ListedTask['kind'], string>> = {
  task: 'The sequence asks a person at this step.',
  review: 'The sequence has this step approved by a person before it goes out.',
  unknown_outcome: 'There is no proof either way whether it went out.',
  unclear_reply: 'Nobody can tell whether a person wrote this mail.',
};

/** Whoever asked may have said more. */
function reasonOf({ kind, preview }: ListedTask): string {
  const seen = Array.isArray(preview.signs)
    ? preview.signs.flatMap((sign) =>
        isRecord(sign) ? [`${String(sign.sign).replaceAll('_', ' ')} (${String(sign.seen)})`] : [],
      )
    : [];
  const why = textIn(preview, 'reason') ?? REASONS[kind];
  return seen.length === 0 ? why : `${why} Seen: ${seen.join('; ')}.`;
}

/** A review shows its text by the names that people use, a call in doubt by those of the V2 interface. */
function messageOf(preview: ListedTask['preview']) {
  const params = isRecord(preview.params) ? preview.params : {};
  const message = {
    subject: textIn(preview, 'subject') ?? textIn(params, 'subject'),
    text: textIn(preview, 'text') ?? textIn(params, 'message_text'),
    html: textIn(preview, 'html') ?? textIn(params, 'html'),
  };
  return Object.values(message).every((part) => part === null) ? null : message;
}

function textIn(given: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = given[name];
  return typeof value === 'string' ? value : null;
}

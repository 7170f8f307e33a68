import type { Address, AnswerRow } from '../../../runtime/store/answers/answer.ts';

/** Views an answer that a person of ours has written, with what has become of it. */
export function viewAnswer(row: AnswerRow) {
  const { id, account_id, channel, author, subject, text, state, due_at, sequences, created_at, ended_at } = row;
  return {
    ...{ id, account_id, channel, to: addressIn(row.address), author, subject, text },
    attachments: row.attachments.map((one) =>
      'link' in one ? { name: null, link: one.link } : { name: one.filename, link: null },
    ),
    ...{ state, send_after: row.wall_send_after, due_at, waits_for: row.waiting_text },
    not_sent_because:
      row.error_code === null || row.error_text === null ? null : { code: row.error_code, text: row.error_text },
    ...{ sequences, created_at, ended_at },
  };
}

function addressIn(address: Address): string {
  if ('to' in address) return address.to;
  return 'phone_number' in address ? address.phone_number : address.profile_url;
}

const MOST_SHOWN = 50;

/** Those that are not among the messages: what has gone is there, and what was taken back is nowhere. */
export const viewUnsent = (answers: readonly AnswerRow[]) =>
  answers
    .filter(({ state }) => state !== 'sent' && state !== 'withdrawn')
    .slice(-MOST_SHOWN)
    .map(viewAnswer);

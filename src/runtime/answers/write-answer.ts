import { createHash } from 'node:crypto';
import type { Clock } from '../../shared/kit/clock.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { lengthOf, readThreadWith } from '../conversations/thread.ts';
import { findAccount } from '../store/accounts/find-account.ts';
import type { AnswerRow, Attachment } from '../store/answers/answer.ts';
import { findAnswer } from '../store/answers/find-answer.ts';
import { insertAnswer } from '../store/answers/insert-answer.ts';
import { lockPersonOf } from '../store/answers/lock-person-of.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import { readPauses } from '../store/control/pauses.ts';
import { listIdentities } from '../store/leads/list-identities.ts';
import { lockLeads } from '../store/leads/lock-leads.ts';
import { readLead } from '../store/leads/read-lead.ts';
import { endPresence } from '../store/presences/presence.ts';
import type { Within } from '../store/within.ts';
import { addressAnswer, type Unaddressed } from './address-answer.ts';
import { findObstacle, type Obstacle } from './find-obstacle.ts';

export interface WrittenBy {
  /** The id of the author's key or session. */
  readonly id: string;
  readonly name: string;
  /** The accounts that they are limited to. */
  readonly within: Within;
}

export interface AnswerRequest {
  readonly conversation: { readonly id: string; readonly lead_id: string; readonly account_id: string };
  /** The `Idempotency-Key` of the request that wrote it. */
  readonly request_key: string;
  readonly by: WrittenBy;
  readonly text: string;
  readonly subject: string | null;
  readonly attachments: readonly Attachment[];
  /** Wall seconds in which it can be taken back; null: as the channel has it. */
  readonly send_after: number | null;
  readonly last_seen: string | null;
  readonly confirm: readonly string[];
  readonly sequences: AnswerRow['sequences'];
}

export type Written =
  /** `fresh`: by this request; else the same one was made before. */
  | { readonly kind: 'written'; readonly answer: AnswerRow; readonly fresh: boolean }
  | { readonly kind: 'refused'; readonly why: Obstacle | Unaddressed }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'key_reused' };

/** Wall seconds. A mail is read again before it goes more often than a line of a chat is. */
const SEND_AFTER = { email: 10, inmail: 10, message: 5, messenger: 5 } as const;

/**
 * Writes down an answer, which goes by itself when its time has come. Whoever writes to the same person at the same moment waits, and sees this
 * one. The same request again is the same answer, however often.
 */
export function writeAnswer(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  request: AnswerRequest,
): Promise<Written> {
  return retryConflicts(() => db.transaction((tx) => writeWithin(tx, request, new Date(clock.now()))));
}

async function writeWithin(tx: Queryable, request: AnswerRequest, created_at: Date): Promise<Written> {
  const { lead_id, account_id } = request.conversation;
  await lockPersonOf(tx, request.conversation);
  const pause = await readPauses(tx, { enrollment_id: '', account_ids: [account_id], campaign_id: null, sequence: '' });
  await lockLeads(tx, [lead_id]);
  const id = answerId(request);
  const request_hash = hashOf(request);
  const before = await findAnswer(tx, id);
  if (before !== null) {
    recordNoChange();
    // An answer that was read back from the log of the V2 service has no hash: only its key is known.
    return before.request_hash === request_hash || before.request_hash === ''
      ? { kind: 'written', answer: before, fresh: false }
      : { kind: 'key_reused' };
  }
  const [lead, account, identities] = [
    await readLead(tx, lead_id),
    await findAccount(tx, account_id),
    await listIdentities(tx, [lead_id]),
  ];
  if (lead === null || account === null) return { kind: 'unknown' };
  const addressed = await addressAnswer(tx, { lead, identities }, account, request.subject);
  if (!addressed.ok) return { kind: 'refused', why: addressed.error };
  const { channel, address, subject } = addressed.value;
  const { within } = request.by;
  const asked = { lead_id, address, within, last_seen: request.last_seen, confirmed: request.confirm };
  const obstacle = await findObstacle(tx, asked, account, pause);
  if (obstacle !== null) return { kind: 'refused', why: obstacle };
  const answer = await insertAnswer(tx, {
    ...{ id, lead_id, account_id, channel, address, subject, request_hash, created_at },
    author_id: request.by.id,
    author: request.by.name,
    within,
    text: request.text,
    attachments: request.attachments,
    last_seen: request.last_seen,
    seen: lengthOf(await readThreadWith(tx, lead_id, within)),
    confirmed: request.confirm,
    sequences: request.sequences,
    send_after: request.send_after ?? SEND_AFTER[channel],
  });
  await endPresence(tx, request.conversation, request.by.id);
  await recordChange(tx, {
    did: `wrote the answer ${id}`,
    target: { kind: 'answer', id },
    after: { channel, text: request.text, subject, sequences: request.sequences, confirmed: request.confirm },
    lead_id,
  });
  return { kind: 'written', answer, fresh: true };
}

/** Two clicks are one answer. */
function answerId({ conversation, request_key }: AnswerRequest): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([conversation.id, request_key]))
    .digest('hex');
  return `ans_${digest.slice(0, 26)}`;
}

function hashOf({ text, subject, attachments, last_seen, send_after, sequences, confirm }: AnswerRequest): string {
  const said = [text, subject, attachments, last_seen, send_after, sequences, confirm];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

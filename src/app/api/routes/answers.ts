import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withdrawAnswer } from '../../../runtime/answers/withdraw-answer.ts';
import { type Written, type WrittenBy, writeAnswer } from '../../../runtime/answers/write-answer.ts';
import { readThreadWith } from '../../../runtime/conversations/thread.ts';
import type { AnswerRow } from '../../../runtime/store/answers/answer.ts';
import { findAnswer } from '../../../runtime/store/answers/find-answer.ts';
import { listPresences, type PresenceRow, renewPresence } from '../../../runtime/store/presences/presence.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import type { Within } from '../../../runtime/store/within.ts';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { refuseUnresolved } from '../saved-answer-texts.ts';
import { serve } from '../serve.ts';
import { viewAnswer } from '../views/answer.ts';
import { conversationOf } from './conversations.ts';

/** Adds the routes for answers that people of ours write, and for the news that they are about to. */
export function addAnswerRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock, profiles = [] } = deps;
  const findPlan = createPlanCache();

  serve(app, 'sendAnswer', async ({ params: { id }, query: { dry_run }, body, within, request, reply }) => {
    const conversation = await conversationOf(db, id, within);
    const { send_after = null, subject = null, ...given } = body;
    refuseUnresolved({ text: given.text, subject });
    const asked = {
      ...given,
      ...{ conversation, send_after, subject },
      request_key: keyOf(request),
      by: { ...whoAsks(request), within },
    };
    const written = await writeAnswer({ db: dry_run ? rehearsal(db) : db, clock }, asked);
    if (written.kind !== 'written') throw await problemOf(deps, written, { ...conversation, within });
    reply.status(dry_run ? 200 : 201);
    return dry_run ? { ...viewAnswer(written.answer), dry_run } : viewAnswer(written.answer);
  });

  serve(app, 'getAnswer', async ({ params, within }) => viewAnswer(await answerOf(deps, params, within)));

  serve(app, 'withdrawAnswer', async ({ params, query: { dry_run }, within }) => {
    const answer = await answerOf(deps, params, within);
    const over = dry_run ? rehearsal(db) : db;
    const withdrawn = await withdrawAnswer({ db: over, clock, profiles, findPlan }, answer.id);
    if (withdrawn.kind === 'unknown') throw notFound('message', answer.id);
    if (withdrawn.kind === 'too_late') {
      const { state } = withdrawn.answer;
      throw new Problem(409, 'too_late', `It cannot be taken back: ${LATE[state] ?? 'it has ended'}.`, { state });
    }
    if (!dry_run) deps.onOutbox();
    return { ...viewAnswer(withdrawn.answer), ...(dry_run ? { dry_run } : {}) };
  });

  serve(app, 'sayPresence', async ({ params: { id }, body: { status }, within, request }) => {
    const { lead_id, account_id } = await conversationOf(db, id, within);
    const { id: who, name } = whoAsks(request);
    await renewPresence(db, { lead_id, account_id, who, name, status });
    return viewPresences(await listPresences(db, { lead_id, account_id }), who);
  });

  serve(app, 'getPresence', async ({ params: { id }, within, request }) =>
    viewPresences(await listPresences(db, await conversationOf(db, id, within)), whoAsks(request).id),
  );
}

const LATE: { readonly [state in AnswerRow['state']]?: string } = {
  sending: 'it is being sent at this moment',
  in_doubt: 'nobody knows whether it went out',
  sent: 'it has gone out',
  not_sent: 'it does not go any more',
};

const viewPresences = (rows: readonly PresenceRow[], asking: string) => ({
  people: rows.map(({ who, name, status, wall_until: until }) => ({ who, name, own: who === asking, status, until })),
});

/** One of this conversation: the ids of others say nothing here. */
async function answerOf(
  { db }: ApiDeps,
  { id, message_id }: { readonly id: string; readonly message_id: string },
  within: Within,
): Promise<AnswerRow> {
  const { lead_id, account_id } = await conversationOf(db, id, within);
  const answer = await findAnswer(db, message_id);
  if (answer?.lead_id !== lead_id || answer.account_id !== account_id) throw notFound('message', message_id);
  return answer;
}

/** A click that is repeated must not be a second message, so whoever asks says which click it is. */
function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && key !== '') return key;
  const text = 'Send an Idempotency-Key: with it the same request twice is one message.';
  throw new Problem(400, 'idempotency_key_required', text);
}

/** A user by their name, whatever they ask by; else the key. */
function whoAsks({ caller }: FastifyRequest): Omit<WrittenBy, 'within'> {
  if (caller === null) throw new Error('nobody asks');
  const { user, key, session_id } = caller;
  return { id: user?.id ?? key?.id ?? session_id ?? '', name: user?.name ?? (key?.name || 'Somebody of ours') };
}

const CONFIRM = 'Confirm the entries to write all the same.';
const NOT_YOURS = 'Only somebody who has all accounts can write all the same.';

async function problemOf(
  { db }: ApiDeps,
  written: Exclude<Written, { kind: 'written' }>,
  { id, lead_id, within }: { readonly id: string; readonly lead_id: string; readonly within: Within },
): Promise<Problem> {
  if (written.kind === 'unknown') return notFound('conversation', id);
  if (written.kind === 'key_reused') {
    return new Problem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another answer.');
  }
  const { why } = written;
  const text = `${capitalized(why.text)}.`;
  switch (why.code) {
    case 'answered_meanwhile': {
      const { messages, open } = await readThreadWith(db, lead_id, within);
      const isUnseen = ({ id: of }: { readonly id: string }) => why.unseen.includes(of);
      const unseen = [
        ...messages
          .filter(isUnseen)
          .map(({ id: of, at, by, author, text: said }) => ({ id: of, at, by, author, text: said })),
        ...open
          .filter(isUnseen)
          .map((one) => ({ id: one.id, at: one.created_at, by: 'us', author: one.author, text: one.text })),
      ];
      return new Problem(409, why.code, text, { unseen });
    }
    case 'do_not_contact':
      return new Problem(409, why.code, `${text} ${why.entries.length > 0 ? CONFIRM : NOT_YOURS}`, {
        entries: why.entries,
      });
    case 'unknown_message':
      return new Problem(422, why.code, text, { errors: [{ field: 'last_seen', message: why.text }] });
    case 'no_address':
    case 'no_subject':
    case 'needs_subject':
      return new Problem(422, why.code, text, { errors: [{ field: why.field, message: why.text }] });
    default:
      return new Problem(409, why.code, text);
  }
}

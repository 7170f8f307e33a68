import { followLedger } from '../../src/runtime/conversations/follow-ledger.ts';
import type { Bench } from '../enroll/fixtures.ts';

/** Reads again all conversations of which something has changed, as the worker does. */
export async function follow(bench: Pick<Bench, 'db'>): Promise<void> {
  while (await followLedger(bench.db));
}

let number = 0;

/** A step of the enrollment has sent a message, and it has arrived. */
export async function sent(
  bench: Pick<Bench, 'db'>,
  enrollmentId: string,
  {
    account_id = 'acc_anna',
    at = new Date(),
    params = { message_text: 'Shall we talk?' },
    action = 'send',
    limit_class = 'message',
  }: {
    readonly account_id?: string;
    readonly at?: Date;
    readonly params?: Record<string, unknown>;
    readonly action?: string;
    readonly limit_class?: string;
  } = {},
): Promise<string> {
  number += 1;
  const key = `${enrollmentId}/ask/${number}`;
  await bench.db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
     values ($1, $2, 'ask', $3, $4, 'messages', $5, $6, 'sent', $7, $8)`,
    [key, enrollmentId, number, account_id, action, limit_class, JSON.stringify({ account_id, params }), at],
  );
  await bench.db.query(`update intents set state = 'done', settled_at = $2 where key = $1`, [key, at]);
  return key;
}

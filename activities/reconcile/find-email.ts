import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { mailboxKey } from '../../src/shared/identity/mailbox-key.ts';
import type { StepDeps } from '../deps.ts';
import { INTENT_HEADER } from '../steps/messages/email-headers.ts';
import { listAt, numberAt, objectAt, textAt } from '../steps/read-data.ts';
import { slackOf } from '../virtual-time.ts';
import type { Proof } from './proof.ts';
import { readBack } from './read.ts';

const PAGE = 50;
const PAGES = 10;

/** Looks among the sent mails for the one that carries our intent's key. */
export async function findEmail(deps: StepDeps, intent: IntentRow): Promise<Proof> {
  const since = intent.created_at.getTime() - slackOf(deps);
  const to = mailboxKey(textAt(intent.request, 'params', 'to') ?? '');
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const reading = await readBack(deps, intent, 'messages', 'list_inbox', {
      label_ids: ['sent'],
      count: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    if (!reading.ok) return reading.proof;
    for (const item of listAt(reading.data, 'conversations')) {
      if (isOurs(item, intent.key)) return found(textAt(item, 'message_id'));
      const time = numberAt(item, 'last_message', 'time');
      if (time !== null && time < since) return ABSENT;
      if (mailboxKey(textAt(item, 'participant', 'email') ?? '') !== to) continue;
      const proof = await findInThread(deps, intent, textAt(item, 'conversation_id'));
      if (proof) return proof;
    }
    cursor = textAt(reading.data, 'next_cursor');
    if (cursor === null) return ABSENT;
  }
  return { is: 'unclear', why: 'there are too many sent mails to read them all' };
}

/** Looks through a thread. A list shows its newest mail only; ours may be below it. */
async function findInThread(deps: StepDeps, intent: IntentRow, thread: string | null): Promise<Proof | null> {
  if (thread === null) return null;
  const reading = await readBack(deps, intent, 'messages', 'get_conversation', {
    conversation_id: thread,
    count: PAGE,
  });
  if (!reading.ok) return reading.proof;
  const ours = listAt(reading.data, 'messages').find((message) => isOurs(message, intent.key));
  return ours === undefined ? null : found(textAt(ours, 'message_id'));
}

function isOurs(item: unknown, key: string): boolean {
  const headers = Object.entries(objectAt(item, 'headers'));
  return headers.some(([name, value]) => name.toLowerCase() === INTENT_HEADER.toLowerCase() && value === key);
}

const found = (messageId: string | null): Proof => ({
  is: 'done',
  where: 'found among the sent mails',
  data: { status: 'success', data: { message_id: messageId } },
});

const ABSENT: Proof = { is: 'absent', where: 'it is not among the sent mails', alone: true };

import { CodedError } from '../../shared/kit/coded-error.ts';
import { groupBy } from '../../shared/kit/group-by.ts';
import { oneLine } from '../../shared/kit/one-line.ts';
import type { AuditDeps } from './audit-deps.ts';
import { type Exception, exception } from './exception.ts';
import type { Ledger, LedgerCall } from './read-ledger.ts';

export interface ReadTexts {
  /** Conversations read. */
  readonly read: number;
  readonly credits: number;
  readonly exceptions: readonly Exception[];
}

/** A text of ours that stands in a conversation more often than the ledger has steps which may have put it there. */
export async function findRepeatedTexts({ v2 }: Pick<AuditDeps, 'v2'>, { calls }: Ledger): Promise<ReadTexts> {
  const written = calls.filter(({ state }) => state !== 'refused' && state !== 'not_done');
  const conversations = groupBy(
    written.filter(({ conversation_id, text }) => conversation_id !== null && text !== null),
    ({ account_id, conversation_id }) => `${account_id} ${conversation_id}`,
  );
  let credits = 0;
  const exceptions: Exception[] = [];
  for (const steps of conversations.values()) {
    const { texts, charged } = await readOwnTexts(v2, steps);
    credits += charged;
    for (const [text, same] of groupBy(steps, (step) => oneLine(step.text ?? ''))) {
      const there = texts.filter((other) => other === text).length;
      const [step] = same;
      if (step === undefined || there <= same.length) continue;
      const message = `the conversation contains this text ${there} times, for ${same.length} of our steps`;
      exceptions.push(exception('contacted_twice', step, step.at.getTime(), message));
    }
  }
  return { read: conversations.size, credits, exceptions };
}

async function readOwnTexts(
  v2: AuditDeps['v2'],
  [step]: readonly LedgerCall[],
): Promise<{ texts: string[]; charged: number }> {
  const texts: string[] = [];
  let charged = 0;
  for (let cursor: string | null | undefined; step !== undefined && cursor !== null; ) {
    const { data, credits } = await readPage(v2, step, cursor);
    charged += credits;
    for (const { sender, text } of data.messages) {
      if ('is_me' in sender && sender.is_me === true) texts.push(oneLine(text));
    }
    cursor = data.next_cursor;
  }
  return { texts, charged };
}

async function readPage(v2: AuditDeps['v2'], step: LedgerCall, cursor: string | undefined) {
  const params = {
    conversation_id: step.conversation_id ?? '',
    count: 25,
    ...(step.limit_class === 'inmail' ? { premium_nav: true } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const page = await v2.call('messages', 'get_conversation', { account_id: step.account_id, params });
  if (page.kind === 'success') return page;
  const why = page.kind === 'refused' ? page.message : page.reason;
  throw new CodedError('v2_unreachable', `The conversation with ${step.person} cannot be read: ${why}`, {
    fix: 'Leave out --conversations to audit by the log alone, which costs nothing.',
  });
}

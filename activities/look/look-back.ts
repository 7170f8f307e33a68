import type { PerformResult } from '../../src/core/engine/perform.ts';
import type { AwaitedEvent } from '../../src/language/plan/nodes/wait-for.ts';
import { describeBehind } from '../../src/runtime/store/accounts/behind.ts';
import { shareUnheard, type UnheardAccount, waitUntilHeard } from '../../src/runtime/store/accounts/unheard-waits.ts';
import { findHappenedBy } from '../../src/runtime/store/events/happened-by.ts';
import type { UnmatchedReply } from '../../src/runtime/store/events/unmatched-replies.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { afterCommit } from '../../src/shared/postgres/transaction.ts';
import type { StepDeps } from '../deps.ts';
import { lineOf, stepName } from '../wording.ts';
import type { StepContext } from './context.ts';
import { lastLook } from './last-look.ts';
import { untilMatched } from './unmatched.ts';

/**
 * Decides for a `wait_for` whose time is over whether its event had happened by then: by when things happened, and only
 * when all that happened by then could have been seen. No news of an account that could not be heard is not a no.
 */
export async function lookBack(deps: StepDeps, context: StepContext, deadline: number): Promise<PerformResult> {
  const { node } = context;
  if (node.kind !== 'wait_for') return { status: 'done' };
  return deps.db.transaction(async (tx) => {
    const look = await lastLook(deps, tx, context);
    if (look.is === 'answer') return look.result;
    return decide(deps, tx, context, {
      event: node.event,
      at: new Date(deadline),
      unmatched: look.found.unmatched,
    });
  });
}

async function decide(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  asked: {
    readonly event: AwaitedEvent;
    readonly at: Date;
    readonly unmatched: UnmatchedReply | null;
  },
): Promise<PerformResult> {
  const { request, enrollment, plan } = context;
  const { event, at } = asked;
  const now = new Date(deps.clock.now());
  const { seen = [], entered_at = at.getTime() } = request.walk ?? {};
  const account_ids =
    event === 'accepted_invitation' ? [enrollment.senders.professional] : Object.values(enrollment.senders);
  const deadline = { at, account_ids: account_ids.filter((id) => id !== undefined) };
  // Before what has been written is read: what comes of an event is committed with it.
  const unheard = asked.unmatched === null ? await shareUnheard(tx, deadline, now, deps.clock.setting().speed) : [];
  const awaited = { enrollment_id: enrollment.id, event, deadline: at, entered_at: new Date(entered_at), seen };
  const { in_time, replies, replied_late } = await findHappenedBy(tx, awaited);
  if (in_time) return { status: 'done', replies, facts: factsOf(event) };
  if (asked.unmatched !== null) return untilMatched(deps, tx, context, asked.unmatched);
  const [first] = unheard;
  if (first !== undefined) {
    await waitUntilHeard(tx, enrollment.id, deadline);
    return untilHeard(deps, tx, context, at, first);
  }
  if (replied_late && event === 'reply' && plan.stop_on.includes('reply'))
    return { status: 'stopped', outcome: 'replied' };
  return { status: 'impossible', code: 'DEADLINE', text: `it had not happened by ${at.toISOString()}` };
}

const factsOf = (event: AwaitedEvent) => (event === 'accepted_invitation' ? { connected: true } : { replied: true });

/** Waits until somebody listens to the account again, which wakes the step. */
async function untilHeard(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  deadline: Date,
  account: UnheardAccount,
): Promise<PerformResult> {
  requireOwnTransaction(tx);
  afterCommit(tx, () => deps.askForNews());
  const { node, visit } = context.request;
  const why = whyUnheard(account);
  const text = `waits to hear what had happened by ${deadline.toISOString()}: ${why}`;
  // What the next look at the account tells takes seconds: no line for each deadline that comes.
  if (!isAboutToBeHeard(account)) {
    const title = `${stepName(context)} ${text}`;
    const once = `${node}/${visit}/unheard/${account.id}`;
    await addLine(tx, { ...lineOf(context, new Date(deps.clock.now())), type: 'waiting', title, once });
  }
  const binding = { constraint: 'unheard', text } as const;
  return { status: 'deferred', until: NEVER, kind: 'account', text, binding };
}

const isAboutToBeHeard = ({ status, behind_since, gap_since }: UnheardAccount): boolean =>
  status === 'connected' && behind_since === null && gap_since === null;

function whyUnheard(account: UnheardAccount): string {
  const { name, status, held_reason, heard_until } = account;
  const since = heard_until === null ? '' : ` since ${heard_until.toISOString()}`;
  if (status !== 'connected') {
    const reason = held_reason ?? `it is not connected (${status.replaceAll('_', ' ')})`;
    return `${name} has not been heard${since}: ${reason}`;
  }
  return describeBehind(account) ?? `${name} has not been heard${since}`;
}

import { draw } from '../../src/core/calendar/draw.ts';
import type { WaitKind } from '../../src/core/engine/perform.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { countWaitingStep } from '../../src/runtime/store/accounts/back-off-account.ts';
import { type Behind, behindSince, describeBehind } from '../../src/runtime/store/accounts/behind.ts';
import { setParked } from '../../src/runtime/store/control/mark-parked.ts';
import type { ReadForSlot } from '../../src/runtime/store/slots/read-for-slot.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { capitalized } from '../../src/shared/kit/first-letter.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { freeSlots } from '../free-slots.ts';
import type { StepContext } from '../look/context.ts';
import { virtualAt, virtualSpan } from '../virtual-time.ts';
import { lineOf } from '../wording.ts';

/** Wall milliseconds between two steps that come back after a backoff of their account. */
const TURN = 250;

/**
 * Waits where no call of this account, or none that costs credits, may go out now. Null: it may. The account is locked.
 */
export async function waitForAccount(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  account: AccountRow,
  { gap, shortage }: Pick<ReadForSlot, 'gap' | 'shortage'>,
): Promise<Deferred | null> {
  const { id, name, paused_at, paused_reason, status, held_since, held_reason } = account;
  if (paused_at !== null) {
    const why = `${name} is paused: ${paused_reason ?? 'by its guardrail'}`;
    return untilWoken(deps, tx, context, { kind: 'account', why, once: `paused/${id}/${paused_at.getTime()}` });
  }
  if (status !== 'connected') {
    const why = held_reason ?? `${name} is not connected (${status.replaceAll('_', ' ')})`;
    const since = held_since?.getTime() ?? 0;
    return untilWoken(deps, tx, context, { kind: 'account', why, once: `away/${id}/${since}` });
  }
  if (describeBehind(account) !== null) return untilCaughtUp(deps, tx, context, account);
  const end = backoffEnd(deps, account);
  if (end !== null) {
    requireOwnTransaction(tx);
    const why = held_reason ?? `${name} backs off`;
    const until = end + (await turnAfter(deps, tx, context, id));
    await freeSlots(deps, tx, context);
    const { node, visit } = context.request;
    await addLine(tx, {
      ...lineOf(context, new Date(deps.clock.now())),
      type: 'waiting',
      title: `Waits for the account: ${why}`,
      detail: { until: new Date(until) },
      once: `${node}/${visit}/hold/${held_since?.getTime() ?? end}`,
    });
    return { status: 'deferred', until, kind: 'account', text: `waits for the account: ${why}` };
  }
  if (gap !== null) return untilCaughtUp(deps, tx, context, gap);
  if (shortage === null) return null;
  const why = `waits for credits: ${shortage.reason}`;
  return untilWoken(deps, tx, context, { kind: 'credits', why, once: `credits/${shortage.since.getTime()}` });
}

/** The virtual time at which the account's backoff ends; null: it does not back off. */
export function backoffEnd(
  deps: Pick<StepDeps, 'clock' | 'wallNow'>,
  { wall_held_until }: Pick<AccountRow, 'wall_held_until'>,
): number | null {
  const wall = wall_held_until?.getTime() ?? 0;
  return wall > deps.wallNow() ? Math.max(deps.clock.now() + 1, virtualAt(deps, wall)) : null;
}

/** Waits until it is known what this account may have missed. */
function untilCaughtUp(deps: StepDeps, tx: Queryable, context: StepContext, behind: Behind): Promise<Deferred> {
  const once = `behind/${behind.id}/${behindSince(behind)?.getTime()}${behind.gap_waits === null ? '' : '/waits'}`;
  return untilWoken(deps, tx, context, { kind: 'account', why: describeBehind(behind) ?? '', once });
}

/**
 * Waits without a deadline: the step is parked, and whoever ends the wait wakes it. Its slot goes to nobody, since the others wait
 * as well. `keeps_slots`: the call is in doubt, so its slot counts as used until it is known what became of it.
 */
export async function untilWoken(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  wait: { readonly kind: WaitKind; readonly why: string; readonly once: string; readonly keeps_slots?: boolean },
): Promise<Deferred> {
  requireOwnTransaction(tx);
  await setParked(tx, [context.enrollment.id], true);
  if (!wait.keeps_slots) await freeSlots(deps, tx, context);
  const text = wait.kind === 'account' ? `waits for the account: ${wait.why}` : wait.why;
  const title = capitalized(text);
  await addLine(tx, { ...lineOf(context, new Date(deps.clock.now())), type: 'waiting', title, once: wait.once });
  return { status: 'deferred', until: NEVER, kind: wait.kind, text };
}

/**
 * Counts the virtual time from the end of a backoff to this step's turn. The steps come back one after the other, in
 * the order in which they were put off, and never as one burst.
 */
export async function turnAfter(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  accountId: string,
): Promise<number> {
  const turn = await countWaitingStep(tx, accountId);
  return Math.round(virtualSpan(deps, TURN) * (turn - 1 + draw(`hold/${context.key}`) / 2));
}

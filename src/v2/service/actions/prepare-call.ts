import { chargeOf } from '../../contract/actions.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { AccountChannel } from '../channels/adapter.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireCredits } from '../credits/ledger.ts';
import { findAnswer } from '../idempotency/stored-answers.ts';
import type { ActionHandler, ActionResult } from './action-handler.ts';
import { type ActionRequest, atMost, findRequested, resolveQuietly } from './resolve-action.ts';

/** The outcome of the work before the transaction; `value` is null where there was none. */
export interface Prepared {
  readonly value: unknown;
  /** The answer where the call was a read over a network; null: the transaction answers. */
  readonly result: ActionResult<object> | null;
}

/** The slow part of a call that is going to happen: not of one that will be refused, or that was answered before. */
export async function prepareCall(context: ServiceContext, request: ActionRequest): Promise<Prepared | null> {
  const { account, owner } = request;
  const requested = findRequested(request);
  if (request.refused || !requested) return null;
  const remote = await remoteChannel(context, requested, account);
  const resolved = requested.prepare || remote ? resolveQuietly(request) : null;
  if (!resolved) return null;
  const { handler, params } = resolved;
  if (remote || handler.slow(params, account)) {
    if (request.idempotency && (await findAnswer(context.db, request.idempotency))) return null;
    await requireCredits(context.db, owner.user_id, chargeOf(handler.definition, atMost(handler, params, account)));
  }
  const call = { context, params, user_id: owner.user_id, account };
  const value = await handler.prepare?.(call);
  const alone = { ...call, prepared: value, tx: context.db, now: context.clock.now() };
  return { value, result: remote && (await handler.run({ ...alone, channel: remote })) };
}

/** The channel, where it is asked before the transaction: what reads over a network, or may be done twice. */
async function remoteChannel(
  { channels, db }: ServiceContext,
  handler: ActionHandler,
  account: AccountRow | null,
): Promise<AccountChannel | null> {
  if (!handler.repeatable) return null;
  const channel = account ? await channels.of(db, account) : channels.without_account;
  return channel.kind === 'remote' && channel.parts[handler.partFor(account)] ? channel : null;
}

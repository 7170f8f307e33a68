import { own } from '../../../shared/kit/own.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { chargeOf } from '../../contract/actions.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import { CREDITS_OF_CHARGED_REFUSALS, ERROR_STATUS } from '../../contract/errors.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { requireActive } from '../accounts/find-account.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import { errorBody, successBody } from '../answers/envelope.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { AccountChannel } from '../channels/adapter.ts';
import type { Refusal, Underway } from '../channels/call.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type Reservation, reserveCredits } from '../credits/ledger.ts';
import { recordCall } from '../credits/record-call.ts';
import { claimKey, type StoredAnswer, stillRunning, storeAnswer } from '../idempotency/stored-answers.ts';
import type { EndedAnswer } from '../open-calls/end-call.ts';
import { openCall } from '../open-calls/open-call.ts';
import type { ActionHandler, ActionResult } from './action-handler.ts';
import { type Prepared, prepareCall } from './prepare-call.ts';
import {
  type ActionRequest,
  atMost,
  factsOf,
  findRequested,
  notAvailable,
  type Params,
  resolveAction,
} from './resolve-action.ts';

export type ActionAnswer = EndedAnswer & { readonly replayed: boolean };

/** The outcome of the call's transaction. */
type Step =
  | { readonly status: 'answered'; readonly answer: ActionAnswer }
  /** Noted and charged; now it is to be executed. */
  | { readonly status: 'begun'; readonly underway: Underway }
  /** An earlier call under this key began this, and has not ended. */
  | { readonly status: 'open'; readonly effect_id: string };

/**
 * A call from its account on, in one transaction: the effect, its charge, its log row and the answer stored under its
 * Idempotency-Key are committed together or not at all. A refusal by the channel is an answer and is committed too; what
 * is thrown undoes everything. An effect outside of the database is noted by that transaction, executed after it, and the
 * call ended by a second one.
 */
export async function runAction(context: ServiceContext, request: ActionRequest): Promise<ActionAnswer> {
  const prepared = await prepareCall(context, request);
  for (;;) {
    const step = await inTransaction(context, request, (tx) => runPrepared(context, request, prepared, tx));
    switch (step.status) {
      case 'answered':
        return step.answer;
      case 'begun':
        return { ...(await step.underway.execute()), replayed: false };
      case 'open':
        await requireEnded(context, step.effect_id);
        break;
      default:
        return unreachable(step);
    }
  }
}

/**
 * Runs `work` in a transaction. Calls of one owner that act at the same moment share one where their channel permits it; those that only begin
 * what takes place elsewhere commit in another way, and share others. Reads may last, unless they ask by keys, and what a mail of the sandbox
 * leads to takes locks in no order, so each of these has a transaction to itself.
 */
async function inTransaction<T>(
  { db, calls, beginnings, channels }: ServiceContext,
  request: ActionRequest,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const { account, owner } = request;
  const requested = account ? findRequested(request) : undefined;
  // A list of people or posts wants a plan for its filters.
  const plans_once = requested?.by_keys === true;
  const channel = account && plans_once ? await channels.of(db, account) : null;
  const local = channel?.kind === 'local';
  if (!account || !channel?.shares_transactions || (local && account.platform === 'email'))
    return retryConflicts(() => db.transaction(work, { plans_once }));
  const queue = owner.user_id;
  if (!local) return beginnings.run({ queue }, work);
  const reads = requested?.definition.effect === 'read';
  return calls.run(reads ? { queue } : { queue, row: account.account_id }, work);
}

/** A repeat of a call that may have had its effect never acts: it finds out, or says that it cannot. */
async function requireEnded({ channels }: ServiceContext, effectId: string): Promise<void> {
  switch (await channels.resolve(effectId)) {
    case 'running':
      throw stillRunning();
    case 'unknown':
      throw new ServiceError('INTERNAL_ERROR', 'it may have happened, but nothing proves it: it is not done again');
    case 'ended':
  }
}

async function runPrepared(
  context: ServiceContext,
  request: ActionRequest,
  prepared: Prepared | null,
  tx: Queryable,
): Promise<Step> {
  if (request.idempotency) {
    const known = await claimKey(tx, request.idempotency);
    if (known && known.open_call !== null) return { status: 'open', effect_id: known.open_call };
    if (known) return { status: 'answered', answer: { ...known, replayed: true } };
  }
  const { handler, params } = resolveAction(request);
  // The stored answer that made the preparation needless expired a moment ago.
  if (handler.prepare && !prepared && !request.refused) throw tryAgain();
  const credits = chargeOf(handler.definition, atMost(handler, params, request.account));
  const reservation = await reserveCredits(tx, request.owner.user_id, credits);

  const now = context.clock.now();
  const account = await accountForEffect(tx, request.account, handler.definition);
  const call = { context, params, prepared: prepared?.value, tx, user_id: request.owner.user_id, account, now };
  const result: ActionResult<object> = request.refused
    ? { ok: false, refusal: { kind: 'refused', message: 'the channel refused (injected fault)' } }
    : (prepared?.result ??
      (await handler.run({ ...call, channel: await channelWithin(context, tx, handler, account) })));

  const done = { handler, params, reservation, now };
  if (result.ok && result.underway) return begin(tx, request, { ...done, result, underway: result.underway });
  const answer = await complete(tx, request, { ...done, result });
  if (request.idempotency) await storeAnswer(tx, request.idempotency, answer);
  return { status: 'answered', answer: { ...answer, replayed: false } };
}

/** The channel, for what is done in the transaction; its part is asked for first. */
async function channelWithin(
  { channels }: ServiceContext,
  tx: Queryable,
  handler: ActionHandler,
  account: AccountRow | null,
): Promise<AccountChannel> {
  const channel = account ? await channels.of(tx, account) : channels.without_account;
  const part = handler.partFor(account);
  if (!channel.parts[part]) throw notAvailable(handler.definition, account?.platform ?? part);
  if (!channel.shares_transactions) waitElsewhere(tx);
  // The account came to this channel a moment ago: what it is asked for may not hold the transaction up.
  if (handler.repeatable && channel.kind === 'remote') throw tryAgain();
  return channel;
}

const tryAgain = () => new ServiceError('RATE_LIMITED', 'try again', { headers: { 'retry-after': '1' } });

/**
 * Opens a call whose effect is executed after the transaction. The charge is exact already: that of a send does not depend on the
 * answer of the network.
 */
async function begin(
  tx: Queryable,
  request: ActionRequest,
  { handler, params, result, reservation, now, underway }: Begun,
): Promise<Step> {
  const { definition } = handler;
  const call = await openCall(tx, {
    user_id: request.owner.user_id,
    action: definition.action,
    account_id: request.account?.account_id ?? '',
    credits: chargeOf(definition, { ...factsOf(handler, params, request.account), ...result.facts }),
    claim: request.idempotency,
    data: result.data,
    effect_id: underway.effect_id,
    target: request.target,
    reservation,
    at: now,
  });
  await underway.keep(tx, call);
  return { status: 'begun', underway };
}

/**
 * An account does one thing at a time: whatever it does to others runs under the lock of its row, so that what the
 * channel counts (invitations of a week, InMail credits) is exact. Reads need no lock.
 */
async function accountForEffect(tx: Queryable, account: AccountRow | null, definition: ActionDefinition) {
  if (!account || definition.effect === 'read') return account;
  const locked = await lockAccount(tx, account);
  requireActive(locked);
  return locked;
}

interface Begun extends Done {
  readonly result: Extract<ActionResult<object>, { ok: true }>;
  readonly underway: Underway;
}

interface Done {
  readonly handler: ActionHandler;
  readonly params: Params;
  readonly result: ActionResult<object>;
  readonly reservation: Reservation;
  readonly now: number;
}

async function complete(
  tx: Queryable,
  request: ActionRequest,
  { handler, params, result, reservation, now }: Done,
): Promise<StoredAnswer> {
  const { definition } = handler;
  const account_id = request.account?.account_id ?? null;
  const refusal = result.ok ? null : refusedByChannel(result.refusal);
  const credits = result.ok
    ? chargeOf(definition, { ...factsOf(handler, params, request.account), ...result.facts })
    : chargeOfRefusal(definition);
  const error = refusal && ({ code: 'CHANNEL_ERROR', message: refusal.message } as const);
  const entry = {
    user_id: request.owner.user_id,
    action: definition.action,
    account_id,
    credits_consumed: credits,
    ...(error ? { error } : {}),
    target: request.target,
    idempotency_key: request.idempotency?.key ?? null,
    at: now,
  };
  await recordCall(tx, entry, reservation);
  const common = { action: definition.action, account_id, credits_consumed: credits };
  if (result.ok) return { http_status: 200, response: successBody(now, { ...common, data: result.data }) };
  return {
    http_status: ERROR_STATUS.CHANNEL_ERROR,
    response: errorBody(now, {
      ...common,
      code: 'CHANNEL_ERROR',
      message: refusal?.message ?? '',
      sub_code: refusal?.sub_code,
    }),
  };
}

/** Returns the platform's refusal, which is an answer; throws INVALID_PARAMS, which undoes the call, for what the caller named wrongly. */
function refusedByChannel(refusal: Refusal): Extract<Refusal, { kind: 'refused' }> {
  if (refusal.kind !== 'refused') throw invalidParams(refusal.message);
  return refusal;
}

/** spec: Errors, rule 1. Errors are free, but for the two whose examples show a charge of 1. */
function chargeOfRefusal({ category, action }: ActionDefinition): number {
  return own(CREDITS_OF_CHARGED_REFUSALS, `${category}/${action}`) ?? 0;
}

import { unreachable } from '../../../shared/kit/result.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { type ChargeFacts, chargeOf, findAction } from '../../contract/actions.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import { ERROR_STATUS } from '../../contract/errors.ts';
import { validateParams } from '../../contract/validate-params.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { requireActive } from '../accounts/find-account.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import type { AccountChannel } from '../channels/adapter.ts';
import type { Refusal, Underway } from '../channels/call.ts';
import type { ServiceContext } from '../context.ts';
import { type Reservation, requireCredits, reserveCredits } from '../credits/ledger.ts';
import { recordCall } from '../credits/record-call.ts';
import type { Owner } from '../http/authenticate.ts';
import { errorBody, successBody } from '../http/envelope.ts';
import { invalidParams, ServiceError } from '../http/service-error.ts';
import { claimKey, findAnswer, type StoredAnswer, stillRunning, storeAnswer } from '../idempotency/stored-answers.ts';
import type { EndedAnswer } from '../open-calls/end-call.ts';
import { openCall } from '../open-calls/open-call.ts';
import type { ActionHandler, ActionResult } from './action-handler.ts';
import { handlerOf } from './registry.ts';

/** As the contract's schema left them. */
type Params = Readonly<Record<string, unknown>>;

export interface ActionRequest {
  readonly owner: Owner;
  /** Null for enrich alone. */
  readonly account: AccountRow | null;
  readonly category: string;
  readonly action: unknown;
  readonly params: unknown;
  readonly target: string | null;
  readonly idempotency: { readonly user_id: string; readonly key: string; readonly fingerprint: string } | null;
  /** The channel is to refuse (an injected fault). */
  readonly refused: boolean;
}

export type ActionAnswer = EndedAnswer & { readonly replayed: boolean };

/** What the call's transaction came to. */
type Step =
  | { readonly is: 'answered'; readonly answer: ActionAnswer }
  /** Noted and charged; now it is to be executed. */
  | { readonly is: 'begun'; readonly underway: Underway }
  /** An earlier call under this key began this, and has not ended. */
  | { readonly is: 'open'; readonly effect_id: string };

/**
 * A call from its account on, in one transaction: the effect, its charge, its log row and the answer stored under its
 * Idempotency-Key are committed together or not at all. A refusal by the channel is an answer and is committed too; what
 * is thrown undoes everything. An effect outside of the database is noted by that transaction, executed after it, and the
 * call ended by a second one.
 */
export async function runAction(context: ServiceContext, request: ActionRequest): Promise<ActionAnswer> {
  const prepared = await prepareCall(context, request);
  for (;;) {
    const step = await retryConflicts(() =>
      context.db.transaction((tx) => runPrepared(context, request, prepared, tx)),
    );
    switch (step.is) {
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

/** What was done before the transaction; null: nothing. */
interface Prepared {
  readonly value: unknown;
  /** Of what was read over a network. */
  readonly result: ActionResult<object> | null;
}

/** The slow part of a call that is going to happen: not of one that will be refused, or that was answered before. */
async function prepareCall(context: ServiceContext, request: ActionRequest): Promise<Prepared | null> {
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

/** What is wrong with the call is said in its turn, after an answer that may be stored. */
function resolveQuietly(request: ActionRequest) {
  try {
    return resolve(request);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

function findRequested({ category, action }: ActionRequest): ActionHandler | undefined {
  const definition = typeof action === 'string' ? findAction(category, action) : undefined;
  return definition && handlerOf(definition);
}

async function runPrepared(
  context: ServiceContext,
  request: ActionRequest,
  prepared: Prepared | null,
  tx: Queryable,
): Promise<Step> {
  if (request.idempotency) {
    const known = await claimKey(tx, request.idempotency);
    if (known && known.open_call !== null) return { is: 'open', effect_id: known.open_call };
    if (known) return { is: 'answered', answer: { ...known, replayed: true } };
  }
  const { handler, params } = resolve(request);
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
  const answer = await settle(tx, request, { ...done, result });
  if (request.idempotency) await storeAnswer(tx, request.idempotency, answer);
  return { is: 'answered', answer: { ...answer, replayed: false } };
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
  // The account came to this channel a moment ago: what it is asked for may not hold the transaction up.
  if (handler.repeatable && channel.kind === 'remote') throw tryAgain();
  return channel;
}

const tryAgain = () => new ServiceError('RATE_LIMITED', 'try again', { headers: { 'retry-after': '1' } });

const notAvailable = ({ action }: ActionDefinition, channel: string) =>
  invalidParams(`action: ${action} is not available on the ${channel} channel`);

/** Its figure is exact already: the charge of a send does not depend on what comes back. */
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
  return { is: 'begun', underway };
}

/** The checks that need no more than the request: account active → action → params. */
function resolve(request: ActionRequest): { handler: ActionHandler; params: Params } {
  const { account, category, action } = request;
  if (account) requireActive(account);
  if (typeof action !== 'string' || action === '') throw invalidParams('action: is required, as a string');
  const definition = findAction(category, action);
  if (!definition) throw new ServiceError('INVALID_ACTION', `${category} has no action "${action}"`);
  if (account && definition.channels !== 'none' && !definition.channels.includes(account.platform)) {
    throw notAvailable(definition, account.platform);
  }
  const validated = validateParams(definition, request.params, account?.platform ?? null);
  if (!validated.ok) throw invalidParams(validated.error);
  const params = validated.value;
  const handler = handlerOf(definition);
  handler.check(params, account);
  return { handler, params };
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

async function settle(
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

/** What the caller named wrongly is INVALID_PARAMS and undoes the call; what the platform refused is an answer. */
function refusedByChannel(refusal: Refusal): Extract<Refusal, { kind: 'refused' }> {
  if (refusal.kind !== 'refused') throw invalidParams(refusal.message);
  return refusal;
}

/** spec: Errors, rule 1. Errors are free, but for the two whose examples show a charge of 1. */
function chargeOfRefusal({ category, action }: ActionDefinition): number {
  return (category === 'balance' && action === 'get') || (category === 'profiles' && action === 'unlock') ? 1 : 0;
}

/** What the call can cost at most: a list is reserved as if it were full. */
function atMost(handler: ActionHandler, params: Params, account: AccountRow | null): ChargeFacts {
  const results = typeof params.count === 'number' ? params.count : 0;
  return { ...factsOf(handler, params, account), results };
}

const factsOf = (handler: ActionHandler, params: Params, account: AccountRow | null): ChargeFacts => ({
  params,
  ...handler.facts(params, account),
});

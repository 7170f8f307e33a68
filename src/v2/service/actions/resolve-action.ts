import { type ChargeFacts, findAction } from '../../contract/actions.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import { validateParams } from '../../contract/validate-params.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { requireActive } from '../accounts/find-account.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { Owner } from '../context/owner.ts';
import type { ActionHandler } from './action-handler.ts';
import { handlerOf } from './registry.ts';

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

/** As the contract's schema left them. */
export type Params = Readonly<Record<string, unknown>>;

export interface ResolvedAction {
  readonly handler: ActionHandler;
  readonly params: Params;
}

/** Requests that were found good: one is checked before its transaction and again in it, which may be begun more than once. */
const resolved = new WeakMap<ActionRequest, ResolvedAction>();

/** The checks that need no more than the request: account active → action → params. */
export function resolveAction(request: ActionRequest): ResolvedAction {
  const known = resolved.get(request) ?? checkAction(request);
  resolved.set(request, known);
  return known;
}

function checkAction(request: ActionRequest): ResolvedAction {
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

/** Resolves a call without complaining: a mistake is reported in its turn, after an answer that may be stored for the key. */
export function resolveQuietly(request: ActionRequest): ResolvedAction | null {
  try {
    return resolveAction(request);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

export function findRequested({ category, action }: ActionRequest): ActionHandler | undefined {
  const definition = typeof action === 'string' ? findAction(category, action) : undefined;
  return definition && handlerOf(definition);
}

export const notAvailable = ({ action }: ActionDefinition, channel: string) =>
  invalidParams(`action: ${action} is not available on the ${channel} channel`);

/** The facts for the most that the call can cost: a list is reserved as if it were full. */
export function atMost(handler: ActionHandler, params: Params, account: AccountRow | null): ChargeFacts {
  const results = typeof params.count === 'number' ? params.count : 0;
  return { ...factsOf(handler, params, account), results };
}

export const factsOf = (handler: ActionHandler, params: Params, account: AccountRow | null): ChargeFacts => ({
  params,
  ...handler.facts(params, account),
});

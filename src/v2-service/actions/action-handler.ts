import type { z } from 'zod';
import type { ChargeFacts } from '../../contract/actions.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { Outcome, Refusal } from '../channels/call.ts';
import type { AccountRow, ServiceContext } from '../context.ts';

/** What a handler is given: checked params, and the call that it passes on to the channel. */
export interface ActionCall<Params, Account = AccountRow> {
  readonly context: Pick<ServiceContext, 'channels'>;
  readonly params: Params;
  readonly tx: Queryable;
  readonly user_id: string;
  readonly account: Account;
  /** World time, epoch ms. */
  readonly now: number;
}

export type ActionResult<Data> =
  /** `facts`: what the exact charge depends on beside the params. */
  | { readonly ok: true; readonly data: Data; readonly facts?: ChargeFacts }
  | { readonly ok: false; readonly refusal: Refusal };

export interface ActionHandler {
  readonly definition: ActionDefinition;
  /** Throws where this version cannot do what the params ask for; nothing is reserved or touched by then. */
  check(params: unknown, account: AccountRow | null): void;
  run(call: ActionCall<unknown, AccountRow | null>): Promise<ActionResult<object>>;
}

/** A handler of an action that runs on an account; its types are those of the contract. */
export function handleAction<Params extends z.ZodType, Data extends z.ZodType<object>>(
  definition: ActionDefinition<Params, Data>,
  run: (call: ActionCall<z.output<Params>>) => Promise<ActionResult<z.output<Data>>>,
  check: (params: z.output<Params>, account: AccountRow) => void = () => undefined,
): ActionHandler {
  // The pipeline parsed `params` by this definition's schema and resolved the account before it calls.
  return {
    definition,
    check: (params, account) => check(params as z.output<Params>, account as AccountRow),
    run: (call) => run(call as ActionCall<z.output<Params>>),
  };
}

/** A handler of an action that needs no account. */
export function handleWithoutAccount<Params extends z.ZodType, Data extends z.ZodType<object>>(
  definition: ActionDefinition<Params, Data>,
  run: (call: ActionCall<z.output<Params>, null>) => Promise<ActionResult<z.output<Data>>>,
): ActionHandler {
  return { definition, check: () => undefined, run: (call) => run(call as ActionCall<z.output<Params>, null>) };
}

/** The channel's good answer as `data`; its refusal as it is. */
export function answer<T, Data>(
  outcome: Outcome<T>,
  shape: (value: T) => Data,
  facts?: (value: T) => ChargeFacts,
): ActionResult<Data> {
  if (!outcome.ok) return outcome;
  return { ok: true, data: shape(outcome.value), ...(facts === undefined ? {} : { facts: facts(outcome.value) }) };
}

import type { z } from 'zod';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ChargeFacts } from '../../contract/actions.ts';
import type { ActionDefinition } from '../../contract/definition.ts';
import type { Outcome, Refusal, Underway } from '../channels/call.ts';
import type { AccountRow, ServiceContext } from '../context.ts';

/** What a handler is given: checked params, and the call that it passes on to the channel. */
export interface ActionCall<Params, Account = AccountRow, Prepared = unknown> {
  readonly context: Pick<ServiceContext, 'channels' | 'settings' | 'secrets'>;
  readonly params: Params;
  /** What `prepare` made. */
  readonly prepared: Prepared;
  readonly tx: Queryable;
  readonly user_id: string;
  readonly account: Account;
  /** World time, epoch ms. */
  readonly now: number;
}

/** What slow work before the transaction is given. */
export interface PrepareCall<Params, Account = AccountRow> {
  readonly context: ServiceContext;
  readonly params: Params;
  readonly user_id: string;
  readonly account: Account;
}

export type ActionResult<Data> =
  /** `facts`: what the exact charge depends on beside the params. `underway`: the data will be so once that is carried out. */
  | { readonly ok: true; readonly data: Data; readonly facts?: ChargeFacts; readonly underway?: Underway }
  | { readonly ok: false; readonly refusal: Refusal };

export interface ActionHandler {
  readonly definition: ActionDefinition;
  /** Throws where the params cannot be meant for this account; nothing is reserved or touched by then. */
  check(params: unknown, account: AccountRow | null): void;
  /**
   * What takes long and changes nothing, or nothing more when it is done twice (fetching a file, asking a name server, reading a real
   * mailbox): done before the transaction, which holds locks, once the call is known to be good and affordable.
   */
  readonly prepare: ((call: PrepareCall<unknown, AccountRow | null>) => Promise<unknown>) | null;
  /** False: with these params and this account `prepare` has nothing slow to do, so it may run without a look at the credits. */
  slow(params: unknown, account: AccountRow | null): boolean;
  run(call: ActionCall<unknown, AccountRow | null>): Promise<ActionResult<object>>;
}

interface Options<Params, Account, Prepared> {
  check?(params: Params, account: Account): void;
  prepare?(call: PrepareCall<Params, Account>): Promise<Prepared>;
  slow?(params: Params, account: Account): boolean;
}

/** A handler of an action that runs on an account; its types are those of the contract. */
export function handleAction<Params extends z.ZodType, Data extends z.ZodType<object>, Prepared = undefined>(
  definition: ActionDefinition<Params, Data>,
  run: (call: ActionCall<z.output<Params>, AccountRow, Prepared>) => Promise<ActionResult<z.output<Data>>>,
  options: Options<z.output<Params>, AccountRow, Prepared> = {},
): ActionHandler {
  return handlerOf(definition, run, options);
}

/** A handler of an action that needs no account. */
export function handleWithoutAccount<Params extends z.ZodType, Data extends z.ZodType<object>, Prepared = undefined>(
  definition: ActionDefinition<Params, Data>,
  run: (call: ActionCall<z.output<Params>, null, Prepared>) => Promise<ActionResult<z.output<Data>>>,
  options: Options<z.output<Params>, null, Prepared> = {},
): ActionHandler {
  return handlerOf(definition, run, options);
}

function handlerOf<Params extends z.ZodType, Data extends z.ZodType<object>, Account, Prepared>(
  definition: ActionDefinition<Params, Data>,
  run: (call: ActionCall<z.output<Params>, Account, Prepared>) => Promise<ActionResult<z.output<Data>>>,
  { check, prepare, slow }: Options<z.output<Params>, Account, Prepared>,
): ActionHandler {
  // The pipeline parsed `params` by this definition's schema, resolved the account and ran `prepare` before it calls.
  return {
    definition,
    check: (params, account) => check?.(params as z.output<Params>, account as Account),
    slow: (params, account) => slow?.(params as z.output<Params>, account as Account) ?? true,
    prepare: prepare ? (call) => prepare(call as PrepareCall<z.output<Params>, Account>) : null,
    run: (call) => run(call as ActionCall<z.output<Params>, Account, Prepared>),
  };
}

/** The channel's good answer as `data`; its refusal as it is. */
export function answer<T, Data>(
  outcome: Outcome<T> & { readonly underway?: Underway },
  shape: (value: T) => Data,
  facts?: (value: T) => ChargeFacts,
): ActionResult<Data> {
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    data: shape(outcome.value),
    ...(facts === undefined ? {} : { facts: facts(outcome.value) }),
    ...(outcome.underway === undefined ? {} : { underway: outcome.underway }),
  };
}

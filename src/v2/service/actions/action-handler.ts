import type { z } from 'zod';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ChargeFacts } from '../../contract/actions.ts';
import type { ActionDefinition, Platform } from '../../contract/definition.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { AccountChannel } from '../channels/adapter.ts';
import type { Outcome, Refusal, Underway } from '../channels/call.ts';
import type { PartName, UsedPart } from '../channels/parts.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** The input of a handler: checked params, and the call that it passes on to the channel. */
export interface ActionCall<Params, Part extends PartName, Account = AccountRow, Prepared = unknown> {
  readonly context: Pick<ServiceContext, 'channels' | 'settings' | 'secrets'>;
  readonly params: Params;
  /** The result of `prepare`. */
  readonly prepared: Prepared;
  /** The part of the account's channel that the action needs. */
  readonly channel: UsedPart<Part>;
  /** The call's transaction; for what is read over a network, which comes before it, the database itself. */
  readonly tx: Queryable;
  readonly user_id: string;
  readonly account: Account;
  /** Virtual time, epoch ms. */
  readonly now: number;
}

/** The input of `prepare`, which does slow work before the transaction. */
export interface PrepareCall<Params, Account = AccountRow> {
  readonly context: ServiceContext;
  readonly params: Params;
  readonly user_id: string;
  readonly account: Account;
}

export type ActionResult<Data> =
  /** `facts`: what the exact charge depends on beside the params. `underway`: the data will be so once that is executed. */
  | { readonly ok: true; readonly data: Data; readonly facts?: ChargeFacts; readonly underway?: Underway }
  | { readonly ok: false; readonly refusal: Refusal };

export interface ActionHandler {
  readonly definition: ActionDefinition;
  /** Whether the action reads, or may be done twice without harm. Over a network it then runs before the transaction, which holds locks. */
  readonly repeatable: boolean;
  /** Whether the action asks by keys alone, as what acts does: then it may share a transaction, and its statements are planned once. */
  readonly by_keys: boolean;
  /** The part of a channel that it needs. */
  partFor(account: AccountRow | null): PartName;
  /** Throws where the params cannot be meant for this account; nothing is reserved or touched by then. */
  check(params: unknown, account: AccountRow | null): void;
  /** Facts on which the charge depends and that the params alone do not say. */
  facts(params: unknown, account: AccountRow | null): ChargeFacts;
  /**
   * Does slow work that changes nothing (fetching a file, asking a name server) before the transaction, which holds locks, and
   * once the call is known to be good and affordable.
   */
  readonly prepare: ((call: PrepareCall<unknown, AccountRow | null>) => Promise<unknown>) | null;
  /** False: with these params and this account `prepare` has nothing slow to do, so it may run without a look at the credits. */
  slow(params: unknown, account: AccountRow | null): boolean;
  run(call: Omit<AnyCall, 'channel'> & { readonly channel: AccountChannel }): Promise<ActionResult<object>>;
}

type AnyCall = ActionCall<unknown, PartName, AccountRow | null>;

interface Options<Params, Account, Prepared> {
  check?(params: Params, account: Account): void;
  prepare?(call: PrepareCall<Params, Account>): Promise<Prepared>;
  slow?(params: Params, account: Account): boolean;
  facts?(params: Params, account: Account): ChargeFacts;
  readonly repeatable?: true;
  readonly by_keys?: true;
}

type Run<Params extends z.ZodType, Data extends z.ZodType<object>, Part extends PartName, Account, Prepared> = (
  call: ActionCall<z.output<Params>, Part, Account, Prepared>,
) => Promise<ActionResult<z.output<Data>>>;

/** A handler of an action that runs on an account; its types are those of the contract. */
export function handleAction<
  Params extends z.ZodType,
  Data extends z.ZodType<object>,
  Part extends PartName,
  Prepared = undefined,
>(
  definition: ActionDefinition<Params, Data>,
  part: Part,
  run: Run<Params, Data, Part, AccountRow, Prepared>,
  options: Options<z.output<Params>, AccountRow, Prepared> = {},
): ActionHandler {
  return handlerOf(
    definition,
    () => part,
    () => run,
    options,
  );
}

/** A handler of an action that each platform has in its own way. */
export function handlePerPlatform<Params extends z.ZodType, Data extends z.ZodType<object>, Prepared = undefined>(
  definition: ActionDefinition<Params, Data>,
  runs: { readonly [P in Platform]: Run<Params, Data, P, AccountRow, Prepared> },
  options: Options<z.output<Params>, AccountRow, Prepared> = {},
): ActionHandler {
  return handlerOf(
    definition,
    ({ platform }) => platform,
    ({ platform }) => runs[platform],
    options,
  );
}

/** A handler of an action that needs no account. */
export function handleWithoutAccount<Params extends z.ZodType, Data extends z.ZodType<object>, Prepared = undefined>(
  definition: ActionDefinition<Params, Data>,
  run: Run<Params, Data, 'enrichment', null, Prepared>,
  options: Options<z.output<Params>, null, Prepared> = {},
): ActionHandler {
  return handlerOf(
    definition,
    () => 'enrichment' as const,
    () => run,
    options,
  );
}

function handlerOf<Params extends z.ZodType, Data extends z.ZodType<object>, Account, Prepared>(
  definition: ActionDefinition<Params, Data>,
  partFor: (account: Account) => PartName,
  runOf: (account: Account) => unknown,
  { check, prepare, slow, facts, repeatable, by_keys }: Options<z.output<Params>, Account, Prepared>,
): ActionHandler {
  // The pipeline parsed `params` by this definition's schema, resolved the account, ran `prepare` and asked for the part before it calls.
  return {
    definition,
    repeatable: repeatable ?? definition.effect === 'read',
    by_keys: by_keys ?? definition.effect !== 'read',
    partFor: (account) => partFor(account as Account),
    check: (params, account) => check?.(params as z.output<Params>, account as Account),
    facts: (params, account) => facts?.(params as z.output<Params>, account as Account) ?? {},
    slow: (params, account) => slow?.(params as z.output<Params>, account as Account) ?? true,
    prepare: prepare ? (call) => prepare(call as PrepareCall<z.output<Params>, Account>) : null,
    run(call) {
      const run = runOf(call.account as Account) as (call: object) => Promise<ActionResult<object>>;
      return run({ ...call, channel: call.channel.parts[partFor(call.account as Account)] });
    },
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

import { findWithoutIntent } from '../../../src/runtime/store/intents/forgotten.ts';
import {
  isOurKey,
  type NamedAnswer,
  type NamedStep,
  ownerOfWireKey,
} from '../../../src/runtime/store/intents/intent.ts';
import { findPeople } from '../../../src/runtime/store/leads/find-people.ts';
import {
  emailIdentity,
  type Identity,
  identityKey,
  phoneIdentity,
  profileIdentity,
} from '../../../src/shared/identity/identity.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import type { CallOutcome } from '../../../src/v2/client/outcome.ts';
import { ACTIONS } from '../../../src/v2/contract/actions.ts';
import { mayHaveReached } from '../../../src/v2/contract/may-have-reached.ts';
import type { StepClient } from '../../v2-caller.ts';

/** A call of ours that somebody may have noticed, by the log of the V2 service. */
export interface Logged {
  readonly account_id: string;
  readonly action: string;
  readonly at: Date;
  /** The addressee, as the call named them; null: the service does not say. */
  readonly target: string | null;
  /** Whether it succeeded; false: the service itself does not know. */
  readonly succeeded: boolean;
}

export type LoggedStep = Logged & NamedStep;
export type LoggedAnswer = Logged & NamedAnswer;
export type LoggedCall = LoggedStep | LoggedAnswer;

export const isOfAnswer = (call: LoggedCall): call is LoggedAnswer => 'answer_id' in call;

/** The words for it in timelines. */
export const READ_BACK = 'read back from the log of the V2 service';

export const PAGE = 200;

/** Actions that somebody may notice, by their names alone: the log names no categories. */
const NOTICED = new Map(ACTIONS.filter(({ effect }) => effect !== 'read').map((one) => [one.action, one]));

export const definitionOf = (action: string) => NOTICED.get(action) ?? null;

type LogPage = Extract<Awaited<ReturnType<StepClient['listLogs']>>, { kind: 'success' }>['data'];

/** Reads one page of an account's log, newest first. */
export const readPage = (
  v2: Pick<StepClient, 'listLogs'>,
  account_id: string,
  offset: number,
): Promise<CallOutcome<LogPage>> => v2.listLogs({ account_id, limit: PAGE, offset });

/**
 * Lists the calls that went out, or of which the service itself does not know. A call that it refused had no effect.
 */
export const callsIn = ({ items }: LogPage): LoggedCall[] =>
  items.flatMap(({ idempotency_key, action, account_id, status, outcome_unknown, created_at, target = null }) => {
    const owner = idempotency_key ? ownerOfWireKey(idempotency_key) : null;
    if (owner === null || account_id === null || !NOTICED.has(action)) return [];
    const succeeded = status === 'success';
    if (!succeeded && outcome_unknown !== true) return [];
    return [{ ...owner, account_id, action, target, succeeded, at: new Date(created_at) }];
  });

/**
 * Lists the calls that were refused, and may have reached the network all the same: they used a slot, whatever has
 * become of their step since.
 */
const refusedIn = ({ items }: LogPage): (LoggedCall & { readonly log_id: string })[] =>
  items.flatMap(({ log_id, idempotency_key, action, account_id, status, error_code, outcome_unknown, created_at }) => {
    const owner = idempotency_key ? ownerOfWireKey(idempotency_key) : null;
    if (owner === null || log_id === undefined || account_id === null || !NOTICED.has(action)) return [];
    if (status === 'success' || outcome_unknown === true || !error_code || !mayHaveReached({ code: error_code }))
      return [];
    return [{ ...owner, log_id, account_id, action, target: null, succeeded: false, at: new Date(created_at) }];
  });

/** `unowned`: neither its enrollment or answer is here, nor whom it was for, if it is an answer. */
export type MissingCall = LoggedCall & { readonly unowned: boolean };

/** Finds calls of which the ledger should have an intent or a note, and has neither. */
export async function missingOf(db: Queryable, calls: readonly LoggedCall[]): Promise<MissingCall[]> {
  const owned = new Map((await findWithoutIntent(db, calls)).map(({ key, is_owned }) => [key, is_owned]));
  const missing: MissingCall[] = [];
  for (const call of calls) {
    const isOwned = owned.get(call.key);
    if (isOwned === undefined) continue;
    if (isOwned || (isOfAnswer(call) && (await findAddressee(db, call)) !== null))
      missing.push({ ...call, unowned: false });
    else if (isOurKey(call.key)) missing.push({ ...call, unowned: true });
  }
  return missing;
}

/**
 * Finds refused calls of which the ledger has nothing, under keys of their own: a later call under theirs is another
 * one, and is read back by itself.
 */
export async function missingRefusals(db: Queryable, page: LogPage): Promise<MissingCall[]> {
  const refused = refusedIn(page);
  const without = new Set((await findWithoutIntent(db, refused)).map(({ key }) => key));
  const missing = refused
    .filter(({ key }) => without.has(key) && isOurKey(key))
    .map(({ log_id, ...call }) => ({ ...call, key: `refused/${log_id}`, unowned: true }));
  const notNoted = new Set((await findWithoutIntent(db, missing)).map(({ key }) => key));
  return missing.filter(({ key }) => notNoted.has(key));
}

/** Finds the person who is known by the name that the call had for them. */
export async function findAddressee(db: Queryable, { target }: LoggedCall): Promise<string | null> {
  const name = target === null ? null : identityIn(target);
  if (name === null) return null;
  const [found] = await findPeople(db, [name]);
  return found?.lead_id ?? null;
}

/** Names the addressee as `kind:value`; null: the target is no name of a person. */
export function nameOf({ target }: Pick<Logged, 'target'>): string | null {
  const name = target === null ? null : identityIn(target);
  return name === null ? null : identityKey(name);
}

const identityIn = (target: string): Identity | null =>
  emailIdentity(target) ?? profileIdentity(target) ?? phoneIdentity(target);

import { creditsOf, limitClassOf } from '../../../src/language/plan/node-traits.ts';
import { endBehind, hasUnseenWalks, listForgotten } from '../../../src/runtime/store/accounts/behind.ts';
import { findAccount, lockAccount } from '../../../src/runtime/store/accounts/find-account.ts';
import { wakeParked } from '../../../src/runtime/store/accounts/wake-parked.ts';
import { lockEnrollment } from '../../../src/runtime/store/enrollments/lock-enrollment.ts';
import { findUnproven, insertForgotten } from '../../../src/runtime/store/intents/forgotten.ts';
import type { IntentRow } from '../../../src/runtime/store/intents/intent.ts';
import { learnIdentities } from '../../../src/runtime/store/leads/learn-identities.ts';
import { CodedError } from '../../../src/shared/kit/coded-error.ts';
import type { LogEntry } from '../../../src/v2/contract/records/log.ts';
import type { StepDeps } from '../../deps.ts';
import { LateOutcome } from '../../late-outcome.ts';
import { readContext, type StepContext } from '../../look/context.ts';
import { concludeDone } from '../../record/conclude.ts';
import { learnProfile } from '../../steps/network/learn-profile.ts';
import { callV2 } from '../../v2-caller.ts';
import { hasKeys, type KeylessCall, missingWithoutKeys } from './keyless-calls.ts';
import {
  callsIn,
  definitionOf,
  isOfAnswer,
  type LoggedStep,
  type MissingCall,
  missingOf,
  missingRefusals,
  PAGE,
  READ_BACK,
  readPage,
} from './logged-calls.ts';
import { noteUnowned } from './note-unowned.ts';
import { endOutdatedAnswers, readBackAnswer } from './read-back-answers.ts';
import { useSlotOfThen } from './use-slot-of-then.ts';

const LOST: readonly string[] = ['node_missing', 'plan_missing', 'enrollment_missing'];

/**
 * Reads back what the ledger has forgotten of the accounts that are behind: every call of ours in the V2 service's log, then by which ids the
 * network knows those whom they reached, whose replies name them by these alone. Only then is anything sent from the account again. Killed anywhere,
 * it goes on with what is still missing. Returns whether an account is no longer behind.
 */
export async function readBackForgotten(deps: StepDeps): Promise<boolean> {
  let ended = false;
  for (const id of await listForgotten(deps.db)) ended = (await readBackAccount(deps, id)) || ended;
  return ended;
}

/** Reads back the calls of one account; returns whether it is no longer behind. */
async function readBackAccount(deps: StepDeps, id: string): Promise<boolean> {
  const { calls, keyless } = await readForgotten(deps, id);
  const times = [...calls, ...keyless].map(({ at }) => at.getTime());
  if (times.length > 0) await endOutdatedAnswers(deps, id, new Date(Math.min(...times)), calls);
  const owned = calls.filter(({ unowned }) => !unowned);
  await noteUnowned(deps, id, [...calls.filter(({ unowned }) => unowned), ...keyless]);
  for (const call of owned) await (isOfAnswer(call) ? readBackAnswer(deps, call) : readBackStep(deps, call));
  await readBackIdentities(deps, id, owned);
  if (calls.length > 0) {
    deps.log.warn({ account: id, calls: calls.length }, 'calls that Postgres had forgotten were read back');
  }
  const at = new Date(deps.clock.now());
  return deps.db.transaction(async (tx) => {
    // Whoever has turned a step away for it has committed that.
    await lockAccount(tx, id);
    // Somebody may have said no since, which their ended workflow tells.
    if (await hasUnseenWalks(tx, id)) return false;
    await endBehind(tx, id);
    await wakeParked(tx, { account_id: id }, at);
    return true;
  });
}

interface Forgotten {
  /** Oldest first. */
  readonly calls: readonly MissingCall[];
  /** The forgotten calls of a log that has no keys. */
  readonly keyless: readonly KeylessCall[];
}

/** Reads the whole log: nobody knows how old the copy is. */
async function readForgotten(deps: StepDeps, id: string): Promise<Forgotten> {
  const { db, v2 } = deps;
  const forgotten = new Map<string, MissingCall>();
  const items: LogEntry[] = [];
  // Whether each call can be attributed: by its key, or since those without one are others'.
  let isAttributed = deps.settings.accounts_shared;
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await readPage(v2, id, offset);
    if (page.kind !== 'success') throw unreadable(page.kind === 'refused' ? page.message : page.reason);
    total = page.data.total;
    isAttributed ||= hasKeys(page.data.items);
    if (!isAttributed) items.push(...page.data.items);
    const missing = [...(await missingOf(db, callsIn(page.data))), ...(await missingRefusals(db, page.data))];
    for (const call of missing) forgotten.set(call.key, call);
  }
  return {
    calls: [...forgotten.values()].sort((one, other) => one.at.getTime() - other.at.getTime()),
    keyless: isAttributed ? [] : await missingWithoutKeys(deps, id, { items, whole: true }),
  };
}

const unreadable = (why: string) =>
  new CodedError('v2_unreachable', `what Postgres has forgotten cannot be read back: ${why}`);

/** Records the step as one whose answer was lost. */
async function readBackStep(deps: StepDeps, call: LoggedStep): Promise<void> {
  const { enrollment_id, node, visit } = call;
  const context = await readContext(deps, { enrollment_id, node, visit, attempt: 0 }).catch((error: unknown) => {
    // Of a version that is forgotten too: nobody can ask for that step again.
    if (error instanceof CodedError && LOST.includes(error.code)) return null;
    throw error;
  });
  if (context === null) {
    deps.log.warn({ intent: call.key }, 'a call that Postgres had forgotten is of a step that is not known here');
    return;
  }
  const intent = await writeForgotten(deps, context, call);
  if (intent === null) return;
  const answer = { data: {}, credits: creditsOf(context.node), read_back: READ_BACK };
  await concludeDone(deps, context, intent, answer).catch((error: unknown) => {
    if (!(error instanceof LateOutcome)) throw error;
  });
}

/** Writes the intent with the slot that it used on its own day. */
async function writeForgotten(deps: StepDeps, context: StepContext, call: LoggedStep): Promise<IntentRow | null> {
  const { key, account_id, action, at, enrollment_id, node, visit } = call;
  const limit_class = limitClassOf(context.node);
  const category = definitionOf(action)?.category ?? '';
  return deps.db.transaction(async (tx) => {
    await lockEnrollment(tx, enrollment_id);
    const account = await lockAccount(tx, account_id);
    const request = { account_id, category, action, params: {} };
    const intent = await insertForgotten(tx, { key, enrollment_id, node, visit, limit_class, request, at });
    if (intent === null || account === null || limit_class === null) return intent;
    await useSlotOfThen(tx, { enrollment_id, node, visit }, { account, limit_class, at });
    return intent;
  });
}

/**
 * Reads for one credit each by which ids the network knows them: the log says whom a call was for, and not by which id
 * they write.
 */
async function readBackIdentities(deps: StepDeps, account_id: string, calls: readonly MissingCall[]): Promise<void> {
  if ((await findAccount(deps.db, account_id))?.platform !== 'professional') return;
  const enrollments = [...new Set(calls.flatMap((call) => (isOfAnswer(call) ? [] : [call.enrollment_id])))];
  for (const { lead_id, name } of await findUnproven(deps.db, enrollments)) {
    const asked = { account_id, category: 'profiles', action: 'get', params: { profile_url: name } };
    const outcome = await callV2(deps.v2, asked);
    // Of a profile that is gone nobody writes.
    if (outcome.kind === 'refused' && outcome.code === 'INVALID_PARAMS') continue;
    if (outcome.kind !== 'success') throw unreadable(outcome.kind === 'refused' ? outcome.message : outcome.reason);
    await learnIdentities(deps.db, lead_id, learnProfile(outcome.data));
  }
}

import { limitClassOf } from '../../language/plan/node-traits.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { own } from '../../shared/kit/own.ts';
import { ACTIONS } from '../../v2/contract/actions.ts';
import type { Ledger, LedgerAccount, LedgerCall, LedgerEnrollment } from './read-ledger.ts';
import { type ServiceCall, stepNamed, stepOf } from './read-service-log.ts';

/**
 * Calls under keys of ours without an intent, as the ledger would have them: a backup that was put back has forgotten them. They were ours all the
 * same, so they count against the limits. By key, the first time that the log has it.
 */
export function findForgottenCalls(log: readonly ServiceCall[], ledger: Ledger): ReadonlyMap<string, LedgerCall> {
  const known = new Set(ledger.calls.map(({ key }) => key));
  const forgotten = new Map<string, LedgerCall>();
  for (const call of log) {
    const key = call.key === null ? null : stepOf(call.key);
    if (key === null || known.has(key) || forgotten.has(key)) continue;
    const named = stepNamed(key);
    if (named === null) continue;
    const enrollment = ledger.enrollments.get(named.enrollment_id ?? '') ?? null;
    forgotten.set(key, asLedgerCall(key, call, named.node, { ...ledger, enrollment }));
  }
  return forgotten;
}

function asLedgerCall(
  key: string,
  { account_id, action, at, target }: ServiceCall,
  node: string,
  { enrollment, plans, accounts }: Ledger & { readonly enrollment: LedgerEnrollment | null },
): LedgerCall {
  const plan = plans.get(enrollment?.digest ?? '');
  return {
    key,
    ...{ enrollment_id: enrollment?.id ?? null, lead_id: enrollment?.lead_id ?? null, account_id, action },
    person: enrollment?.person ?? target ?? key,
    limit_class: classOf(plan, node, action, accounts.get(account_id)),
    ...({
      error_code: null,
      domain: null,
      state: 'done',
      had_effect: true,
      text: null,
      conversation_id: null,
    } as const),
    digest: enrollment?.digest ?? null,
    ...{ at: new Date(at), wall_at: new Date(at), outcome: enrollment?.outcome ?? null },
    // Nobody knows when it was sent by the wall's clock.
    ...{ stop_outcome: null, wall_stopped_at: null, ended_unsent: null, suppressed_by: null },
  };
}

/** The limit class of a call: that of its step, or where the plan is not known, that of the action. */
function classOf(plan: Plan | undefined, node: string, action: string, account: LedgerAccount | undefined) {
  const step = plan === undefined ? undefined : own(plan.nodes, node);
  if (step !== undefined) return limitClassOf(step);
  if (action === 'send' && account?.platform === 'email') return 'email';
  return ACTIONS.find((one) => one.action === action && one.effect !== 'read')?.limit_class ?? null;
}

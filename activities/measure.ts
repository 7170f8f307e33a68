import type { PerformResult } from '../src/core/engine/perform.ts';
import { edgesOf, isSend, isWaitKind } from '../src/language/plan/node-traits.ts';
import type { LimitClass } from '../src/language/plan/plan.ts';
import type { IntentRow } from '../src/runtime/store/intents/intent.ts';
import { SECOND } from '../src/shared/kit/duration.ts';
import type { Queryable } from '../src/shared/postgres/database.ts';
import { afterCommit } from '../src/shared/postgres/transaction.ts';
import * as metrics from '../src/shared/telemetry/metrics/step-metrics.ts';
import { inSpan } from '../src/shared/telemetry/tracing.ts';
import type { AnswerContext } from './answers/answer-context.ts';
import type { StepDeps } from './deps.ts';
import { channelOf, type StepContext } from './look/context.ts';
import type { V2Outcome } from './v2-caller.ts';

const labelsOf = (context: StepContext, intent: Pick<IntentRow, 'account_id'>) => ({
  account: intent.account_id,
  channel: channelOf(context, intent),
  step: context.node.kind,
});

/** Counts how a call of the step was answered. */
export function measureCall(context: StepContext, intent: IntentRow, outcome: V2Outcome): void {
  const labels = labelsOf(context, intent);
  metrics.calls.inc({ ...labels, outcome: outcome.kind });
  if (outcome.kind === 'refused') metrics.refusals.inc({ ...labels, code: outcome.sub_code ?? outcome.code });
}

/** Labels of an answer that a person of ours has written: `answer` stands in place of the kind of its step. */
const labelsOfAnswer = ({ account }: AnswerContext) => ({
  account: account.id,
  channel: account.platform,
  step: 'answer',
});

export function measureAnswerCall(context: AnswerContext, outcome: V2Outcome): void {
  const labels = labelsOfAnswer(context);
  metrics.calls.inc({ ...labels, outcome: outcome.kind });
  if (outcome.kind === 'refused') metrics.refusals.inc({ ...labels, code: outcome.sub_code ?? outcome.code });
}

export const measureAnswerInDoubt = (context: AnswerContext): void => metrics.inDoubt.inc(labelsOfAnswer(context));

export const measureAnswerSent = (context: AnswerContext): void => metrics.sends.inc(labelsOfAnswer(context));

export function measureDoubt(context: StepContext, intent: IntentRow): void {
  metrics.inDoubt.inc(labelsOf(context, intent));
}

/** Counts a call that had its effect, once that is recorded. */
export function measureSend(context: StepContext, intent: IntentRow): void {
  if (isSend(context.node)) metrics.sends.inc(labelsOf(context, intent));
}

export async function measureStep(
  { node: { kind: step }, request }: StepContext,
  perform: () => Promise<PerformResult>,
): Promise<PerformResult> {
  const { enrollment_id: enrollment, node, visit, attempt } = request;
  const attributes = {
    'overture.enrollment': enrollment,
    'overture.node': node,
    'overture.visit': visit,
    'overture.attempt': attempt,
  };
  const stop = metrics.stepDuration.startTimer({ step });
  let result: string = 'error';
  try {
    return await inSpan({ name: `step ${step}`, of: { enrollment }, attributes }, async (span) => {
      const answer = await perform();
      result = answer.status;
      span?.set({ 'overture.result': result });
      return answer;
    });
  } finally {
    stop();
    metrics.steps.inc({ step, result });
  }
}

/** Counts a slot that was given in this transaction, `wait_ms` of virtual time from now. */
export function measureSlot(
  tx: Queryable,
  slot: { readonly account_id: string; readonly limit_class: LimitClass | null; readonly wait_ms: number },
): void {
  const limit_class = slot.limit_class ?? 'none';
  const when = slot.wait_ms > 0 ? 'later' : 'now';
  afterCommit(tx, () => {
    metrics.slotsBooked.inc({ account: slot.account_id, limit_class, when });
    if (when === 'later') metrics.slotWait.observe({ limit_class }, slot.wait_ms / SECOND);
  });
}

const OUTCOMES = new Set([
  ...['replied', 'refused', 'unsubscribed', 'bounced', 'company_replied'],
  ...['completed', 'failed', 'stopped', 'continued'],
]);

export function measureEnd(outcome: string): void {
  metrics.finished.inc({ outcome: OUTCOMES.has(outcome) ? outcome : 'other' });
}

/** Measures how late the step is looked at, if its enrollment waited for a time or a slot that has come. */
export function measureWake({ clock }: Pick<StepDeps, 'clock'>, context: StepContext): void {
  const { status, waiting_kind: kind, until } = context.enrollment;
  if (status !== 'active' || until === null || (kind !== 'time' && kind !== 'slot')) return;
  const late = clock.now() - until.getTime();
  if (late >= 0 && hasWaitedFor(context)) metrics.wakeLateness.observe({ kind }, late / clock.setting().speed / SECOND);
}

/**
 * Whether the enrollment waited for this step. The row keeps what was waited for last, also while the steps that follow
 * are performed: only the first of them was woken.
 */
function hasWaitedFor({ enrollment, request, plan }: StepContext): boolean {
  if (enrollment.node === request.node) return true;
  const waited = enrollment.node === null ? undefined : plan.nodes[enrollment.node];
  return waited !== undefined && isWaitKind(waited.kind) && edgesOf(waited).includes(request.node);
}

import { isRecord } from '../../shared/kit/is-record.ts';
import type { Decision, EnrollmentEvent } from './state.ts';

const TYPES: Readonly<Record<EnrollmentEvent['type'], true>> = {
  accepted_invitation: true,
  reply: true,
  labeled: true,
  unlabeled: true,
  refused: true,
  unsubscribed: true,
  bounced: true,
  company_reply: true,
  stop: true,
  pause: true,
  resume: true,
  nudge: true,
  decided: true,
  skip: true,
  retry: true,
  reschedule: true,
};

const DECISIONS: readonly string[] = ['sent', 'not_sent', 'approve', 'reject'] satisfies Decision['decision'][];

/**
 * Whether a signal is an event of an enrollment. One that is not must not reach the walk: it would fail the workflow's
 * task again and again.
 */
export function isEnrollmentEvent(value: unknown): value is EnrollmentEvent {
  if (!isRecord(value)) return false;
  if (!('id' in value) || typeof value.id !== 'string') return false;
  if (!('type' in value) || typeof value.type !== 'string' || !Object.hasOwn(TYPES, value.type)) return false;
  if (value.type === 'decided') return isDecision(value);
  if (value.type === 'skip' || value.type === 'retry') return isOfVisit(value);
  return value.type !== 'reschedule' || (isOfVisit(value) && 'until' in value && Number.isFinite(value.until));
}

function isOfVisit(value: object): boolean {
  return 'node' in value && typeof value.node === 'string' && 'visit' in value && Number.isInteger(value.visit);
}

function isDecision(value: object): boolean {
  if (!('task_id' in value) || typeof value.task_id !== 'string') return false;
  return 'decision' in value && typeof value.decision === 'string' && DECISIONS.includes(value.decision);
}

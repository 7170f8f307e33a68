import type { EnrollmentEvent, EnrollmentState } from '../../../src/core/engine/state.ts';
import type { LockedWalk } from '../../../src/runtime/store/walks/lock-walk.ts';

/**
 * The signals of an enrollment whose walk is continued after a loss, once more: nobody knows which of them the lost walk had heard. Those that
 * the stored walk has seen change nothing.
 */
export function missedSignals(row: LockedWalk, state: EnrollmentState | null, run: number): EnrollmentEvent[] {
  const { told } = row;
  const stands = (step: { readonly node: string; readonly visit: number }): boolean =>
    state?.node === step.node && state.visit === step.visit;
  return [
    ...(row.stop_outcome === null
      ? []
      : [{ id: row.stop_event_id ?? `again/${run}/stop`, type: stopType(row.stop_outcome) }]),
    ...row.heard.map(({ type, event_id }) => ({ id: event_id, type: type === 'replied' ? ('reply' as const) : type })),
    ...row.decided.filter(stands).flatMap(decidedOf),
    ...(told !== null && stands(told) ? [stepEvent(told)] : []),
    ...(row.paused === (state?.paused ?? false)
      ? []
      : [{ id: `again/${run}/pause`, type: row.paused ? ('pause' as const) : ('resume' as const) }]),
  ];
}

type Stop = 'reply' | 'refused' | 'unsubscribed' | 'bounced' | 'company_reply' | 'stop';

const STOPS: Readonly<Record<string, Stop>> = {
  replied: 'reply',
  refused: 'refused',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  company_replied: 'company_reply',
};

const stopType = (outcome: string): Stop => STOPS[outcome] ?? 'stop';

function decidedOf({ id, decision }: LockedWalk['decided'][number]): EnrollmentEvent[] {
  switch (decision) {
    case 'sent':
    case 'not_sent':
    case 'approve':
    case 'reject':
      return [{ id: `task/${id}`, type: 'decided', task_id: id, decision }];
    default:
      return [];
  }
}

function stepEvent({ do: type, ...told }: NonNullable<LockedWalk['told']>): EnrollmentEvent {
  const { id, node, visit } = told;
  if (type !== 'reschedule') return { id, node, visit, type };
  return { id, node, visit, type, until: 'until' in told ? told.until : 0 };
}

import type { EnrollmentEvent, EnrollmentState } from '../../../src/core/engine/state.ts';
import type { LockedWalk } from '../../../src/runtime/store/walks/lock-walk.ts';

/**
 * The signals of an enrollment whose walk is continued after a loss, once more: nobody knows which of them the lost walk had heard. Those that
 * the stored walk has seen change nothing. `name`: of those that have no id of their own.
 */
export const missedSignals = (row: LockedWalk, state: EnrollmentState | null, name: string): EnrollmentEvent[] => [
  ...stopOf(row, name),
  ...heardOf(row),
  ...askedOf(row, state, name),
];

/** The same of a walk that goes on, and stands as if it had not heard them (`findAmiss`). */
export const unheardSignals = (row: LockedWalk, state: EnrollmentState | null, name: string): EnrollmentEvent[] => [
  ...stopOf(row, name),
  ...(state?.phase.is === 'awaiting' ? heardOf(row) : []),
  ...askedOf(row, state, name),
];

const heardOf = ({ heard }: LockedWalk): EnrollmentEvent[] =>
  heard.map(({ type, event_id }) => ({ id: event_id, type: type === 'replied' ? ('reply' as const) : type }));

const stopOf = ({ stop_outcome, stop_event_id }: LockedWalk, name: string): EnrollmentEvent[] =>
  stop_outcome === null ? [] : [{ id: stop_event_id ?? `${name}/stop`, type: stopType(stop_outcome) }];

/** Lists what people of ours asked of the walk. */
function askedOf(
  { decided, told, paused }: LockedWalk,
  state: EnrollmentState | null,
  name: string,
): EnrollmentEvent[] {
  const stands = (step: { readonly node: string; readonly visit: number }): boolean =>
    state?.node === step.node && state.visit === step.visit;
  return [
    ...decided.filter(stands).flatMap(decidedOf),
    ...(told !== null && stands(told) ? [stepEvent(told)] : []),
    ...(paused === (state?.paused ?? false)
      ? []
      : [{ id: `${name}/pause`, type: paused ? ('pause' as const) : ('resume' as const) }]),
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

import type { EnrollmentEvent, EnrollmentState } from '../../../src/core/engine/state.ts';
import type { LockedWalk } from '../../../src/runtime/store/walks/lock-walk.ts';

/**
 * Repeats the signals of an enrollment whose walk is continued after a loss: nobody knows which of them the lost walk
 * had heard. Those that the stored walk has seen change nothing. `name` makes ids for those that have none of their
 * own.
 */
export const missedSignals = (row: LockedWalk, state: EnrollmentState | null, name: string): EnrollmentEvent[] => [
  ...stopOf(row, name),
  ...heardOf(row),
  ...askedOf(row, state, name),
];

/** Repeats the signals of a walk that goes on, and stands as if it had not heard them (`findAmiss`). */
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
  { decided, instruction, paused }: LockedWalk,
  state: EnrollmentState | null,
  name: string,
): EnrollmentEvent[] {
  const stands = (step: { readonly node: string; readonly visit: number }): boolean =>
    state?.node === step.node && state.visit === step.visit;
  return [
    ...decided.filter(stands).flatMap(decidedOf),
    ...(instruction !== null && stands(instruction) ? [stepEvent(instruction)] : []),
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

function stepEvent({ do: type, ...instruction }: NonNullable<LockedWalk['instruction']>): EnrollmentEvent {
  const { id, node, visit } = instruction;
  if (type !== 'reschedule') return { id, node, visit, type };
  return { id, node, visit, type, until: 'until' in instruction ? instruction.until : 0 };
}

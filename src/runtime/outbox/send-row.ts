import type { EnrollmentEvent, EnrollmentStart, EnrollmentState } from '../../core/engine/contracts.ts';
import { isEnrollmentEvent } from '../../core/engine/is-enrollment-event.ts';
import { isMoveEvent, type MoveEvent } from '../../core/engine/move.ts';
import type { Clock, ClockSetting } from '../../shared/kit/clock.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { inSpan, type SpanAsked } from '../../shared/telemetry/tracing.ts';
import type { OutboxRow } from '../store/outbox/claim-outbox.ts';

type FoundBy = NonNullable<OutboxRow['found_by']>;

/** The calls to Temporal. All of them may be repeated. */
export interface Workflows {
  startEnrollment(start: {
    enrollment_id: string;
    digest: string;
    clock: ClockSetting;
    found_by?: FoundBy;
  }): Promise<unknown>;
  /** Starts a further run of an enrollment that had ended. Absent where nobody restarts. */
  restartEnrollment?(
    restart: EnrollmentStart & { readonly digest: string; readonly again: string; readonly found_by?: FoundBy },
  ): Promise<unknown>;
  /** `run` counts its imports: each is a workflow of its own. */
  startCampaign(campaignId: string, run: number, found_by?: FoundBy): Promise<unknown>;
  signalEnrollment(enrollmentId: string, event: EnrollmentEvent): Promise<'delivered' | 'gone'>;
  moveEnrollment(enrollmentId: string, move: MoveEvent): Promise<'delivered' | 'gone'>;
}

export interface SenderDeps {
  readonly clock: Clock;
  readonly workflows: Workflows;
  readonly onError: (error: unknown, row: OutboxRow) => void;
}

/** Sends Temporal one row of the outbox. `gone`: its workflow has ended, mostly with its enrollment, and needs no signal. */
export const sendRow = (deps: SenderDeps, row: OutboxRow): Promise<'delivered' | 'gone'> =>
  inSpan(spanOf(row), () => send(deps, row));

function spanOf({ kind, target_id, payload }: OutboxRow): SpanAsked {
  const name = kind.replace('_', ' ');
  if (kind === 'start_campaign') return { name, kind: 'producer', attributes: { 'overture.campaign': target_id } };
  const signal = kind === 'signal_enrollment' ? { 'overture.signal': String(payload.type) } : {};
  const attributes = { 'overture.enrollment': target_id, ...signal };
  return { name, kind: 'producer', of: { enrollment: target_id }, attributes };
}

async function send({ workflows, clock, onError }: SenderDeps, row: OutboxRow): Promise<'delivered' | 'gone'> {
  const found = row.found_by === null ? {} : { found_by: row.found_by };
  switch (row.kind) {
    case 'start_enrollment':
      // The enrollment was erased: nothing to start.
      if (row.digest === null) return 'delivered';
      if (isRestart(row.payload)) {
        const { again, state, run = 1 } = row.payload;
        const start = { enrollment_id: row.target_id, clock: clock.setting(), run, ...(state ? { state } : {}) };
        await workflows.restartEnrollment?.({ ...start, ...found, digest: row.digest, again });
        return 'delivered';
      }
      await workflows.startEnrollment({
        ...{ enrollment_id: row.target_id, digest: row.digest, clock: clock.setting(), ...found },
      });
      return 'delivered';
    case 'start_campaign':
      await workflows.startCampaign(
        row.target_id,
        typeof row.payload.run === 'number' ? row.payload.run : 1,
        found.found_by,
      );
      return 'delivered';
    case 'signal_enrollment':
      // The walk would drop a signal that is no event; kept here, it would block every later signal of this enrollment.
      if (!isEnrollmentEvent(row.payload)) {
        onError(new Error('dropped a signal in the outbox that is not an event'), row);
        return 'delivered';
      }
      return workflows.signalEnrollment(row.target_id, row.payload);
    case 'move_enrollment':
      if (!isMoveEvent(row.payload)) {
        onError(new Error('dropped a row in the outbox that is not a move'), row);
        return 'delivered';
      }
      return workflows.moveEnrollment(row.target_id, row.payload);
    default:
      return unreachable(row.kind);
  }
}

/** Whether a start continues an enrollment: the transaction that opened it again wrote such a payload. Without a state it begins at the beginning. */
const isRestart = (
  payload: OutboxRow['payload'],
): payload is { again: string; state?: EnrollmentState; run?: number } => typeof payload.again === 'string';

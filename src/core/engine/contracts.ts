import type { Binding } from '../../language/plan/binding.ts';
import type { Plan } from '../../language/plan/plan.ts';
import type { ClockSetting } from '../../shared/kit/clock.ts';
import type { PerformRequest, PerformResult, WaitKind } from './perform.ts';
import type { Progress } from './progress.ts';
import type { EnrollmentEvent, EnrollmentState } from './state.ts';

/** Names and payload types that cross between client, workflow and activities. */
export const TASK_QUEUE = 'overture';
export const ENROLLMENT_WORKFLOW = 'enrollment';
export const CAMPAIGN_WORKFLOW = 'campaign';
/** Carries an `EnrollmentEvent`. */
export const EVENT_SIGNAL = 'event';
/** Carries a `ClockSetting`: the clock of virtual time was moved or sped up. */
export const CLOCK_SIGNAL = 'clock';
/** Carries a `MoveEvent` and, as an argument of its own for the payload codec, the plan that it moves to. */
export const MOVE_SIGNAL = 'move';

export const enrollmentWorkflowId = (enrollmentId: string): string => `enr:${enrollmentId}`;
export const campaignWorkflowId = (campaignId: string, run = 1): string =>
  run === 1 ? `cmp:${campaignId}` : `cmp:${campaignId}:${run}`;

/** The payload codec turns `PlanReference` into `ResolvedPlan` on decode, and back on encode. */
export interface PlanReference {
  readonly overture_plan: string;
}
export interface ResolvedPlan extends PlanReference {
  readonly plan: Plan;
}

/** First argument of the enrollment workflow; the second is the plan. */
export interface EnrollmentStart {
  readonly enrollment_id: string;
  readonly clock: ClockSetting;
  /** Set when continued as new. */
  readonly state?: EnrollmentState;
  /** Runs of it before this one: it continued as new, or was begun again. Absent: 0. */
  readonly run?: number;
  /** The schema of this shape; the state has its own. Absent: 0. */
  readonly schema?: number;
}

/** The position of the walk, as the API shows it. */
export interface StatusSnapshot {
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  /** The plan that the walk has; an enrollment that was moved already stands elsewhere by now. Absent: it was never asked. */
  readonly digest?: string;
  /** Absent in what older versions send: it is written whatever was written before. */
  readonly progress?: Progress;
  /** The walk itself, to be kept beside it, and the run of Temporal that it is in. Absent: from an older version. */
  readonly walk?: EnrollmentState;
  readonly run_id?: string;
  /** The workflow's own wall time: no event of its history up to `progress` is later. Absent: from an older version. */
  readonly wall_now?: number;
  /** The walk ends because somebody cancelled its workflow. */
  readonly cancelled?: true;
  readonly standing:
    | {
        readonly status: 'active' | 'paused' | 'needs_person';
        readonly kind: WaitKind;
        readonly text: string;
        readonly until: number | null;
        readonly binding?: Binding;
      }
    | { readonly status: 'finished'; readonly outcome: string };
}

export interface CampaignStart {
  readonly campaign_id: string;
  /** Set when continued as new. */
  readonly offset?: number;
  /** Absent: 0. */
  readonly schema?: number;
}

export interface ImportPage {
  readonly campaign_id: string;
  readonly offset: number;
  /** Somebody cancelled its workflow: nothing more is read. */
  readonly cancelled?: true;
}
export interface ImportedPage {
  /** Null: the source is exhausted. */
  readonly next_offset: number | null;
}

/** With the walk, the step writes where the walk stands after it. Absent in what older versions ask: the walk writes it itself. */
export interface StepRequest extends PerformRequest {
  readonly walk?: EnrollmentState;
  readonly progress?: Progress;
  /** The walk knows by its inputs what is left for it to tell. Absent: an older one, which says itself where it stands. */
  readonly by_inputs?: true;
  /** As Temporal names the run that the walk is in. */
  readonly run_id?: string;
  /** The workflow's own wall time: no event of its history up to `progress` is later. Absent: from an older version. */
  readonly wall_now?: number;
}

/**
 * The position of this very walk after the result was written beside it; Postgres decides, so an end that is written is
 * the end.
 */
interface WrittenSnapshot {
  /** Virtual time at which the walk took the result. */
  readonly at: number;
  /** Told to walks of older versions only: see `foreseenBefore`. */
  readonly print?: string;
  readonly ended?: string;
}

export type StepAnswer = PerformResult & {
  readonly settled?: WrittenSnapshot;
  /** The clock of virtual time, for a walk that goes by a faster one. */
  readonly clock?: ClockSetting;
};

/** The activities, as the workflows see them. */
export interface Activities {
  /** One step of one enrollment, idempotent per intent key. */
  perform(request: StepRequest): Promise<StepAnswer>;
  /** Writes where the walk stands; on `finished` it frees the booked slots. Idempotent. */
  settle(snapshot: StatusSnapshot): Promise<void>;
  /** Reads one page of a campaign's source and enrolls it. Idempotent. */
  importPage(page: ImportPage): Promise<ImportedPage>;
}

export type { EnrollmentEvent, EnrollmentState, PerformRequest, PerformResult };

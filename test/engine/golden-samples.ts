import type { CampaignStart, EnrollmentStart } from '../../src/core/engine/contracts.ts';
import type { MoveEvent } from '../../src/core/engine/move.ts';
import {
  CAMPAIGN_START,
  ENROLLMENT_EVENT,
  ENROLLMENT_START,
  ENROLLMENT_STATE,
  MOVE_EVENT,
} from '../../src/core/engine/schema/chains.ts';
import { type Chain, stamped } from '../../src/core/engine/schema/up-to-date.ts';
import type { EnrollmentEvent, EnrollmentState, Phase } from '../../src/core/engine/state.ts';

/** Every field there is, also those that may be absent: a new one does not compile until it stands here. */
type Whole<Shape> = Shape extends readonly (infer Item)[]
  ? readonly Item[]
  : Shape extends object
    ? { readonly [field in keyof Shape]-?: Whole<Shape[field]> }
    : Shape;

/** One of each kind of a union, so that a new kind does not compile either. */
type EachOf<Union extends object, Tag extends keyof Union> = {
  readonly [kind in Union[Tag] & string]: Whole<Extract<Union, { readonly [tag in Tag]: kind }>>;
};

const id = 'evt_1';
const visit = { id, node: 'invite', visit: 2 };

const events: EachOf<Exclude<EnrollmentEvent, { type: 'skip' | 'retry' }>, 'type'> & {
  readonly skip: EnrollmentEvent;
  readonly retry: EnrollmentEvent;
} = {
  accepted_invitation: { id, type: 'accepted_invitation' },
  reply: { id, type: 'reply' },
  labeled: { id, type: 'labeled' },
  unlabeled: { id, type: 'unlabeled' },
  refused: { id, type: 'refused' },
  unsubscribed: { id, type: 'unsubscribed' },
  bounced: { id, type: 'bounced' },
  company_reply: { id, type: 'company_reply' },
  stop: { id, type: 'stop' },
  pause: { id, type: 'pause' },
  resume: { id, type: 'resume' },
  nudge: { id, type: 'nudge' },
  decided: { id, type: 'decided', task_id: 'tsk_1', decision: 'approve' },
  skip: { ...visit, type: 'skip' },
  retry: { ...visit, type: 'retry' },
  reschedule: { ...visit, type: 'reschedule', until: 1_767_225_600_000 },
};

const binding = {
  constraint: 'day',
  text: 'the cap of the day',
  limit_class: 'invite',
} as const;

const phases: { readonly [kind in Phase['is']]: Whole<Omit<Extract<Phase, { is: kind }>, 'binding'>> } = {
  new: { is: 'new' },
  performing: { is: 'performing', attempt: 1, deadline: 1_767_225_600_000 },
  deferred: {
    ...{ is: 'deferred', until: 1_767_225_600_000, kind: 'slot', text: 'its place', attempt: 2 },
    deadline: 1_767_225_600_000,
  },
  timer: { is: 'timer', until: 1_767_225_600_000, text: 'Waits 2 days' },
  awaiting: { is: 'awaiting', until: 1_767_225_600_000 },
  person: {
    is: 'person',
    task_id: 'tsk_1',
    text: 'Was it sent?',
    asks: 'task',
    until: 1_767_225_600_000,
    attempt: 1,
  },
  finished: { is: 'finished', outcome: 'replied' },
};

const state: Whole<Omit<EnrollmentState, 'phase' | 'told'>> = {
  enrollment_id: 'enr_1',
  node: 'invite',
  visit: 2,
  tries: 1,
  entered_at: 1_767_139_200_000,
  facts: { connected: true, invited: true, replied: false },
  paused: false,
  visits: { visit: 1, invite: 2 },
  seen: ['evt_0'],
  awaited_replies: ['evt_0'],
  reply_taken: true,
  labeled: true,
  rounds: { again: 1 },
  stopping: 'replied',
  nudged: true,
  decided: { task_id: 'tsk_1', decision: 'sent' },
  looks_back: true,
};

const start: Whole<Omit<EnrollmentStart, 'state' | 'schema'>> = {
  enrollment_id: 'enr_1',
  clock: { wall_origin: 1_767_139_200_000, world_origin: 1_767_139_200_000, speed: 4320 },
  run: 1,
};

const move: Whole<MoveEvent> = {
  id: 'change/chg_1',
  digest: 'sha256:1',
  node: 'bump',
  places: { last: { node: 'end', goes_on: false } },
  repeats: { again: 'anew' },
};

const campaign: Whole<Omit<CampaignStart, 'schema'>> = { campaign_id: 'cmp_1', offset: 100 };

interface Golden {
  /** The file: `<name>-<schema>.json`. */
  readonly name: string;
  readonly chain: Chain;
  readonly samples: readonly object[];
}

const golden = (name: string, chain: Chain, samples: readonly object[]): Golden => ({
  name,
  chain,
  samples: samples.map((sample) => stamped(chain, sample)),
});

/** The inputs as they are written today, each whole. */
export const GOLDEN: readonly Golden[] = [
  golden('enrollment-start', ENROLLMENT_START, [start]),
  golden(
    'enrollment-state',
    ENROLLMENT_STATE,
    Object.values(phases).map((phase) => ({
      ...state,
      phase: phase.is === 'deferred' ? { ...phase, binding } : phase,
      told: events.reschedule,
    })),
  ),
  golden('enrollment-event', ENROLLMENT_EVENT, Object.values(events)),
  golden('move-event', MOVE_EVENT, [move]),
  golden('campaign-start', CAMPAIGN_START, [campaign]),
];

import { withDefaults } from '../../../language/plan/declared-value.ts';
import type { LeadFields, Vars } from '../../../language/plan/lead.ts';
import type { Node } from '../../../language/plan/node.ts';
import { channelOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { initialState } from '../../engine/initial-state.ts';
import type { PerformRequest } from '../../engine/perform.ts';
import type { EngineCommand, EnrollmentState } from '../../engine/state.ts';
import type { Senders, SimulatedEnrollment, TimelineLine, WithoutInMail } from './walk-input.ts';

export interface Relation {
  readonly connected: boolean;
  /** 0: unknown. */
  readonly degree: number;
}

const STRANGERS: Relation = { connected: false, degree: 0 };
export const CONNECTED: Relation = { connected: true, degree: 1 };
const NOBODY: ReadonlyMap<string, Relation> = new Map();

/** The facts known of a person, whichever enrollment learned them. */
export interface Person {
  readonly id: string;
  lead: LeadFields;
  /** Enrollments of the person, as positions in the list of all. */
  readonly enrollments: number[];
  /** Relations by sender account. */
  relations: ReadonlyMap<string, Relation>;
  premium: boolean;
  /** When the network was last asked about them, by sender account. */
  readonly verified: Map<string, number>;
  /** On the do-not-contact list. */
  suppressed: boolean;
}

/** One enrollment on its way. */
export interface Walker {
  readonly index: number;
  readonly id: string;
  readonly plan: Plan;
  readonly person: Person;
  readonly senders: Senders;
  readonly started_at: number;
  readonly campaign: string | null;
  readonly weight: number;
  vars: Vars;
  state: EnrollmentState;
  command: EngineCommand;
  /** Counts the times at which it came to rest: a timer that was set before is stale. */
  turn: number;
  invited_at: number | null;
  withdrawn_at: number | null;
  accepted: boolean;
  replied: boolean;
  /** When they first did, also after the end, of which the timeline says nothing. */
  accepted_at: number | null;
  replied_at: number | null;
  /** The label of the answer; empty: none. */
  label: string;
  /** Out of office; sends wait. */
  away_until: number | null;
  last_step: string;
  /** The visit whose text a person approved. */
  approved: string | null;
  /** The visit that waits, or waited, for its slot, and since when; null: none has. */
  queued: { readonly step: string; readonly since: number } | null;
  /** The visit of the wait that was told of last. */
  rested: string | null;
  readonly timeline: TimelineLine[];
  finished_at: number | null;
  continued_as: string | null;
  /** An InMail for which none was left; the last of them. */
  without_inmail: WithoutInMail | null;
  /** The sequence's rules let nobody like this person in. */
  refused: boolean;
}

/** The invitation, or any earlier link, has made them connected. */
export function isConnected({ accepted, person, senders }: Walker): boolean {
  return accepted || (senders.professional !== undefined && relationOf(person, senders.professional).connected);
}

export const isPending = ({ invited_at, withdrawn_at }: Walker): boolean =>
  invited_at !== null && withdrawn_at === null;

export function relationOf(person: Person, account: string): Relation {
  return person.relations.get(account) ?? STRANGERS;
}

export function createPerson({ id, lead_id, lead, connected, senders }: SimulatedEnrollment): Person {
  const person: Person = {
    id: lead_id ?? id,
    lead,
    enrollments: [],
    relations: NOBODY,
    premium: false,
    verified: new Map(),
    suppressed: false,
  };
  if (connected && senders.professional !== undefined) relate(person, senders.professional, CONNECTED);
  return person;
}

export function relate(person: Person, account: string, relation: Relation): void {
  person.relations = new Map(person.relations).set(account, relation);
}

export function createWalker(enrollment: SimulatedEnrollment, index: number, person: Person): Walker {
  const { id, plan, senders, starts_at, vars, campaign = null, weight = 1 } = enrollment;
  return {
    index,
    id,
    plan,
    person,
    senders,
    started_at: starts_at,
    campaign,
    weight,
    vars: withDefaults(plan.vars, vars),
    state: initialState(plan, id),
    command: NOT_STARTED,
    turn: 0,
    invited_at: null,
    withdrawn_at: null,
    accepted: false,
    replied: false,
    accepted_at: null,
    replied_at: null,
    label: '',
    without_inmail: null,
    away_until: null,
    last_step: '',
    approved: null,
    queued: null,
    rested: null,
    timeline: [],
    finished_at: null,
    continued_as: null,
    refused: false,
  };
}

const NOT_STARTED: EngineCommand = { do: 'wait', until: null, kind: 'time', text: '', summary: '' };

export function senderOf({ senders }: Walker, node: Node): string | undefined {
  const channel = channelOf(node);
  if (channel !== null) return senders[channel];
  return node.kind === 'enrich' ? (senders.professional ?? senders.email) : undefined;
}

/** Says which visit of a step it is, and whose, to those who answer its call and those who hear how it ended. */
export const visitOf = <N extends Node>({ id, person, vars }: Walker, node: N, visit: number) => ({
  ...{ enrollment_id: id, lead_id: person.id, lead: person.lead, vars },
  ...{ node: node.id, visit, kind: node.kind as N['kind'] },
});

export const stepKey = ({ id }: Walker, { node, visit }: PerformRequest): string => `${id}/${node}/${visit}`;

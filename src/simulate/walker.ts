import type { EngineCommand, EnrollmentState } from '../engine/state.ts';
import type { LeadFields, Vars } from '../plan/lead.ts';
import type { Plan } from '../plan/plan.ts';
import type { Senders, SimulatedEnrollment, TimelineLine } from './world-input.ts';

/** What is known of a person, whichever enrollment learned it. */
export interface Person {
  readonly id: string;
  lead: LeadFields;
  /** Enrollments of the person, as positions in the world's list. */
  readonly enrollments: number[];
  /** By sender account. */
  readonly relations: Map<string, { connected: boolean; degree: number }>;
  premium: boolean;
  away_until: number | null;
}

/** One enrollment on its way. */
export interface Walker {
  readonly index: number;
  readonly id: string;
  readonly plan: Plan;
  readonly person: Person;
  readonly senders: Senders;
  readonly started_at: number;
  vars: Vars;
  state: EnrollmentState;
  command: EngineCommand;
  /** Counts what was settled on: a timer set before is stale. */
  turn: number;
  invited_at: number | null;
  withdrawn_at: number | null;
  accepted: boolean;
  replied: boolean;
  last_step: string;
  /** Visits of steps whose text a person approved. */
  readonly approved: Set<string>;
  /** Visits of waits that were told of. */
  readonly rested: Set<string>;
  readonly timeline: TimelineLine[];
  finished_at: number | null;
  continued_as: string | null;
}

/** The invitation, or any earlier link, has made them connected. */
export function isConnected({ accepted, person, senders }: Walker): boolean {
  return accepted || (senders.professional !== undefined && relationOf(person, senders.professional).connected);
}

export function relationOf(person: Person, account: string): { connected: boolean; degree: number } {
  return person.relations.get(account) ?? { connected: false, degree: 0 };
}

export function createPerson({ id, lead_id, lead, connected, senders }: SimulatedEnrollment): Person {
  const relations = new Map<string, { connected: boolean; degree: number }>();
  if (connected && senders.professional !== undefined)
    relations.set(senders.professional, { connected: true, degree: 1 });
  return { id: lead_id ?? id, lead, enrollments: [], relations, premium: false, away_until: null };
}

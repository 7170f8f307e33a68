import { scheduleZone } from '../../../core/calendar/zone-of.ts';
import { stepWords } from '../../../language/graph/step-words.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { describePause, type PauseRow } from '../../../runtime/store/control/pauses.ts';
import { type EnrollmentRow, shownStatus } from '../../../runtime/store/enrollments/enrollment-row.ts';

export interface EnrollmentView {
  readonly id: string;
  readonly sequence: string;
  readonly version: number;
  readonly status: EnrollmentRow['status'];
  readonly outcome: string | null;
  readonly lead_id: string | null;
  /** Null: the person was erased. */
  readonly lead: LeadView | null;
  readonly campaign_id: string | null;
  readonly node: string | null;
  /** That step in a few words. */
  readonly step: string | null;
  readonly waiting_for: { readonly kind: string; readonly text: string } | null;
  readonly until: Date | null;
  /** The zone of the schedule's hours. */
  readonly timezone: string;
  /** The pause or stop above it: of everything, or of its campaign, sequence or account. */
  readonly hold: Pick<PauseRow, 'scope' | 'target' | 'state'> | null;
  /** The question to a person; the decision goes to `POST /api/tasks/{id}`. */
  readonly task: {
    readonly id: string;
    readonly kind: string;
    readonly text: string;
    readonly assignee: string | null;
    readonly due_at: Date | null;
  } | null;
  readonly senders: Readonly<Record<string, string>>;
  /** When the person first answered: docs/counts.md. */
  readonly replied_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export interface LeadView {
  readonly id: string;
  readonly profile_url: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly headline: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly company: string | null;
  readonly location: string | null;
  readonly timezone: string | null;
  readonly country: string | null;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** `plan`: that of its version. */
export function viewEnrollment(row: EnrollmentRow, plan: Plan): EnrollmentView {
  const held = row.status !== 'finished' && row.hold !== null ? describePause(row.hold) : null;
  const waits = row.status !== 'finished' && (row.waiting_kind !== null || held !== null);
  return {
    id: row.id,
    sequence: row.sequence,
    version: row.version,
    status: shownStatus(row),
    outcome: row.outcome,
    lead_id: row.lead_id,
    lead: row.lead_id === null ? null : viewLead({ ...row, id: row.lead_id, tags: row.tags ?? [] }),
    campaign_id: row.campaign_id,
    node: row.node,
    step: (row.node !== null && stepWords(plan).get(row.node)) || null,
    waiting_for: waits
      ? { kind: held ? 'person' : (row.waiting_kind ?? ''), text: held ?? row.waiting_text ?? '' }
      : null,
    until: waits ? row.until : null,
    timezone: scheduleZone(plan.schedule, { timezone: row.timezone }),
    hold: row.hold && { scope: row.hold.scope, target: row.hold.target, state: row.hold.state },
    task: row.task && { ...row.task, due_at: row.task.due_at === null ? null : new Date(row.task.due_at) },
    senders: row.senders,
    replied_at: row.replied_at,
    created_at: row.created_at,
    finished_at: row.finished_at,
  };
}

/** Without the variables. */
export function viewListedLead(lead: LeadView): Omit<LeadView, 'vars'> {
  const { vars: _, ...listed } = viewLead(lead);
  return listed;
}

/** The same of whoever is enrolled. */
export function viewListedEnrollment(row: EnrollmentRow, plan: Plan) {
  const view = viewEnrollment(row, plan);
  return { ...view, lead: view.lead && viewListedLead(view.lead) };
}

export function viewLead(lead: LeadView): LeadView {
  const { id, profile_url, first_name, last_name, headline, email, phone_number, company } = lead;
  const { location, timezone, country, vars, tags } = lead;
  return {
    ...{ id, profile_url, first_name, last_name, headline, email, phone_number, company },
    ...{ location, timezone, country, vars, tags },
  };
}

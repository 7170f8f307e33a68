import type { Binding } from '../../../language/plan/binding.ts';
import type { PauseRow } from '../control/pauses.ts';

export const ENROLLMENT_STATUSES = ['queued', 'active', 'paused', 'needs_person', 'finished'] as const;
export type EnrollmentStatus = (typeof ENROLLMENT_STATUSES)[number];

/** An enrollment with its person, as lists and the API show it. */
export interface EnrollmentRow {
  readonly id: string;
  readonly sequence: string;
  readonly version: number;
  readonly digest: string;
  readonly lead_id: string | null;
  readonly campaign_id: string | null;
  readonly senders: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly status: EnrollmentStatus;
  readonly outcome: string | null;
  readonly node: string | null;
  readonly waiting_kind: string | null;
  readonly waiting_text: string | null;
  readonly waiting_detail: Binding | null;
  readonly until: Date | null;
  readonly stop_outcome: string | null;
  /** When the person first answered. */
  readonly replied_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
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
  readonly tags: readonly string[] | null;
  /** The open task that asks a person about the enrollment; its date is text. */
  readonly task: OpenTask | null;
  /** The pause or stop above the enrollment; its date is text. */
  readonly hold: (Omit<PauseRow, 'at'> & { readonly at: string }) | null;
}

export interface OpenTask {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly assignee: string | null;
  readonly due_at: string | null;
}

/** The pauses `h` above the enrollment `e`. */
const ABOVE = `(h.scope = 'all' or (h.scope = 'campaign' and h.target = e.campaign_id)
       or (h.scope = 'sequence' and h.target = e.sequence)
       or (h.scope = 'account' and exists (select from jsonb_each_text(e.senders) sender where sender.value = h.target)))`;

/** Whether a pause is above `enrollments e`, unless it has ended. Whether there is any is asked once for all rows: there are seldom any holds. */
export const PAUSED_ABOVE = `(select exists (select from holds where state = 'paused')) and e.status <> 'finished'
   and (select max(h.state) from holds h where ${ABOVE}) = 'paused'`;

/** The status of `enrollments e` as it is shown, filtered by and counted: paused is whoever is so on any level. What was stopped above is on its way to its end. */
export const SHOWN_STATUS = `(case when ${PAUSED_ABOVE} then 'paused' else e.status end)`;

/** The same of a row that was read with its pause. */
export const shownStatus = ({ status, hold }: Pick<EnrollmentRow, 'status' | 'hold'>): EnrollmentStatus =>
  status !== 'finished' && hold?.state === 'paused' ? 'paused' : status;

const TASK = `jsonb_build_object('id', t.id, 'kind', t.kind, 'text', t.text, 'assignee', t.assignee, 'due_at', t.due_at)`;

/** SQL: the columns of queries over `enrollments e left join leads l`. What a mail means is asked once for all sequences that its author is in. */
export const ENROLLMENT_COLUMNS = `e.id, e.sequence, e.version, e.digest, e.lead_id, e.campaign_id, e.senders, e.vars, e.status,
  e.outcome, e.node, e.waiting_kind, e.waiting_text, e.waiting_detail, e.until, e.stop_outcome, e.replied_at,
  e.created_at, e.finished_at, l.profile_url, l.first_name, l.last_name, l.headline, l.email, l.phone_number, l.company, l.location, l.timezone, l.country, l.tags,
  coalesce(
    (select ${TASK} from tasks t where t.enrollment_id = e.id and t.status = 'open' order by t.created_at desc, t.id desc limit 1),
    case when e.unclear_since is not null then (
      select ${TASK} from enrollments o join tasks t on t.enrollment_id = o.id
       where o.lead_id = e.lead_id and t.status = 'open' and t.kind = 'unclear_reply' order by t.created_at desc, t.id desc limit 1) end) as task,
  (select to_jsonb(h) from holds h
    where e.status <> 'finished' and ${ABOVE}
    order by h.state desc, array_position(array['all', 'account', 'campaign', 'sequence'], h.scope), h.target limit 1) as hold`;

export const ENROLLMENT_TABLES = 'enrollments e left join leads l on l.id = e.lead_id';

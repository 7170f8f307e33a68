import type { ChannelName } from '../../../language/plan/plan.ts';
import { waitingOn } from '../accounts/list-waiting.ts';
import { byId, type Listing } from '../listing.ts';
import { SUPPRESSED_LEAD } from '../suppressions/suppressed-lead.ts';
import { SENDS_FROM } from '../within.ts';
import {
  ENROLLMENT_COLUMNS,
  ENROLLMENT_TABLES,
  type EnrollmentRow,
  type EnrollmentStatus,
  SHOWN_STATUS,
} from './enrollment-row.ts';

export interface EnrollmentFilter {
  readonly sequence?: string;
  readonly version?: number;
  /** The status as it is shown: `paused` on whatever level. */
  readonly status?: EnrollmentStatus;
  readonly outcome?: string;
  readonly campaign_id?: string;
  readonly lead_id?: string;
  /** A sender of the enrollment, on whichever channel. */
  readonly account_id?: string;
  /** The account for whose slot their step waits. */
  readonly waiting_on?: string;
  readonly node?: string;
  /** True: only enrollments that have not finished. */
  readonly open?: boolean;
  readonly ids?: readonly string[];
  /** ISO time: those that were there by then. */
  readonly created_by?: string;
  /** A person has stopped it, whether its walk has heard of it or not. */
  readonly stopped?: boolean;
  /** A step of theirs waits without a deadline, behind a pause or a backoff. */
  readonly held?: boolean;
  /** The same, or with a deadline, behind what puts its account off. */
  readonly put_off?: boolean;
  /** The person has answered. */
  readonly replied?: boolean;
  /** Arm of a split that the enrollment has passed. */
  readonly arm?: string;
  /** The person is one of these. */
  readonly lead_ids?: readonly string[];
  /** A conversation of the person has it; `none`: one without. As people are filtered. */
  readonly label?: string;
  /** The person has this tag. */
  readonly tag?: string;
  /** The person is on the do-not-contact list by whatever name. */
  readonly suppressed?: boolean;
  /** One of its senders is among these. */
  readonly within?: readonly string[];
}

const CHANNELS: readonly ChannelName[] = ['professional', 'email', 'messenger'];

const CONDITIONS: Readonly<Record<keyof EnrollmentFilter, (place: string, value: unknown) => string>> = {
  sequence: (place) => `e.sequence = ${place}`,
  version: (place) => `e.version = ${place}`,
  status: (place) => `${SHOWN_STATUS} = ${place}`,
  outcome: (place) => `e.outcome = ${place}`,
  campaign_id: (place) => `e.campaign_id = ${place}`,
  // The id of a merged lead finds the enrollments of the survivor, too; its own follow when they have ended.
  lead_id: (place) => `e.lead_id in (${place}, (select merged_into from leads where id = ${place}))`,
  account_id: (place) => `(${CHANNELS.map((channel) => `e.senders ->> '${channel}' = ${place}`).join(' or ')})`,
  waiting_on: (place) => `e.id in (${waitingOn(place)})`,
  node: (place) => `e.node = ${place}`,
  open: (place) => `(e.status <> 'finished') = ${place}`,
  ids: (place) => `e.id = any(${place})`,
  created_by: (place) => `e.created_at <= ${place}`,
  stopped: (place) => `(e.stop_outcome is not distinct from 'stopped') = ${place}`,
  held: (place) => `e.held = ${place}`,
  put_off: (place) => `(e.held or e.waiting_kind is not distinct from 'account') = ${place}`,
  // In the words of the index of those who have.
  replied: (place, value) =>
    value === true
      ? `(e.replied_at is not null and ${place}::boolean)`
      : `(e.replied_at is null and not ${place}::boolean)`,
  within: SENDS_FROM,
  lead_ids: (place) => `e.lead_id = any(${place})`,
  label: (place) =>
    `exists (select from conversations c where c.lead_id = e.lead_id and c.merged_into is null and c.label is not distinct from nullif(${place}, 'none'))`,
  tag: (place) => `exists (select from leads l where l.id = e.lead_id and l.tags @> array[${place}::text])`,
  suppressed: (place) => `exists (select from leads l where l.id = e.lead_id and ${SUPPRESSED_LEAD('l')} = ${place})`,
  arm: (place) =>
    `exists (select from timeline t where t.enrollment_id = e.id and t.type = 'branch' and t.detail ->> 'arm' = ${place})`,
};

/** The `where` of a filter over `enrollments e`; `true` when nothing is filtered. `before`: values that stand before its own. */
export function enrollmentConditions(filter: EnrollmentFilter, before = 0): { text: string; values: unknown[] } {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const values = given.map(([, value]) => value);
  const text = given
    .map(([name, value], index) => CONDITIONS[name as keyof EnrollmentFilter](`$${before + index + 1}`, value))
    .join(' and ');
  return { text: text === '' ? 'true' : text, values };
}

/** Those that fit the filter. Without `vars` those are not read: each row may have 32 KiB of them. */
export function enrollmentListing(filter: EnrollmentFilter, { vars = true } = {}): Listing<EnrollmentRow> {
  const { text: where, values } = enrollmentConditions(filter);
  return {
    ...{
      columns: vars ? ENROLLMENT_COLUMNS : ENROLLMENT_COLUMNS.replace('e.vars', `'{}'::jsonb as vars`),
      tables: ENROLLMENT_TABLES,
      where,
      values,
    },
    orders: { created_at: byId('e.id') },
    usual: '-created_at',
  };
}

import type { ChannelName } from '../../../language/plan/plan.ts';
import { FOR_ITS_VALUES } from '../../../shared/postgres/statements.ts';
import { waitingOn } from '../accounts/list-waiting.ts';
import { hasTag } from '../leads/has-tag.ts';
import { isSuppressed } from '../suppressions/suppressed-lead.ts';
import { SENDS_FROM } from '../within.ts';
import { ENROLLMENT_STATUSES, type EnrollmentStatus, PAUSED_ABOVE, SHOWN_STATUS } from './enrollment-row.ts';

export interface EnrollmentFilter {
  readonly sequence?: string;
  readonly version?: number;
  /** The status as it is shown: `paused` on whatever level. */
  readonly status?: EnrollmentStatus;
  /** Beside the status `paused`: targets of all the pauses that there are. */
  readonly paused_by?: readonly string[];
  readonly outcome?: string;
  readonly campaign_id?: string;
  readonly lead_id?: string;
  /** A sender of the enrollment, on whichever channel. */
  readonly account_id?: string;
  /** The sender on this channel. */
  readonly professional?: string;
  readonly email?: string;
  readonly messenger?: string;
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
const sends = (channel: ChannelName, place: string): string => `e.senders ->> '${channel}' = ${place}`;

const isOneOf = (targets: string): string =>
  ['e.campaign_id', 'e.sequence', ...CHANNELS.map((channel) => `e.senders ->> '${channel}'`)]
    .map((column) => `${column} = any(${targets})`)
    .join(' or ');

type Condition = (place: string, value: unknown, alone: boolean) => string;

const CONDITIONS: Readonly<Record<keyof EnrollmentFilter, Condition>> = {
  sequence: (place) => `e.sequence = ${place}`,
  version: (place) => `e.version = ${place}`,
  status: hasStatus,
  // No target is of two kinds but by chance, and the status is asked for as well.
  paused_by: (place) => `${FOR_ITS_VALUES} e.status <> 'finished' and (e.status = 'paused' or ${isOneOf(place)})`,
  outcome: (place) => `e.outcome = ${place}`,
  campaign_id: (place) => `e.campaign_id = ${place}`,
  // The id of a merged lead finds the enrollments of the survivor, too; its own follow when they have ended.
  lead_id: (place) => `e.lead_id in (${place}, (select merged_into from leads where id = ${place}))`,
  account_id: (place) => `(${CHANNELS.map((channel) => sends(channel, place)).join(' or ')})`,
  professional: (place) => sends('professional', place),
  email: (place) => sends('email', place),
  messenger: (place) => sends('messenger', place),
  waiting_on: (place) => `e.id in (${waitingOn(place)})`,
  // Whoever is at a step is under way, or has ended there: in the words of the index of each.
  node: (place) =>
    `(e.node = ${place} and e.status <> 'finished' and (e.started_at is not null or e.status <> 'queued')
      or e.node = ${place} and e.status = 'finished')`,
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
  tag: (place) => `exists (select from leads l where l.id = e.lead_id and ${hasTag('l', place)})`,
  suppressed: (place, value) => isSuppressed('e.lead_id', place, value),
  arm: (place, _, alone) => {
    const took = `exists (select from timeline t where t.enrollment_id = e.id and ${tookArm(place)})`;
    // A value of its own is joined with nothing.
    return alone ? `(select ${took})` : took;
  },
};

/** SQL: whether a line `t` says that somebody took the arm. */
export const tookArm = (place: string): string => `t.type = 'branch' and t.detail ->> 'arm' = ${place}`;

/** A status other than `paused` is that of the row, where it is found in an index, but for whoever is paused on whatever level. */
function hasStatus(place: string, value: unknown): string {
  if (value === 'paused' || !ENROLLMENT_STATUSES.some((status) => status === value))
    return `${SHOWN_STATUS} = ${place}`;
  return `(e.status = '${value}' and ${place}::text is not null and (${PAUSED_ABOVE}) is not true)`;
}

/**
 * The `where` of a filter over `enrollments e`; `true` when nothing is filtered. `before`: values that stand before its own. `alone`: lines are looked up for each that fits all else; otherwise
 * Postgres may read all lines first.
 */
export function enrollmentConditions(
  filter: EnrollmentFilter,
  before = 0,
  alone = false,
): { text: string; values: unknown[] } {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const values = given.map(([, value]) => value);
  const text = given
    .map(([name, value], index) => CONDITIONS[name as keyof EnrollmentFilter](`$${before + index + 1}`, value, alone))
    .join(' and ');
  return { text: text === '' ? 'true' : text, values };
}

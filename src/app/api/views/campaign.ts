import { type CampaignCounts, countCampaign, NOBODY } from '../../../runtime/store/campaigns/count-campaign.ts';
import {
  type CampaignActions,
  countCampaignActions,
  NO_ACTIONS,
} from '../../../runtime/store/campaigns/count-campaign-actions.ts';
import { OPTED_OUT } from '../../../runtime/store/campaigns/opt-outs.ts';
import type { CampaignRow, ShownCampaignStatus } from '../../../runtime/store/campaigns/read-campaign.ts';
import { findPause } from '../../../runtime/store/control/pauses.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type FollowView, viewFollow } from './follow.ts';

export interface CampaignView {
  readonly id: string;
  readonly name: string;
  readonly status: ShownCampaignStatus;
  /** Why and since when, and whether by its circuit breaker. Its source is read on meanwhile, for rows cost nothing; nobody of it begins. */
  readonly paused: { readonly note: string | null; readonly at: Date; readonly by_itself: boolean } | null;
  /** For good: its rows that are still to come are refused. */
  readonly stopped: { readonly note: string | null; readonly at: Date } | null;
  readonly error: string | null;
  readonly sequence: string;
  readonly version: number;
  readonly weight: number;
  readonly source: Readonly<Record<string, unknown>>;
  /** Accounts to send from, in place of those that the sequence names; by channel. */
  readonly senders: Record<string, string[]>;
  /** True where what the source says otherwise of people in the sequence is taken. */
  readonly update: boolean;
  readonly follow: FollowView | null;
  /** `rows` are those of the source; `pending` of them were not looked at yet. */
  readonly counts: Omit<CampaignCounts, 'by_status'> &
    CampaignCounts['by_status'] & { readonly actions: CampaignActions };
  /** The people whom its list says itself not to contact: how many were put on the do-not-contact list. Null: it says it of nobody. */
  readonly opt_outs: OptOuts | null;
  /** How far its import is, while that goes on. */
  readonly progress: ImportProgress | null;
  readonly created_at: Date;
}

interface OptOuts {
  readonly added: number;
  readonly present: number;
  readonly nameless: number;
  /** Those of them who are still to be put there. */
  readonly pending: number;
}

interface ImportProgress {
  /** Rows that were looked at, of `counts.rows`. */
  readonly done: number;
  readonly per_second: number | null;
  readonly seconds_left: number | null;
}

/** A rate that was said so long ago, wall milliseconds, says nothing any more: whoever imported is away. */
const RATE_HOLDS = MINUTE;

/**
 * A campaign with where its people are, what was done, and who was not enrolled. Nothing is counted for what is not among `fields`, which others see
 * nothing of.
 */
export async function viewCampaign(
  db: Queryable,
  row: CampaignRow,
  fields: readonly string[] = ['status', 'counts'],
): Promise<CampaignView> {
  const shows = (...names: readonly string[]) => names.some((name) => fields.includes(name));
  const [counts, actions, hold, follow] = await Promise.all([
    shows('status', 'counts', 'progress', 'opt_outs') ? countCampaign(db, row.id) : NOBODY,
    shows('counts') ? countCampaignActions(db, row) : NO_ACTIONS,
    findPause(db, 'campaign', row.id),
    viewFollow(db, row),
  ]);
  const { enrolled, by_status, outcomes, steps, refused, rows, pending, duplicates } = counts;
  const { id, name, error, sequence, version, weight, source, updates: update, created_at } = row;
  const senders = Object.fromEntries(Object.entries(row.senders).map(([channel, ids]) => [channel, [...ids]]));
  const paused = hold?.state === 'paused' ? { note: hold.note, at: hold.at, by_itself: hold.by_itself } : null;
  const stopped = hold?.state === 'stopped' ? { note: hold.note, at: hold.at } : null;
  const isOver = by_status.finished === enrolled && pending === 0 && (follow === null || follow.ended !== null);
  const unpaused = row.status === 'running' && isOver ? 'finished' : row.status;
  const status = paused !== null && row.status !== 'failed' ? 'paused' : unpaused;
  return {
    ...{ id, name, status, paused, stopped, error, sequence, version, weight, source, senders, update, follow },
    counts: { enrolled, ...by_status, outcomes, steps, actions, refused, rows, pending, duplicates },
    opt_outs: optOutsOf(row, counts),
    progress: row.status === 'importing' ? progressOf(row, counts) : null,
    created_at,
  };
}

function optOutsOf(row: CampaignRow, { refused }: CampaignCounts): OptOuts | null {
  const all = refused[OPTED_OUT] ?? 0;
  const { opt_outs_after, opt_outs_added: added, opt_outs_present: present, opt_outs_nameless: nameless } = row;
  const looked = added + present + nameless;
  if (opt_outs_after === null && looked === 0) return null;
  return { added, present, nameless, pending: opt_outs_after === null ? 0 : Math.max(0, all - looked) };
}

/** When it ends is not known where further rows are still to be read, or nobody imports at this moment. */
function progressOf(row: CampaignRow, { rows, pending }: CampaignCounts): ImportProgress {
  const { import_rate, wall_rated_at, next_offset } = row;
  const holds = wall_rated_at !== null && Date.now() - wall_rated_at.getTime() < RATE_HOLDS;
  const per_second = holds && import_rate !== null && import_rate > 0 ? import_rate : null;
  const seconds_left = per_second === null || next_offset !== null ? null : Math.ceil(pending / per_second);
  return { done: rows - pending, per_second, seconds_left };
}

import type { ResultOf } from '../../api-client/asked.ts';

/** Milliseconds. */
export const WEEK = 7 * 86_400_000;

type Forecast = Pick<
  ResultOf<'getCapacity'>['campaigns'][number],
  'campaign_id' | 'name' | 'waiting' | 'forecast_finished_at'
>;

interface CampaignEnd {
  readonly campaign_id: string;
  readonly name: string;
  /** The day of its last send, in the zone of the account that sends it. */
  readonly day: string;
  /** People who have no slot yet, on the account where most are. */
  readonly left: number;
}

/** The campaigns that have their last send until then, the soonest first: each ends with the account on which it takes longest. */
export function endsWithin(of: readonly Forecast[], until: number): CampaignEnd[] {
  const ends = new Map<string, Omit<CampaignEnd, 'day'> & { readonly day: string | null }>();
  for (const { campaign_id, name, waiting, forecast_finished_at: day } of of) {
    if (campaign_id === null) continue;
    const before = ends.get(campaign_id);
    const last =
      before === undefined ? day : before.day === null || day === null ? null : before.day > day ? before.day : day;
    ends.set(campaign_id, { campaign_id, name, day: last, left: Math.max(before?.left ?? 0, waiting) });
  }
  return [...ends.values()]
    .flatMap((end) => (end.day !== null && Date.parse(end.day) <= until ? [{ ...end, day: end.day }] : []))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

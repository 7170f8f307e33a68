import { groupOf } from '../../core/calendar/account-calendar.ts';
import { type CapacityDay, capacityOf, capacityWeek, type SlotCount } from '../../core/calendar/capacity.ts';
import { type Demand, forecast } from '../../core/calendar/forecast.ts';
import { isLimitClass } from '../../language/plan/limit-class.ts';
import { channelOf, isSendClass, limitClassOf } from '../../language/plan/node-traits.ts';
import type { ChannelName, LimitClass, Plan } from '../../language/plan/plan.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { findAccount } from '../store/accounts/find-account.ts';
import { findSendingPlans } from '../store/sequences/find-sending-plans.ts';
import { countSlots } from '../store/slots/count-slots.ts';
import { listCampaignAccounts, listWaitingGroups, type WaitingGroup } from '../store/slots/list-waiting-groups.ts';
import { rulesOf } from './account-rules.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { type InMails, readInMails } from './read-inmails.ts';

/** The part of an account's capacity that a campaign, or a sequence whose people were enrolled by themselves, still needs. */
export interface CampaignForecast {
  readonly campaign_id: string | null;
  readonly sequence: string;
  readonly name: string;
  readonly weight: number;
  /** People who have not had a slot of the account yet. */
  readonly waiting: number;
  /** Slots booked for it. */
  readonly booked: number;
  /** The day on which the last of them has had its limited steps, in the account's zone; null: later than the forecast reaches. */
  readonly forecast_finished_at: string | null;
}

export interface Capacity {
  /** The account's, in which its days are counted. */
  readonly timezone: string;
  readonly days: readonly CapacityDay[];
  /** InMails of the account's seat, which limit it beside all caps; null: not known, or it has no seat. */
  readonly inmails: InMails | null;
  readonly campaigns: readonly CampaignForecast[];
}

type ForecastDeps = Pick<CalendarDeps, 'clock' | 'profiles' | 'findPlan'> & { readonly db: Queryable };

/** How far a forecast looks. */
const FORECAST_DAYS = 366;

const CLASSES = {
  professional: ['visit', 'invite', 'message', 'inmail'],
  messenger: ['message'],
  email: ['email'],
} as const satisfies Record<ChannelName, readonly LimitClass[]>;

/** Reads how much an account may still send, day by day, and forecasts when each campaign that shares it has sent its last step. */
export async function readCapacity(deps: ForecastDeps, row: AccountRow, days: number): Promise<Capacity> {
  const { db, clock } = deps;
  const now = clock.now();
  const plans = await findSendingPlans(db, row.id);
  const warmUp = plans.find(({ warm_up }) => warm_up)?.warm_up;
  const account = await rulesOf(deps, db, row, warmUp ? { warm_up: warmUp } : {});
  const counts = (await countSlots(db, row.id, capacityWeek(account, now))).flatMap(countOf);
  const withCredits = plans.some(({ limits }) => limits.credits !== undefined);
  const classes = [...CLASSES[row.platform], ...(withCredits ? (['credits'] as const) : [])];
  const groups = await listWaitingGroups(db, row.id);
  const seen = groups.length === 0 ? days : Math.max(days, FORECAST_DAYS);
  const all = capacityOf({ account, plans, classes, counts, from: now, days: seen });
  const inmails = await readInMails(db, row, account.profile, now);
  return {
    timezone: account.zone,
    days: all.slice(0, days),
    inmails,
    campaigns: await forecastGroups(deps, row, groups, all),
  };
}

/** When a campaign comes to its end, over all accounts that it uses; null: it needs none any more, or longer than can be told. */
export async function forecastCampaign(deps: ForecastDeps, campaignId: string): Promise<string | null> {
  let last: string | null = null;
  for (const id of await listCampaignAccounts(deps.db, campaignId)) {
    const account = await findAccount(deps.db, id);
    if (!account) continue;
    const { campaigns } = await readCapacity(deps, account, 1);
    const own = campaigns.filter(({ campaign_id }) => campaign_id === campaignId);
    if (own.some(({ forecast_finished_at }) => forecast_finished_at === null)) return null;
    for (const { forecast_finished_at: day } of own) if (day !== null && (last === null || day > last)) last = day;
  }
  return last;
}

async function forecastGroups(
  deps: ForecastDeps,
  row: AccountRow,
  parts: readonly WaitingGroup[],
  days: readonly CapacityDay[],
): Promise<CampaignForecast[]> {
  const demands: Demand[] = [];
  const groups = new Map<string, CampaignForecast & { readonly last: string | null }>();
  for (const part of parts) {
    const { campaign_id, sequence, name, weight, waiting } = part;
    const group = groupOf({ campaign: campaign_id, sequence });
    const booked = Object.values(part.booked).reduce((sum, count) => sum + count, 0);
    const before = groups.get(group);
    groups.set(group, {
      ...{ campaign_id, sequence, name, weight },
      waiting: waiting + (before?.waiting ?? 0),
      booked: booked + (before?.booked ?? 0),
      forecast_finished_at: null,
      last: latest(before?.last ?? null, part.last_booked_on),
    });
    const plan = await deps.findPlan(part.digest, deps.db);
    demands.push({ group, weight, steps: stepsOf(plan, row, part, days[0]) });
  }
  const ends = forecast(days, merged(demands));
  return [...groups].map(([group, { last, ...part }]) => {
    const end = ends.get(group) ?? null;
    return { ...part, forecast_finished_at: end === null ? null : latest(end, last) };
  });
}

/** Each limited step of the plan once for everybody who waits, less what is booked: who leaves early makes it sooner. */
function stepsOf(
  plan: Plan,
  { platform }: AccountRow,
  { waiting, booked }: WaitingGroup,
  today: CapacityDay | undefined,
): Demand['steps'] {
  const counts = new Map<LimitClass, number>();
  for (const node of Object.values(plan.nodes)) {
    const limitClass = limitClassOf(node);
    if (limitClass === null || limitClass === 'credits' || channelOf(node) !== platform) continue;
    if (isSendClass(limitClass) || plan.limits[limitClass]) counts.set(limitClass, (counts.get(limitClass) ?? 0) + 1);
  }
  // When no InMail is left, the others take `else`, unless the step waits for new ones.
  const waits = Object.values(plan.nodes).some((node) => node.kind === 'inmail' && node.when_none_left === 'wait');
  const most = (limitClass: LimitClass): number =>
    limitClass === 'inmail' && !waits ? (today?.classes.inmail?.left ?? Infinity) : Infinity;
  const steps = [...counts].map(([limitClass, count]) => [
    limitClass,
    Math.min(most(limitClass), Math.max(0, waiting * count - (booked[limitClass] ?? 0))),
  ]);
  return Object.fromEntries(steps);
}

/** One demand for each group, whatever versions its people are in. */
function merged(demands: readonly Demand[]): Demand[] {
  const groups = new Map<string, Demand>();
  for (const demand of demands) {
    const before = groups.get(demand.group);
    const steps: { [limit in LimitClass]?: number } = { ...before?.steps };
    for (const [limitClass, count] of Object.entries(demand.steps)) {
      if (isLimitClass(limitClass)) steps[limitClass] = (steps[limitClass] ?? 0) + count;
    }
    groups.set(demand.group, { ...demand, steps });
  }
  return [...groups.values()];
}

const latest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

function countOf({ limit_class, ...count }: { limit_class: string } & Omit<SlotCount, 'limit_class'>): SlotCount[] {
  return isLimitClass(limit_class) ? [{ ...count, limit_class }] : [];
}

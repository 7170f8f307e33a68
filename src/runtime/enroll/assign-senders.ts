import { chooseSender } from '../../language/plan/choose-sender.ts';
import { channelOf } from '../../language/plan/node-traits.ts';
import type { ChannelName, Plan } from '../../language/plan/plan.ts';
import type { ShapeProblem } from '../../shared/kit/check-shape.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { type RefusalCode, type Refused, refused } from './refused.ts';

export type Senders = { readonly [channel in ChannelName]?: string };
export type GivenSenders = { readonly [channel in ChannelName]?: string | readonly string[] | undefined };

const CHANNELS: readonly ChannelName[] = ['professional', 'messenger', 'email'];

export interface PoolChoice {
  readonly plan: Plan;
  readonly accounts: readonly Pick<AccountRow, 'id' | 'platform'>[];
  readonly given: GivenSenders;
  /** The account whose candidates are enrolled. */
  readonly campaign_account: string | null;
}

export interface SenderChoice extends PoolChoice {
  readonly lead_id: string;
}

/** Accounts by channel, as somebody chose them. */
export type GivenPools = { readonly [channel in ChannelName]?: readonly string[] | undefined };
export type Pools = { readonly [channel in ChannelName]?: readonly string[] };

/** Chooses one account of the pool of each channel that the plan uses. */
export function assignSenders(choice: SenderChoice): { kind: 'senders'; senders: Senders } | Refused {
  const found = findPools(choice);
  return found.kind === 'refused' ? found : sendersIn(found.pools, choice.lead_id);
}

export function sendersIn(pools: Pools, leadId: string): { kind: 'senders'; senders: Senders } {
  const senders = Object.entries(pools).map(([channel, pool]) => [channel, chooseSender(pool, leadId)]);
  return { kind: 'senders', senders: Object.fromEntries(senders) };
}

/**
 * The accounts among which people are divided, for each channel that the plan uses: those that are given, else the plan's pool, else the
 * campaign's account, else the only one there is.
 */
export function findPools(choice: PoolChoice): { kind: 'pools'; pools: Pools } | Refused {
  const used = new Set(Object.values(choice.plan.nodes).map(channelOf));
  const pools: [ChannelName, readonly string[]][] = [];
  const refusals: (ShapeProblem & { readonly code: RefusalCode })[] = [];
  for (const channel of CHANNELS) {
    const given = [choice.given[channel] ?? []].flat();
    if (given.length === 0 && !used.has(channel)) continue;
    const ofChannel = choice.accounts.filter(({ platform }) => platform === channel).map(({ id }) => id);
    const pool = given.length > 0 ? given : poolOf(choice, channel, ofChannel);
    const unknown = pool.find((id) => !ofChannel.includes(id));
    const field = given.length > 0 ? `senders.${channel}` : 'sequence';
    if (unknown !== undefined) {
      const message = `${unknown} is not a connected ${channel} account; GET /api/accounts lists them.`;
      refusals.push({ code: 'unknown_account', field, message });
    } else if (pool.length === 0) {
      const message = noSender(choice.plan, channel, ofChannel.length);
      refusals.push({ code: 'no_sender', field: `senders.${channel}`, message });
    } else pools.push([channel, pool]);
  }
  const [first] = refusals;
  if (first === undefined) return { kind: 'pools', pools: Object.fromEntries(pools) };
  const errors = refusals.map(({ field, message }) => ({ field, message }));
  return refused(first.code, refusals.map(({ message }) => message).join(' '), { errors });
}

function poolOf(
  { plan, campaign_account }: PoolChoice,
  channel: ChannelName,
  ofChannel: readonly string[],
): readonly string[] {
  const pool = plan.senders[channel] ?? [];
  if (pool.length > 0) return pool;
  if (campaign_account !== null && ofChannel.includes(campaign_account)) return [campaign_account];
  return ofChannel.length === 1 ? ofChannel : [];
}

function noSender(plan: Plan, channel: ChannelName, count: number): string {
  return count === 0
    ? `${plan.sequence} sends by ${channel}, and no ${channel} account is connected.`
    : `${plan.sequence} sends by ${channel}, and there are ${count} such accounts: name one under senders.`;
}

import { chooseSender } from '../../../language/plan/choose-sender.ts';
import { channelOf } from '../../../language/plan/node-traits.ts';
import type { ChannelName, Plan } from '../../../language/plan/plan.ts';
import type { Senders, SimulatedAccount } from '../walk/walk-input.ts';
import type { Tiers } from './needed-tiers.ts';

/** An account of a simulation: without a profile it is taken for one of the tier that the sequences need. */
export interface GivenAccount extends Partial<Omit<SimulatedAccount, 'id'>> {
  readonly id: string;
  readonly channel: ChannelName;
}

export interface Pools {
  readonly accounts: readonly (SimulatedAccount & { readonly channel: ChannelName })[];
  /** The tiers that were taken for granted, of the channels that have accounts of which nothing is known. */
  readonly assumed: Tiers;
  /** The senders of one lead, as the engine would choose them. */
  sendersOf(plan: Plan, leadId: string): Senders;
}

const CHANNELS: readonly ChannelName[] = ['professional', 'messenger', 'email'];

/**
 * The accounts of `senders`; where a sequence names none, the given ones of the channel, else one that stands for it. `extra`:
 * how many more each pool of a channel gets.
 */
export function createPools(
  plans: readonly Plan[],
  given: readonly GivenAccount[],
  zone: string,
  {
    tiers = {},
    extra = {},
  }: { readonly tiers?: Tiers; readonly extra?: { readonly [channel in ChannelName]?: number } } = {},
): Pools {
  const accounts = new Map<string, Pools['accounts'][number]>();
  const assumed: { -readonly [channel in ChannelName]?: Tiers[channel] } = {};
  const pools = new Map<string, readonly string[]>();
  const fill = (id: string, channel: ChannelName): void => {
    const known = given.find((account) => account.id === id);
    const rules = { name: id, zone, daily_limit: null, first_send_at: null };
    if (accounts.has(id)) return;
    const tier = tiers[channel];
    if (!known?.profile && tier) assumed[channel] = tier;
    accounts.set(id, { ...rules, ...known, id, channel, profile: known?.profile ?? tier ?? null });
  };
  for (const plan of plans) {
    const used = new Set(Object.values(plan.nodes).flatMap((node) => channelsOf(plan, node)));
    for (const channel of CHANNELS.filter((name) => used.has(name))) {
      const named = plan.senders[channel] ?? [];
      const ofChannel = given.filter((account) => account.channel === channel).map(({ id }) => id);
      const pool = named.length > 0 ? named : ofChannel.length > 0 ? ofChannel : [channel];
      const more = Array.from({ length: extra[channel] ?? 0 }, (_, index) => `${channel}-extra-${index + 1}`);
      const ids = [...pool, ...more];
      for (const id of pool) fill(id, channel);
      // One more is like the first, but nobody has booked anything on it.
      const like = accounts.get(pool[0] ?? '');
      for (const id of more) if (like && !accounts.has(id)) accounts.set(id, { ...like, id, name: id, taken: [] });
      pools.set(`${plan.sequence} ${channel}`, ids);
    }
  }
  return {
    accounts: [...accounts.values()],
    assumed,
    sendersOf(plan, leadId) {
      const senders: { [channel in ChannelName]?: string } = {};
      for (const channel of CHANNELS) {
        const sender = chooseSender(pools.get(`${plan.sequence} ${channel}`) ?? [], leadId);
        if (sender !== undefined) senders[channel] = sender;
      }
      return senders;
    },
  };
}

/** A search for an address goes through the professional account, or through a mailbox where there is no other. */
function channelsOf(plan: Plan, node: Plan['nodes'][string]): ChannelName[] {
  const channel = channelOf(node);
  if (channel !== null) return [channel];
  if (node.kind !== 'enrich') return [];
  const others = Object.values(plan.nodes).some((other) => channelOf(other) === 'professional');
  return others || !Object.values(plan.nodes).some((other) => channelOf(other) === 'email')
    ? ['professional']
    : ['email'];
}

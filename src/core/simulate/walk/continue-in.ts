import { chooseSender } from '../../../language/plan/choose-sender.ts';
import { channelOf } from '../../../language/plan/node-traits.ts';
import type { ChannelName, Plan } from '../../../language/plan/plan.ts';
import type { SimulatedEnrollment } from './walk-input.ts';
import { CONNECTED, isConnected, relate, type Walker } from './walker.ts';

/** The enrollment of the same person in the sequence that a `run` names; null when nobody knows that sequence. */
export function continuation(walker: Walker, plan: Plan | undefined, now: number): SimulatedEnrollment | null {
  if (!plan) return null;
  const { person, senders, vars } = walker;
  const used = new Set(Object.values(plan.nodes).map(channelOf));
  const chosen: { [channel in ChannelName]?: string } = {};
  for (const channel of ['professional', 'messenger', 'email'] as const) {
    if (!used.has(channel)) continue;
    const pool = plan.senders[channel] ?? [];
    const own = senders[channel];
    const keeps = own !== undefined && (pool.length === 0 || pool.includes(own));
    const sender = keeps ? own : chooseSender(pool, person.id);
    if (sender !== undefined) chosen[channel] = sender;
  }
  if (senders.professional !== undefined && isConnected(walker)) {
    relate(person, senders.professional, CONNECTED);
  }
  const id = `${walker.id}>${plan.sequence}`;
  return { id, lead_id: person.id, lead: person.lead, vars, plan, senders: chosen, starts_at: now };
}

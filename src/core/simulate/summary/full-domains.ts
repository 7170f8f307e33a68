import { lowestOf } from '../../calendar/caps.ts';
import type { SaturatedDomain } from '../simulation.ts';
import type { Simulated } from './simulated.ts';

/** The domains that got all the mails of an account that they may get, and from which day to which; the lowest limit of several sequences. */
export function fullDomainsOf({ input, run }: Simulated): SaturatedDomain[] {
  const lowest = (per: 'day' | 'week') => Math.min(...input.plans.map((plan) => lowestOf(plan.emails_per_domain, per)));
  const [perDay, perWeek] = [lowest('day'), lowest('week')];
  const counts = new Map<string, number>();
  const add = (key: string): number => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 0;
  };
  const full = new Map<string, SaturatedDomain>();
  const inOrder = run.slots.filter(({ used, domain }) => used && domain).sort((a, b) => a.at - b.at);
  for (const { account, domain, local_day, local_week } of inOrder) {
    const list = `${account} ${domain}`;
    const ofDay = add(`${list} ${local_day}`);
    const ofWeek = add(`${list} week ${local_week}`);
    if (!domain || (ofDay < perDay && ofWeek < perWeek)) continue;
    full.set(list, { account, domain, from: full.get(list)?.from ?? local_day, to: local_day });
  }
  return [...full.values()];
}

import { DateTime } from 'luxon';
import { readWatch } from '../watch.ts';
import { type Check, finding, rowsOf } from './finding.ts';
import { readEffects } from './read-effects.ts';
import { readFailedCalls } from './read-failed-calls.ts';

/** From what truly happened, by account and the local day in which it did; and from the calendar at every commit. */
export const limitsHold: Check = async (evidence) => {
  const { engine, load } = evidence;
  // What failed on its way counts as what arrived does.
  const effects = [...(await readEffects(evidence)), ...(await readFailedCalls(evidence))];
  const days = new Map<string, number>();
  for (const { account_id, kind, at } of effects) {
    const day = DateTime.fromJSDate(at, { zone: load.zone }).toISODate();
    const name = `${account_id} ${kind} ${day}`;
    days.set(name, (days.get(name) ?? 0) + 1);
  }
  const exceptions: string[] = [];
  let fullest = 0;
  for (const [name, count] of days) {
    const limit = load.limits[name.split(' ')[1] ?? ''];
    if (limit === undefined) continue;
    fullest = Math.max(fullest, count / limit);
    if (count > limit) exceptions.push(`${name}: ${count} of ${limit}`);
  }
  const booked = await rowsOf<{ account_id: string; limit_class: string; day: string; n: number }>(
    engine,
    `select account_id, limit_class, local_day::text as day, sum(amount)::int as n from slots
      where limit_class <> 'credits' group by 1, 2, 3`,
  );
  for (const { account_id, limit_class, day, n } of booked) {
    const limit = limitOf(load.limits, limit_class);
    if (limit !== undefined && n > limit)
      exceptions.push(`${account_id} ${limit_class} ${day}: ${n} places of ${limit}`);
  }
  const above = (await readWatch(engine)).filter(({ what }) => what === 'above_limit');
  exceptions.push(...new Set(above.map(({ detail }) => detail)));
  return finding(
    'I3',
    'effects and failed calls, and used and booked together, stay within the limits of each local day',
    {
      days: days.size,
      fullest_percent: Math.round(fullest * 100),
      above_at_a_commit: above.length,
    },
    exceptions,
  );
};

function limitOf(limits: Readonly<Record<string, number>>, limitClass: string): number | undefined {
  return limits[limitClass === 'invite' ? 'invitation' : limitClass];
}

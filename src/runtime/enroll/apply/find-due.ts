import { afterRest, type ComesTo, type NextSend, nextSend, restGoesOn } from '../../../core/calendar/next-send.ts';
import { scheduleZone } from '../../../core/calendar/zone-of.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Mover } from './show-people.ts';

/** The next send of somebody who moves, where they are and where they move to; null: there is none, or nobody can tell when. */
export interface Due {
  readonly before: NextSend | null;
  readonly after: NextSend | null;
}

export function findDue({ person, outcome }: Mover, now: number): Due {
  const { before, after } = outcome.map;
  // A person who has not begun is let in as the slots allow, in either version.
  if (person.node === null) return { before: null, after: null };
  const rest = person.node === outcome.node ? restOf(person, before) : null;
  const soonest = (plan: Plan, starts: readonly ComesTo[]): NextSend | null => {
    const found = nextSend(plan, starts, scheduleZone(plan.schedule, person.lead ?? {}));
    return found && { node: found.node, at: Math.max(now, found.at) };
  };
  const [from, to] = [before.nodes[person.node], after.nodes[outcome.to]];
  const until = rest && outcome.goes_on && from && to ? restGoesOn(from, to, rest.until, now) : null;
  const starts = until === null || to === undefined ? [{ node: outcome.to, at: now }] : afterRest(to, until);
  return { before: rest && soonest(before, rest.starts), after: soonest(after, starts) };
}

/** Until when they rest where they are, and where they go then; null: not for a time. */
function restOf({ node, waiting_kind, until }: Mover['person'], plan: Plan) {
  const standing = node === null ? undefined : plan.nodes[node];
  if (standing === undefined || until === null || (waiting_kind !== 'time' && waiting_kind !== 'event')) return null;
  const at = until.getTime();
  return { until: at, starts: afterRest(standing, at) };
}

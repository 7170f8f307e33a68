import { isSend } from '../../../language/plan/node-traits.ts';
import { DEFAULT_ENROLL, type Plan } from '../../../language/plan/plan.ts';
import type { Companies } from './companies.ts';
import type { Person, Walker } from './walker.ts';

export interface RefusedEntry {
  readonly code: string;
  readonly text: string;
}

export interface Entrant {
  readonly person: Person;
  readonly plan: Plan;
  /** The enrollment that ends as this one begins: it does not stand against it, nor does what it sent. */
  readonly continues: Walker | null;
  readonly now: number;
}

/**
 * Checks the person against the sequence's `enroll` rules, as `src/runtime/enroll/admission/enroll-rules.ts` does; null: they
 * may enter.
 */
export function refusedEntry(
  { person, plan, continues, now }: Entrant,
  walkers: readonly Walker[],
  companies: Companies,
): RefusedEntry | null {
  const name = plan.sequence;
  const { again, active_elsewhere, contacted_within, per_company } = plan.enroll ?? DEFAULT_ENROLL;
  const begunOnes = begun(person, walkers);
  const own = begunOnes.filter((one) => one.plan.sequence === name);
  if (own.some(isActive)) return { code: 'DUPLICATE', text: `this person is already in ${name}` };
  const last = own.reduce((latest, { finished_at }) => Math.max(latest, finished_at ?? 0), 0);
  if (own.length > 0 && (again === 'never' || now < last + again.after)) {
    return { code: 'AGAIN', text: `this person has been through ${name} before` };
  }
  const elsewhere = begunOnes.find((one) => one.plan.sequence !== name && one !== continues && isActive(one));
  if (active_elsewhere && elsewhere) {
    return { code: 'ACTIVE_ELSEWHERE', text: `this person is active in ${elsewhere.plan.sequence} at the moment` };
  }
  if (contacted_within !== null) {
    const contact = begunOnes.find((one) => one !== continues && wasReached(one, now - contacted_within));
    if (contact) {
      return { code: 'CONTACTED_RECENTLY', text: `${contact.plan.sequence} reached this person too recently` };
    }
  }
  if (per_company === null) return null;
  const inside = companies
    .colleaguesOf(person)
    .filter((other) => begun(other, walkers).some((one) => one.plan.sequence === name && isActive(one)));
  if (inside.length < per_company) return null;
  const text = `${inside.length} of ${per_company} people of ${person.lead.company ?? ''} are already active in ${name}`;
  return { code: 'PER_COMPANY', text };
}

const isActive = ({ finished_at }: Walker): boolean => finished_at === null;

/** Those who were refused, or whose time has not come, stand against nobody. */
function begun(person: Person, walkers: readonly Walker[]): Walker[] {
  return person.enrollments.flatMap((index) => walkers[index] ?? []).filter(({ state }) => state.phase.is !== 'new');
}

function wasReached({ plan, timeline }: Walker, since: number): boolean {
  return timeline.some(({ at, node, sender }) => {
    const step = plan.nodes[node];
    return at >= since && sender !== undefined && step !== undefined && isSend(step);
  });
}

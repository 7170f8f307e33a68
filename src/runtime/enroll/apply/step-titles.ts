import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import type { NodeId } from '../../../language/plan/nodes/common.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { PersonInside } from '../../store/enrollments/list-people-inside.ts';
import { findPlan } from '../../store/sequences/find-plan.ts';

/** The names of steps as people read them, in place of their ids. */
export interface StepTitles {
  /** The title of a step in the person's present version. */
  before(person: Pick<PersonInside, 'digest'>, node: NodeId): string;
  /** The title of a step in the version to which the change leads. */
  after(node: NodeId): string;
}

/** Reads the versions in which these people stand, once each. */
export async function readStepTitles(
  db: Queryable,
  { digest, plan }: { readonly digest: string; readonly plan: Plan },
  people: readonly PersonInside[],
): Promise<StepTitles> {
  const plans = new Map<string, Plan | null>([[digest, plan]]);
  for (const one of new Set(people.map((person) => person.digest))) {
    if (!plans.has(one)) plans.set(one, await findPlan(db, one));
  }
  return {
    before(person, node) {
      const stood = plans.get(person.digest);
      return stood ? titleOfStep(stood, node) : node;
    },
    after: (node) => titleOfStep(plan, node),
  };
}

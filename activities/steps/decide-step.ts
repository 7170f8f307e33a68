import { isReviewed } from '../../src/language/plan/node-traits.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import { stepName } from '../wording.ts';
import { holds } from './flow/if.ts';
import { makesFurtherCall } from './further-call.ts';
import { askForReview, findReview } from './people/review.ts';
import { prepareStep } from './prepare.ts';
import type { Prepared } from './prepared.ts';

/** Decides what the step is to do now: a call, or something that needs none. A reviewed one asks a person first. */
export async function decideStep(deps: StepDeps, context: StepContext): Promise<Prepared> {
  if (!isReviewed(context.node)) return decide(deps, context);
  // What a person approved was its first call, which has been made.
  if (await makesFurtherCall(deps, context)) return prepareStep(deps, context);
  return (await findReview(deps, context)) ?? askForReview(deps, context, await decide(deps, context));
}

async function decide(deps: StepDeps, context: StepContext): Promise<Prepared> {
  const { node } = context;
  if (node.kind !== 'end' && node.condition !== undefined) {
    const truth = holds(context, node.condition);
    if (typeof truth !== 'boolean') return truth;
    if (!truth) {
      const title = `${stepName(context)} was skipped: ${node.condition} is false`;
      return { is: 'decided', result: { status: 'skipped' }, title };
    }
  }
  return prepareStep(deps, context);
}

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isRecord } from '../../shared/kit/is-record.ts';
import { ApiProblem } from '../api-client/api-problem.ts';
import { OPERATIONS } from '../api-contract/api-operations.ts';
import { AS_IT_IS_NOW, consentTo, digestOf, refuseWrong, say, type ToolDeps, WHY_NOT } from './call-tool.ts';
import { markAsData } from './mark-as-data.ts';
import { argumentsOf } from './tool-arguments.ts';

/** A plan is the dry run of its application, so the two are tools of their own: the text is said once. */
export const PLAN_ARGUMENTS = argumentsOf(OPERATIONS.planSequence);
export const APPLY_ARGUMENTS = z.strictObject({
  name: z.string().min(1),
  plan_id: z.string().min(1).describe('Of the plan that plan_sequence showed.'),
  token: z.string().min(1).describe('That plan_sequence gave with it.'),
});

const planned = z.looseObject({ id: z.string(), hash: z.string() });
/** The arguments that were planned: enough to plan it again. */
const planArguments = z.looseObject({ name: z.string(), text: z.string(), move: z.boolean() });
type PlanArguments = z.output<typeof planArguments>;

export async function planSequence(deps: ToolDeps, given: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
  refuseWrong(PLAN_ARGUMENTS, given);
  return showPlan(
    deps,
    planArguments.parse({ move: false, ...given }),
    'Nothing has been published. The plan would change this:',
  );
}

export async function applySequence(deps: ToolDeps, given: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
  if (given.token === undefined) {
    return say(
      'Nothing was published. Call plan_sequence first: it shows what would change, and gives the token that this tool takes.',
      true,
    );
  }
  refuseWrong(APPLY_ARGUMENTS, given);
  const { name, plan_id, token } = APPLY_ARGUMENTS.parse(given);
  const taken = await deps.confirmations.take(token);
  if (taken.kind !== 'confirmed') {
    return say(
      `${WHY_NOT[taken.kind]} Nothing was published now. Call plan_sequence again: it shows the change as it is now.`,
      true,
    );
  }
  const { tool, asked, shown, kept } = taken.confirmation;
  if (tool !== 'applySequence' || asked !== digestOf({ name, plan_id })) {
    return say('That token is for another call than this one. Nothing was published: call plan_sequence again.', true);
  }
  const text = planArguments.parse(kept);
  const changed = `What was shown has changed since. ${AS_IT_IS_NOW}`;
  if ((await draw(deps, text, true)).hash !== shown) return showPlan(deps, text, changed, true);
  try {
    const request = { params: { name }, body: { plan_id } };
    const applied = await deps.call('applySequence', request, { idempotency_key: `mcp-${token}` });
    return say(`Done.\n${markAsData(applied)}`);
  } catch (error) {
    // Between the look and the change.
    if (error instanceof ApiProblem && error.code === 'stale_plan') return showPlan(deps, text, changed, true);
    throw error;
  }
}

async function showPlan(deps: ToolDeps, text: PlanArguments, why: string, isError = false): Promise<CallToolResult> {
  const plan = await draw(deps, text, false);
  const asked = digestOf({ name: text.name, plan_id: plan.id });
  const token = await deps.confirmations.issue({ tool: 'applySequence', asked, shown: plan.hash, kept: text });
  const consent = `${consentTo('apply_sequence', token).replace('again with the same arguments', `with name "${text.name}", plan_id "${plan.id}"`)}`;
  return say(`${why}\n${markAsData(plan)}\n${consent}`, isError);
}

async function draw({ call }: ToolDeps, { name, text, ...query }: PlanArguments, dry_run: boolean) {
  const shown = await call('planSequence', { params: { name }, query: { ...query, dry_run }, body: { text } });
  return planned.parse(isRecord(shown) ? { ...shown, id: shown.id ?? '' } : shown);
}

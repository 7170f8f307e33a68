import { readDeclared } from '../../../src/language/plan/declared-value.ts';
import type { SetNode } from '../../../src/language/plan/nodes/set.ts';
import { setVars } from '../../../src/runtime/store/enrollments/set-vars.ts';
import { addTags } from '../../../src/runtime/store/leads/add-tags.ts';
import { addLine } from '../../../src/runtime/store/timeline/add-line.ts';
import { shortenText } from '../../../src/shared/kit/cut-text.ts';
import type { StepDeps } from '../../deps.ts';
import { anySender, type StepContext } from '../../look/context.ts';
import { lineOf } from '../../wording.ts';
import { failed, type Prepared } from '../prepared.ts';
import { renderText } from '../render.ts';
import type { OwnStep } from '../step.ts';

export const setStep: OwnStep<SetNode> = { prepare: prepareSet };

/** Writes variables of the enrollment, and marks the lead with tags. */
function prepareSet(deps: StepDeps, context: StepContext, node: SetNode): Prepared {
  const sender = anySender(context);
  const vars: [string, SetNode['vars'][string]][] = [];
  // The database keeps a plan's names in no order that a reader would know.
  for (const [name, value] of Object.entries(node.vars).sort()) {
    const rendered = typeof value === 'string' ? renderText(context, sender, value) : null;
    if (rendered && !rendered.ok) return rendered.error;
    const { [name]: fallback = null } = context.plan.vars;
    const read = readDeclared(fallback, rendered ? rendered.value : value);
    if (!read.ok) return failed('WRONG_TYPE', `vars.${name} ${read.error}`);
    vars.push([name, read.value ?? null]);
  }
  const tags = new Set<string>();
  for (const tag of node.tags ?? []) {
    const rendered = renderText(context, sender, tag);
    if (!rendered.ok) return rendered.error;
    if (rendered.value.trim() !== '') tags.add(rendered.value.trim());
  }
  const { enrollment, request } = context;
  const at = new Date(deps.clock.now());
  return {
    is: 'own_tables',
    async work(tx) {
      const title = titleOf(vars, [...tags]);
      const once = `${request.node}/${request.visit}/set`;
      // Asked again after a crash, a text that builds on its own value would grow twice.
      if (await addLine(tx, { ...lineOf(context, at), type: 'set', title, once })) {
        await setVars(tx, enrollment.id, Object.fromEntries(vars));
        if (enrollment.lead_id !== null) await addTags(tx, enrollment.lead_id, [...tags], at);
      }
      return { status: 'done' };
    },
  };
}

function titleOf(vars: readonly (readonly [string, unknown])[], tags: readonly string[]): string {
  const set = vars.map(([name, value]) => `${name} to ${value === null ? 'nothing' : short(String(value))}`);
  return [
    ...(set.length > 0 ? [`Sets ${set.join(', ')}`] : []),
    ...(tags.length > 0 ? [`Tags the lead ${tags.map(short).join(', ')}`] : []),
  ].join('; ');
}

const short = (text: string): string => shortenText(text, 60);

import { planDigest } from '../plan/digest.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { checkSequence } from './check/check-sequence.ts';
import { buildPlan, compileGraph } from './compile/compile.ts';
import type { CompileOptions } from './compile/compile-options.ts';
import { neededNames } from './compile/needs.ts';
import { createReporter, type Diagnostic } from './diagnostics/diagnostic.ts';
import type { Place } from './diagnostics/edit.ts';
import { lintHabits } from './lints/lint-habits.ts';
import { lintSequence } from './lints/lint-sequence.ts';
import { lintSteps } from './lints/lint-steps.ts';
import { lintSameName } from './lints/same-name.ts';
import { certainties } from './proofs/paths.ts';
import { provePaths } from './proofs/prove-paths.ts';
import { parse } from './yaml/parse.ts';

/** `diagnostics` holds all problems at once, sorted by position; with `ok` they are warnings only. */
export type Compilation =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly digest: string;
      /** The place of the word of each node's step; the implicit end has none. */
      readonly places: Readonly<Record<NodeId, Place>>;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** The text of a sequence → its plan: parse, check each part, compile, prove over all paths. Never throws. */
export function compileSequence(text: string, options: CompileOptions = {}): Compilation {
  const reporter = createReporter(text);
  const document = parse(text, reporter);
  if (!document) return { ok: false, diagnostics: reporter.diagnostics() };

  const { syntax, steps_whole } = checkSequence(document, text, reporter);
  lintHabits(document, text, reporter);
  lintSameName(document, options, reporter);
  lintSteps(syntax.steps, reporter);
  const graph = compileGraph(syntax.steps);
  const certain = certainties(graph);
  provePaths(syntax, graph, certain, options, reporter);
  // Without such a step, the whole would be another one.
  if (steps_whole) lintSequence(syntax, graph, options, reporter);
  if (reporter.errorCount() > 0) return { ok: false, diagnostics: reporter.diagnostics() };

  const plan = buildPlan(syntax, graph, neededNames(syntax, graph, certain));
  const places = Object.fromEntries([...graph.nodes].flatMap(([id, { step }]) => (step ? [[id, step.place]] : [])));
  return { ok: true, plan, digest: planDigest(plan), places, diagnostics: reporter.diagnostics() };
}

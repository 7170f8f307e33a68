import type { Reporter } from './diagnostic.ts';
import type { Step } from './syntax.ts';

/** Warnings that a list of steps shows by itself, with all its branches. */
export function lintSteps(steps: readonly Step[], reporter: Reporter): void {
  for (const step of steps) {
    if (step.body.kind === 'wait_for' && step.else === null) {
      const fix = 'Add `else:` with what to do at the deadline, even if it is only `- end: no_answer`.';
      reporter.report('SEQ050', step.place, 'this wait_for does not say what happens at the deadline', fix);
    }
    lintSteps(step.then ?? [], reporter);
    lintSteps(step.else ?? [], reporter);
  }
  const last = steps.findIndex((step) => alwaysEnds(step));
  const behind = last < 0 ? undefined : steps[last + 1];
  if (!behind) return;
  if (steps[last]?.body.kind === 'end') {
    reporter.report('SEQ052', behind.place, 'this step stands after `end`', 'Move it before `end`, or remove it.');
  } else {
    const fix = 'Remove the `end` from one of the branches before it, or remove this step.';
    reporter.report('SEQ051', behind.place, 'no path leads to this step: both branches before it end', fix);
  }
}

function alwaysEnds(step: Step): boolean {
  if (step.body.kind === 'end') return step.condition === null;
  const isBranch = step.body.kind === 'if' || (step.body.kind === 'wait_for' && step.condition === null);
  if (!isBranch || step.then === null || step.else === null) return false;
  return step.then.some((inner) => alwaysEnds(inner)) && step.else.some((inner) => alwaysEnds(inner));
}

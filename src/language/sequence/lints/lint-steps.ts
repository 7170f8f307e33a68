import { DAY } from '../../../shared/kit/duration.ts';
import { evaluateCondition } from '../../expression/condition.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import { descriptorOf } from '../steps/kinds.ts';
import type { Condition, Step } from '../syntax.ts';

/** Warnings that a list of steps shows by itself, with all its branches. */
export function lintSteps(steps: readonly Step[], reporter: Reporter): void {
  for (const step of steps) {
    lintStep(step, reporter);
    for (const inner of listsOf(step)) lintSteps(inner, reporter);
  }
  const last = steps.findIndex((step) => alwaysEnds(step));
  const behind = last < 0 ? undefined : steps[last + 1];
  if (!behind) return;
  if (steps[last]?.body.kind === 'end') {
    reporter.report('SEQ052', behind.place, 'this step stands after `end`', 'Move it before `end`, or remove it.');
  } else if (steps[last]?.body.kind === 'run') {
    const message = 'no path leads to this step: the `run` before it continues in another sequence';
    reporter.report('SEQ051', behind.place, message, 'Move it before `run`, or remove it.');
  } else {
    const fix = 'Remove the `end` from one of the branches before it, or remove this step.';
    reporter.report('SEQ051', behind.place, 'no path leads to this step: all branches before it end', fix);
  }
}

/** The lists of steps inside a step. */
const listsOf = (step: Step): readonly (readonly Step[])[] => [
  step.then ?? [],
  step.else ?? [],
  ...(step.arms ?? []).map((arm) => arm.steps),
  step.body_steps ?? [],
];

function lintStep(step: Step, reporter: Reporter): void {
  const { body, condition } = step;
  if (body.kind === 'wait_for' && step.else === null) {
    const fix = 'Add `else:` with what to do at the deadline, even if it is only `- end: no_answer`.';
    reporter.report('SEQ050', step.place, 'this wait_for does not say what happens at the deadline', fix);
  }
  if (body.kind === 'wait' && daysOf(body.duration) > 366) {
    const message = `this waits ${Math.round(daysOf(body.duration))} days, which is more than a year`;
    reporter.report('SEQ060', step.place, message, 'Check the unit: m are minutes, d are days, w are weeks.');
  }
  const always = condition && constantOf(condition);
  if (condition && always !== null) {
    const fix = always ? 'Remove the condition.' : 'Remove the step, or ask for something that may be true.';
    reporter.report('SEQ059', condition.place, `this condition is always ${always}`, fix);
  }
}

function daysOf(duration: Extract<Step['body'], { kind: 'wait' }>['duration']): number {
  if (duration.unit === 'ms') return duration.count / DAY;
  return duration.unit === 'business_days' ? (duration.count * 7) / 5 : 0;
}

/** The value of a condition that asks nothing about the lead; null for all others. */
function constantOf(condition: Condition): boolean | null {
  if (/\b(?:lead|vars|state)\b/.test(condition.text)) return null;
  const evaluated = evaluateCondition(condition.text, { lead: {}, vars: {}, state: NO_STATE });
  return evaluated.ok ? evaluated.value : null;
}

const NO_STATE = Object.freeze({
  connected: false,
  invited: false,
  replied: false,
  label: '',
  has_email: false,
  degree: 0,
  premium: false,
  last_step: '',
});

function alwaysEnds(step: Step): boolean {
  const { body, on_error } = step;
  if (step.unread) return false;
  // A step that may be skipped, or fail without ending the enrollment, goes on. An `if` branches by its condition.
  if (body.kind !== 'if' && step.condition !== null) return false;
  if (body.kind !== 'wait_for' && on_error.do === 'continue') return false;
  const { last, chooses } = descriptorOf(body.kind);
  if (last) return true;
  if (step.arms) return step.arms.every((arm) => endsSomewhere(arm.steps));
  if (step.body_steps) return endsSomewhere(step.body_steps);
  // Without an `else`, what is not possible stops the enrollment.
  return endsSomewhere(step.then) && ((step.else === null && !chooses) || endsSomewhere(step.else));
}

const endsSomewhere = (steps: readonly Step[] | null): boolean => steps?.some((step) => alwaysEnds(step)) ?? false;

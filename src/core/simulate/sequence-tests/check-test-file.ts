import { withDefaults } from '../../../language/plan/declared-value.ts';
import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import type { Node } from '../../../language/plan/node.ts';
import { isCall, isReviewed, resultsOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { own } from '../../../shared/kit/own.ts';
import { simulatedCall } from '../calls/kinds.ts';
import { isKnownResult, resultFix } from './read-expect.ts';
import { showStepName } from './read-step-name.ts';
import type { ScriptedAnswer, SequenceTest, StepName, TestFile } from './test-file.ts';
import { near, type TestReporter } from './test-reader.ts';

/** Checks what only the sequence can tell: that its steps are there, that answers fit them, and that the lead may enter. */
export function checkTestFile(file: TestFile, plan: Plan, reporter: TestReporter): void {
  for (const test of file.tests) {
    checkLead(test, plan, reporter);
    for (const { when } of test.events) {
      if ('after' in when && when.after !== 'start') nodesOf(plan, when.after, reporter);
    }
    for (const answer of test.answers) checkAnswer(answer, plan, reporter);
    for (const { step, result } of test.expect) {
      const nodes = nodesOf(plan, step, reporter);
      if (result === null || nodes.length === 0 || isKnownResult(result)) continue;
      const ways = nodes.flatMap((node) => resultsOf(node));
      if (ways.includes(result)) continue;
      reporter.report('TST009', step.place, `\`${step.name}\` never comes to "${result}"`, resultFix(result, ways));
    }
  }
}

/** Whether the name means this node: its id, or its step's word. */
export const isNamed = (
  { name }: Pick<StepName, 'name'>,
  node: { readonly id: string; readonly kind: string },
): boolean => node.id === name || node.kind === name;

/** Finds the steps of this name. A step that waits for approval is also known as `review`. */
function nodesOf(plan: Plan, step: StepName, reporter: TestReporter): Node[] {
  const all = Object.values(plan.nodes);
  const found = all.filter((node) => isNamed(step, node) || (step.name === 'review' && isReviewed(node)));
  if (found.length > 0) return found;
  const names = [...new Set(all.flatMap(({ kind, id }) => [kind, id]))];
  const fix = near(step.name, names) ?? `Its steps are ${[...new Set(all.map(({ kind }) => kind))].join(', ')}.`;
  reporter.report('TST013', step.place, `the sequence has no step "${showStepName(step)}"`, fix);
  return found;
}

function checkLead({ lead, vars, lead_place }: SequenceTest, plan: Plan, reporter: TestReporter): void {
  const all = withDefaults(plan.vars, vars);
  for (const name of plan.needs) {
    // A test that says nothing of a job has one that stands for whichever it will be.
    if (name === 'job') continue;
    const field = LEAD_FIELDS.find((known) => known === name);
    const variable = name.replace(/^vars\./, '');
    const value = field ? (lead[field] ?? all[field]) : own(all, variable);
    if (value !== undefined && value !== null && String(value).trim() !== '') continue;
    const fix = field ? `Add \`${name}\` to the lead.` : `Add \`vars: { ${variable}: … }\` to the test.`;
    reporter.report('TST018', lead_place, `the lead has no ${name}, so it would be refused at enrollment`, fix);
  }
}

const CALLS = ['done', 'impossible', 'failed'];

/** The words that answer a step, besides fields. */
function wordsFor(node: Node): readonly string[] {
  if (isCall(node)) return [...CALLS, ...Object.keys(simulatedCall(node.kind).words)];
  return node.kind === 'split' ? node.arms.map(({ name }) => name) : [];
}

const fieldsFor = (node: Node): readonly string[] =>
  isCall(node) ? (simulatedCall(node.kind).fields?.names ?? []) : [];

function checkAnswer({ step, answer, place }: ScriptedAnswer, plan: Plan, reporter: TestReporter): void {
  const nodes = nodesOf(plan, step, reporter);
  if (nodes.length === 0) return;
  const words = [...new Set(nodes.flatMap((node) => wordsFor(node)))];
  const fields = [...new Set(nodes.flatMap((node) => fieldsFor(node)))];
  const given = answer.kind === 'word' ? [answer.word] : Object.keys(answer.fields);
  const known = answer.kind === 'word' ? words : fields;
  for (const word of given) {
    if (known.includes(word)) continue;
    const fix =
      near(word, known) ??
      (known.length > 0 ? `It takes ${known.join(', ')}.` : `\`${step.name}\` asks nobody; remove the answer.`);
    reporter.report('TST017', place, `\`${step.name}\` cannot be answered with "${word}"`, fix);
  }
}

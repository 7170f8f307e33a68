import { z } from 'zod';
import type { RepeatNode } from '../../plan/nodes/repeat.ts';
import { readKeys, readMap } from '../check/check-context.ts';
import { after } from '../lints/least-time.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import type { Step } from '../syntax.ts';
import { needsNothing, type StepDescriptor } from './step-kind.ts';

const repeatForm = (steps: z.ZodType) =>
  z.strictObject({
    times: describe(z.int().min(1).max(20), 'How often at most, from 1 to 20.', [3]),
    steps: describe(steps, 'What is repeated.'),
  });

const REPEAT_KEYS = keysOf(repeatForm(z.unknown()));

const form: StepForm = {
  word: 'repeat',
  title: 'Repeat steps',
  description: 'The steps again, at most `times` times.',
  examples: [{ times: 3, steps: ['visit', { wait: '1 week' }] }],
  value: repeatForm,
  snippet: 'repeat:\n  times: <3>\n  steps:\n    - <visit>\n    - wait: <1 week>',
};

const MOST = 20;
const MOST_TOGETHER = 400;
const EXAMPLE = '- repeat: { times: 3, steps: [visit, { wait: 1 week }] }';

export const repeatStep: StepDescriptor<RepeatNode> = {
  form,
  example: EXAMPLE,
  // A round ends where it began: the node counts.
  build: (body, { plain, step, list }) => ({ ...body, ...plain, body: list(step.body_steps ?? [], plain.id) }),
  needs: needsNothing,
  leaving: ({ body, next }, { here, after_rounds }) =>
    after_rounds === undefined
      ? [[body, here]]
      : [
          [body, here],
          [next, after_rounds],
        ],
  least(node, to) {
    const { round, end } = to(node.body);
    const then = after(to(node.next), round * node.times);
    return { round: then.round, end: Math.min(end, then.end) };
  },
  check(input) {
    const { context, value, place } = input;
    const map = readMap(context, value, '`repeat`', `Write \`${EXAMPLE}\`.`);
    if (!map) return null;
    const before = context.errorCount();
    const entries = readKeys(context, map, { of: '`repeat`', known: REPEAT_KEYS });
    const times = entries.get('times')?.value;
    const steps = entries.get('steps');
    if (!times) context.report('SEQ008', place, '`repeat` has no `times`', `Write \`${EXAMPLE}\`.`);
    if (!steps) context.report('SEQ008', place, '`repeat` has no `steps`', `Write \`${EXAMPLE}\`.`);
    const count = times?.kind === 'number' && Number.isInteger(times.value) ? times.value : 0;
    if (times && (count < 1 || count > MOST)) {
      context.report('SEQ015', times.place, `\`times\` is a whole number from 1 to ${MOST}`, 'Write `times: 3`.');
    }
    const body_steps = steps ? input.steps(steps.value, '') : [];
    const rounds = count * mostRounds(body_steps);
    if (rounds > MOST_TOGETHER) {
      const message = `these rounds inside one another are ${rounds} together, ${MOST_TOGETHER} is the most`;
      context.report('SEQ015', place, message, 'Repeat fewer times.');
    }
    return context.errorCount() > before ? null : { body: { kind: 'repeat', times: count }, body_steps };
  },
};

/** The rounds of repeats inside one another, along the deepest nesting. */
function mostRounds(steps: readonly Step[]): number {
  const of = (step: Step): number => {
    const times = step.body.kind === 'repeat' ? step.body.times : 1;
    const inside = [
      step.then ?? [],
      step.else ?? [],
      step.body_steps ?? [],
      ...(step.arms ?? []).map((arm) => arm.steps),
    ];
    return times * Math.max(1, ...inside.map((list) => mostRounds(list)));
  };
  return Math.max(1, ...steps.map((step) => of(step)));
}

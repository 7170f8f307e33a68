import { z } from 'zod';
import type { SplitNode } from '../../plan/nodes/split.ts';
import { readKeys, readMap } from '../check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import type { Arm } from '../syntax.ts';
import type { YamlEntry } from '../yaml-value.ts';
import { needsNothing, type StepDescriptor, type StepInput } from './step-kind.ts';

const armForm = (steps: z.ZodType) =>
  z.strictObject({
    weight: describe(
      z.int().min(1).max(1000),
      'Its share of the leads, against the weights of the other arms; 1 when left out.',
      [50],
    ).optional(),
    steps: describe(steps, 'What the leads of this arm go through.'),
  });

const ARM_KEYS = keysOf(armForm(z.unknown()));

const form: StepForm = {
  word: 'split',
  title: 'Split the leads into arms',
  description:
    'Sends each lead through one of several arms (A/B/n). Which one is a hash of lead and step, so it never changes.',
  examples: [{ a: { weight: 50, steps: ['visit'] }, b: { weight: 50, steps: ['invite'] } }],
  value: (steps) =>
    z
      .record(
        z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
        describe(armForm(steps), 'An arm: its weight and its steps.'),
      )
      .meta({ minProperties: 2 }),
  snippet: 'split:\n  a: { weight: 50, steps: [<visit>] }\n  b: { weight: 50, steps: [<invite>] }',
};

const NAME = /^[a-z][a-z0-9_-]{0,31}$/;
const HEAVIEST = 1000;
const EXAMPLE = '- split: { a: { weight: 50, steps: [visit] }, b: { weight: 50, steps: [invite] } }';

export const splitStep: StepDescriptor<SplitNode> = {
  form,
  example: EXAMPLE,
  build(body, { plain, step, branch }) {
    const arms = (step.arms ?? []).map(({ name, weight, steps }) => ({ name, weight, to: branch(steps) }));
    return { ...body, ...plain, arms };
  },
  needs: needsNothing,
  leaving: ({ arms }, { here }) => arms.map(({ to }) => [to, here]),
  check(input) {
    const { context, value, place } = input;
    const map = readMap(context, value, 'a split', `Write \`${EXAMPLE}\`.`);
    if (!map) return null;
    const before = context.errorCount();
    const arms = map.entries.flatMap((entry) => readArm(input, entry) ?? []);
    if (map.entries.length < 2) {
      context.report('SEQ008', place, 'a split has at least two arms', `Write \`${EXAMPLE}\`.`);
    }
    return context.errorCount() > before ? null : { body: { kind: 'split' }, arms };
  },
};

function readArm(input: StepInput, { key: name, key_place, value }: YamlEntry): Arm | null {
  const { context } = input;
  if (!NAME.test(name)) {
    const fix = 'Use small letters, digits, _ and -, beginning with a letter, like a.';
    context.report('SEQ010', key_place, `"${name.slice(0, 60)}" cannot be the name of an arm`, fix);
  }
  const map = readMap(context, value, `the arm ${name}`, `Write \`${name}: { weight: 50, steps: [visit] }\`.`);
  if (!map) return null;
  const entries = readKeys(context, map, { of: 'an arm', known: ARM_KEYS });
  const weight = entries.get('weight')?.value;
  const steps = entries.get('steps');
  if (!steps) context.report('SEQ008', key_place, `the arm ${name} has no \`steps\``, 'Add `steps:` with a list.');
  const isWeight = weight === undefined || (weight.kind === 'number' && isWhole(weight.value));
  if (!isWeight) {
    const message = `a weight is a whole number from 1 to ${HEAVIEST}`;
    context.report('SEQ015', weight.place, message, 'Write `weight: 50`; the shares are counted together.');
  }
  return {
    name,
    weight: weight?.kind === 'number' ? weight.value : 1,
    steps: steps ? input.steps(steps.value, name) : [],
  };
}

const isWhole = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= HEAVIEST;

import { z } from 'zod';
import { cutText } from '../../../shared/kit/cut-text.ts';
import type { OptimizedFor, SplitNode } from '../../plan/nodes/split.ts';
import { readChoice, readKeys, readMap } from '../check/check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import type { Arm } from '../syntax.ts';
import type { YamlEntry, YamlMap, YamlValue } from '../yaml/yaml-value.ts';
import { needsNothing, type StepDescriptor, type StepInput } from './step-kind.ts';

const NAME = /^[a-z][a-z0-9_-]{0,31}$/;
/** The same without the keys of the second form. */
const NAME_OF_WEIGHED = /^(?!(?:optimize|arms)$)[a-z][a-z0-9_-]{0,31}$/;

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

const OPTIMIZED_FOR = ['accepted', 'replied', 'positive'] as const satisfies readonly OptimizedFor[];

const optimizedForm = (steps: z.ZodType) =>
  z.strictObject({
    optimize: describe(
      z.enum(OPTIMIZED_FOR),
      'What the arms are to bring: accepted invitations, replies, or replies with a label that is positive. New people move towards the arm that brings more of it, at least 10 % to each until one of them is proven better.',
      ['replied'],
    ),
    arms: describe(
      z
        .record(z.string().regex(NAME), describe(steps, 'What the leads of this arm go through.'))
        .meta({ minProperties: 2 }),
      'The arms, each with its steps; there are no weights, since the shares follow from what the arms bring.',
      [{ a: ['visit'], b: ['invite'] }],
    ),
  });

const OPTIMIZED_KEYS = keysOf(optimizedForm(z.unknown()));

const form: StepForm = {
  word: 'split',
  title: 'Split the leads into arms',
  description:
    'Sends each lead through one of several arms (A/B/n). Which one is a hash of lead, sequence and step, so it never changes. With `optimize`, new leads move towards the arm that brings more.',
  examples: [
    { a: { weight: 50, steps: ['visit'] }, b: { weight: 50, steps: ['invite'] } },
    { optimize: 'replied', arms: { a: ['visit'], b: ['invite'] } },
  ],
  value: (steps) =>
    z.union([
      z
        .record(z.string().regex(NAME_OF_WEIGHED), describe(armForm(steps), 'An arm: its weight and its steps.'))
        .meta({ minProperties: 2 }),
      optimizedForm(steps),
    ]),
  snippet: 'split:\n  a: { weight: 50, steps: [<visit>] }\n  b: { weight: 50, steps: [<invite>] }',
};

const HEAVIEST = 1000;
const EXAMPLE = '- split: { a: { weight: 50, steps: [visit] }, b: { weight: 50, steps: [invite] } }';
const OPTIMIZED_EXAMPLE = '- split: { optimize: replied, arms: { a: [visit], b: [invite] } }';

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
    if (isOptimized(map)) return readOptimized(input, map);
    const arms = map.entries.flatMap((entry) => (isReserved(input, entry) ? [] : (readArm(input, entry) ?? [])));
    if (map.entries.length < 2) {
      context.report('SEQ008', place, 'a split has at least two arms', `Write \`${EXAMPLE}\`.`);
    }
    return context.errorCount() > before ? null : { body: { kind: 'split' }, arms };
  },
};

/** A mapping that has `steps` is an arm of the first form, whatever it is called. */
const isWeighed = ({ value }: YamlEntry): boolean =>
  value.kind === 'map' &&
  value.entries.some(({ key, value: { kind } }) => key === 'steps' && kind === 'list') &&
  value.entries.every(({ key }) => ARM_KEYS.some((known) => known === key));

/** Tells whether the map has a key of the second form, and not as an arm of the first. */
function isOptimized({ entries }: YamlMap): boolean {
  const [optimize, arms] = OPTIMIZED_KEYS.map((own) => entries.find(({ key }) => key === own));
  const telling = optimize ?? arms;
  return telling !== undefined && !isWeighed(telling);
}

function isReserved({ context }: StepInput, { key, key_place }: YamlEntry): boolean {
  if (!OPTIMIZED_KEYS.some((known) => known === key)) return false;
  const fix = `Give the arm another name. The second form is \`${OPTIMIZED_EXAMPLE}\`.`;
  context.report('SEQ020', key_place, `an arm cannot be called "${key}"`, fix);
  return true;
}

/** The second form: what it is to bring, and arms that are nothing but their steps. */
function readOptimized(input: StepInput, map: YamlMap): ReturnType<StepDescriptor<SplitNode>['check']> {
  const { context, place } = input;
  const before = context.errorCount();
  const entries = readKeys(context, map, { of: 'a split with `optimize`', known: OPTIMIZED_KEYS });
  const [metric, arms] = [entries.get('optimize'), entries.get('arms')];
  if (!metric) {
    const fix = `Say what the arms are to bring: \`optimize: replied\`, beside \`arms\`. For fixed shares write \`${EXAMPLE}\`.`;
    context.report('SEQ008', place, 'a split with `arms` has no `optimize`', fix);
  }
  if (!arms) {
    context.report('SEQ008', place, 'a split with `optimize` has no `arms`', `Write \`${OPTIMIZED_EXAMPLE}\`.`);
  }
  const optimize = metric ? readChoice(context, metric.value, { of: '`optimize`', values: OPTIMIZED_FOR }) : null;
  const read = arms ? readArms(input, arms.value) : [];
  if (optimize === null || context.errorCount() > before) return null;
  return { body: { kind: 'split', optimize }, arms: read };
}

function readArms(input: StepInput, value: YamlValue): Arm[] {
  const { context } = input;
  const map = readMap(context, value, '`arms`', `Write \`${OPTIMIZED_EXAMPLE}\`.`);
  if (!map) return [];
  if (map.entries.length < 2) {
    context.report('SEQ008', map.place, 'a split has at least two arms', `Write \`${OPTIMIZED_EXAMPLE}\`.`);
  }
  return map.entries.map(({ key: name, key_place, value: steps }) => {
    checkName(input, name, key_place);
    if (steps.kind === 'map' && steps.entries.some(({ key }) => key === 'weight' || key === 'steps')) {
      const fix = `Write \`${name}:\` with its list of steps alone: the shares follow from what the arms bring.`;
      context.report('SEQ006', steps.place, `the arm ${name} of a split with \`optimize\` is a list of steps`, fix);
      return { name, weight: 1, steps: [] };
    }
    return { name, weight: 1, steps: input.steps(steps, name) };
  });
}

function checkName({ context }: StepInput, name: string, place: YamlEntry['key_place']): void {
  if (NAME.test(name)) return;
  const fix = 'Use small letters, digits, _ and -, beginning with a letter, like a.';
  context.report('SEQ010', place, `"${cutText(name, 60)}" cannot be the name of an arm`, fix);
}

function readArm(input: StepInput, { key: name, key_place, value }: YamlEntry): Arm | null {
  const { context } = input;
  checkName(input, name, key_place);
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

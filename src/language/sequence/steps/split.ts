import { readKeys, readMap } from '../check-context.ts';
import { ARM_KEYS } from '../schema/steps/split.ts';
import type { Arm } from '../syntax.ts';
import type { YamlEntry } from '../yaml-value.ts';
import type { StepInput, StepKind } from './step-kind.ts';

const NAME = /^[a-z][a-z0-9_-]{0,31}$/;
const HEAVIEST = 1000;
const EXAMPLE = '- split: { a: { weight: 50, steps: [visit] }, b: { weight: 50, steps: [invite] } }';

export const splitStep: StepKind = {
  word: 'split',
  branches: [],
  example: EXAMPLE,
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

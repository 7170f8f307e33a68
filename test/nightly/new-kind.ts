import { readFileSync } from 'node:fs';

/** Files as a developer would write and change them who adds the step `wave`: a greeting that the lead sees. */
export type Change = Readonly<Record<string, string>>;

const NODE = 'src/language/plan/nodes/wave.ts';
const NODES = 'src/language/plan/node.ts';

/** The plan knows it, and nothing else yet. */
export const WAVE_IN_THE_PLAN: Change = {
  [NODE]: `import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

export interface WaveNode extends NodeBase, WithElse {
  readonly kind: 'wave';
}

export const wave: CallDescriptor<WaveNode> = {
  noun: 'wave',
  doing: 'Wave',
  drawn: () => ({ title: 'Wave' }),
  words: () => 'wave',
  channel: () => 'professional',
  limit_class: () => null,
  credits: () => 1,
  effect: () => 'touch',
};
`,
  [NODES]: changed(NODES, [
    [
      'import { type WithdrawNode',
      "import { type WaveNode, wave } from './nodes/wave.ts';\nimport { type WithdrawNode",
    ],
    ['  readonly action: ActionNode;', '  readonly action: ActionNode;\n  readonly wave: WaveNode;'],
    ['comment, action }', 'comment, action, wave }'],
  ]),
};

const STEP = 'src/language/sequence/steps/wave.ts';
const CALL = 'src/core/simulate/calls/wave.ts';
const ACTIVITY = 'activities/steps/network/wave.ts';
/** The files in which each layer lists the kinds. */
export const LISTS = [
  'src/language/sequence/steps/kinds.ts',
  'src/core/simulate/calls/kinds.ts',
  'activities/steps/prepare.ts',
] as const;

/** All of it. */
export const WAVE: Change = {
  ...WAVE_IN_THE_PLAN,
  [STEP]: `import type { WaveNode } from '../../plan/nodes/wave.ts';
import type { StepForm } from '../schema/define-step.ts';
import { nothing } from '../schema/values.ts';
import { refuseValue } from './read-body.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'wave',
  title: 'Wave at the lead',
  description: 'Waves at the lead, who sees it.',
  examples: [{}],
  value: nothing,
  alone: true,
  done: 'when it was waved',
  otherwise: 'when they cannot be waved at',
  snippet: 'wave',
};

export const waveStep: StepDescriptor<WaveNode> = {
  form,
  example: '- wave',
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  check: (input) => (refuseValue(input, 'wave') ? { body: { kind: 'wave' } } : null),
};
`,
  [LISTS[0]]: changed(LISTS[0], [
    ['import { withdrawStep', "import { waveStep } from './wave.ts';\nimport { withdrawStep"],
    ['  withdraw: withdrawStep,', '  withdraw: withdrawStep,\n  wave: waveStep,'],
  ]),
  [CALL]: `import type { WaveNode } from '../../../language/plan/nodes/wave.ts';
import type { SimulatedCall } from './simulated-call.ts';

export const wave: SimulatedCall<WaveNode> = { reactions: [], words: {} };
`,
  [LISTS[1]]: changed(LISTS[1], [
    ['import { withdraw }', "import { wave } from './wave.ts';\nimport { withdraw }"],
    ['check, action }', 'check, action, wave }'],
  ]),
  [ACTIVITY]: `import type { WaveNode } from '../../../src/language/plan/nodes/wave.ts';
import type { CallStep } from '../step.ts';
import { callProfile } from './call-profile.ts';

export const waveStep: CallStep<WaveNode> = {
  prepare: (_, context) => callProfile(context, 'visit'),
  absorb: (context) => ({ title: \`Waved at \${context.whom}\`, changes: {} }),
};
`,
  [LISTS[2]]: changed(LISTS[2], [
    ['import { withdrawStep', "import { waveStep } from './network/wave.ts';\nimport { withdrawStep"],
    ['  action: actionStep,', '  action: actionStep,\n  wave: waveStep,'],
  ]),
};

/** The four new files of a kind, each without one part. */
export const INCOMPLETE: Change = {
  [NODE]: without(NODE, /^ {2}effect: .*\n/m),
  [STEP]: without(STEP, /^ {2}needs: .*\n/m),
  [CALL]: without(CALL, / reactions: \[\],/),
  [ACTIVITY]: without(ACTIVITY, /^ {2}absorb: .*\n/m),
};

function without(path: string, part: RegExp): string {
  const text = WAVE[path] ?? '';
  if (!part.test(text)) throw new Error(`${path} does not have ${part}`);
  return text.replace(part, '');
}

function changed(path: string, replaced: readonly (readonly [from: string, to: string])[]): string {
  return replaced.reduce(
    (text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${path} does not have "${from}" once`);
      return text.replace(from, () => to);
    },
    readFileSync(path, 'utf8'),
  );
}

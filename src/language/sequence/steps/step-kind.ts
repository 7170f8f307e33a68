import type { UsedName } from '../../expression/names-used.ts';
import type { CheckContext, Entries } from '../check-context.ts';
import type { Place } from '../diagnostic.ts';
import type { Arm, Condition, Step, StepBody } from '../syntax.ts';
import type { YamlValue } from '../yaml-value.ts';

export interface StepInput {
  readonly context: CheckContext;
  /** The value behind the step's word; of kind `null` where it is a word alone. */
  readonly value: YamlValue;
  /** The whole mapping, for keys beside the step's word; empty for a word alone. */
  readonly entries: Entries;
  /** The step's word. */
  readonly place: Place;
  /** Checks a list of steps inside this one; `name` is part of their derived ids. */
  readonly steps: (value: YamlValue, name: string) => Step[];
}

interface CheckedStep {
  readonly body: StepBody;
  readonly reads?: readonly UsedName[];
  readonly arms?: readonly Arm[];
  readonly body_steps?: readonly Step[];
  /** What an `if` of its own tests, for the proofs. */
  readonly test?: Condition;
}

/** One kind of step: its word, what may stand beside it, and how its value is checked. */
export interface StepKind {
  readonly word: string;
  /** Keys of its own beside the common ones. */
  readonly beside?: readonly string[];
  /** Keys of its mapping, which are easily written beside its word instead of below it. */
  readonly below?: readonly string[];
  /** Which branches it may have. */
  readonly branches: readonly ('then' | 'else')[];
  /** It may wait for a person's approval. */
  readonly reviewable?: true;
  /** How it is written, for messages. */
  readonly example: string;
  /** Null after a report. */
  check(input: StepInput): CheckedStep | null;
}

/** A step that is performed: `then` follows when it was done, `else` when it is not possible. */
export const BOTH: readonly ('then' | 'else')[] = ['then', 'else'];

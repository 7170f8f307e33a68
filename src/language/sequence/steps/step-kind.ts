import type { UsedName } from '../../expression/names-used.ts';
import type { Node } from '../../plan/node.ts';
import type { NodeBase, NodeId } from '../../plan/nodes/common.ts';
import type { CheckContext, Entries } from '../check/check-context.ts';
import type { Place } from '../diagnostics/edit.ts';
import type { Least } from '../lints/least-time.ts';
import type { Certain } from '../proofs/certain.ts';
import type { StepForm } from '../schema/define-step.ts';
import type { Arm, Bare, Condition, Step, StepBody } from '../syntax.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

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

interface CheckedStep<Body> {
  readonly body: Body;
  readonly reads?: readonly UsedName[];
  readonly arms?: readonly Arm[];
  readonly body_steps?: readonly Step[];
  /** The condition of a step that is an `if`, for the proofs. */
  readonly test?: Condition;
}

/** The part of a step's kind that checks a document, whichever the kind is. */
export interface StepKind {
  /** The word and keys of the step, with what editors show of them. */
  readonly form: StepForm;
  /** Keys of its mapping, which are easily written beside its word instead of below it. */
  readonly below?: readonly string[];
  /** How it is written, for messages. */
  readonly example: string;
  /** The value may be any text, or has a form that the step's check looks at: a forgotten colon can be put in. */
  readonly takes_text?: true;
  /** `then` and `else` are both ways of a choice; else they are what follows when it was done, and when it is not possible. */
  readonly chooses?: true;
  /** Nothing comes after it. */
  readonly last?: true;
  /** The step makes nothing certain and ends nothing, so what is proven of the others still holds without it. */
  readonly proves_nothing?: true;
  /** Null after a report. */
  check(input: StepInput): CheckedStep<StepBody> | null;
}

/** The neighbors among which a step stands. */
interface Placing {
  readonly step: Step;
  /** The fields that every node has, without the step's condition. */
  readonly plain: NodeBase;
  /** Puts a branch before the step that follows; none is that step. */
  readonly branch: (steps: readonly Step[] | null) => NodeId;
  /** Puts steps before a node. */
  readonly list: (steps: readonly Step[], then: NodeId) => NodeId;
}

interface Passing {
  /** Facts that are certain while the node acts. */
  readonly here: Certain;
  /** Facts that are certain at the end of each of the node's rounds; undefined: not known yet. */
  readonly after_rounds: Certain | undefined;
  /** Null for the implicit end. */
  readonly step: Step | null;
}

/** One kind of step, from its keys to its node and to what is certain behind it. */
export interface StepDescriptor<N extends Node> extends StepKind {
  check(input: StepInput): CheckedStep<Bare<N>> | null;
  readonly build: (body: Bare<N>, placing: Placing) => N;
  /** The node carries the condition beside it. Else a separate branch asks first, or the node is a branch itself. */
  readonly carries_condition?: true;
  /** Fields without which a lead could not be enrolled, for what is not certain already. */
  readonly needs: (node: N, here: Certain) => readonly string[];
  /** Variables that it makes. */
  readonly makes?: (node: N) => readonly string[];
  /** Facts that are certain once the step was done, besides what it makes; absent: nothing more. */
  readonly achieves?: (node: N) => Partial<Certain>;
  /** Facts that are certain where the step was not possible; absent: nothing more. */
  readonly without?: (node: N) => Partial<Certain>;
  /** The facts on each way from the node, where these are not the ways of a step that is performed. */
  readonly leaving?: (node: N, passing: Passing) => readonly (readonly [to: NodeId, after: Certain])[];
  /** The least time from it, by that from the nodes behind it; absent: the least of its ways, and none of its own. */
  readonly least?: (node: N, to: (id: NodeId) => Least) => Least;
  /** How it reaches people on the professional network, who have to be connected for one of the two; absent or null: not at all. */
  readonly reached_as?: (node: N) => 'message' | 'inmail' | null;
}

export const needsNothing = (): readonly string[] => [];

/** The node of a step that is performed, with its condition and what it does where it is not possible. */
export function performed<Body extends StepBody>(body: Body, { step, plain, branch }: Placing) {
  return {
    ...body,
    ...plain,
    ...(step.condition ? { condition: step.condition.text } : {}),
    ...(step.else ? { else: branch(step.else) } : {}),
    ...(step.review ? { review: true as const } : {}),
  };
}

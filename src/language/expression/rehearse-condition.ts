import type { ASTNode } from '@marcbachmann/cel-js';
import { type ConditionScope, type ConditionState, evaluateCondition } from './condition.ts';
import { childrenOf, fieldOf, literalsOf } from './condition-ast.ts';
import { type ParsedCondition, parseCondition } from './parse-condition.ts';

/** How a condition may come out for somebody of whom not all is known yet. */
export interface RehearsedCondition {
  readonly may_hold: boolean;
  readonly may_not_hold: boolean;
  /** Why it cannot be decided, wherever somebody then stands; null: it can. */
  readonly problem: string | null;
  /** `vars.team`, `lead.country`: what it reads of the lead. */
  readonly reads: readonly string[];
}

const OPEN = { may_hold: true, may_not_hold: true, problem: null } as const;
const MOST_STATES = 256;
const EITHER = [true, false];

/**
 * Decides it with what is known, in every state in which somebody may stand: connected or not, of each degree, with each label that it names.
 * `isOpen` says of a name that its value is not known yet.
 */
export function rehearseCondition(
  text: string,
  known: Pick<ConditionScope, 'lead' | 'vars'>,
  isOpen: (name: string) => boolean,
): RehearsedCondition {
  const parsed = parsedOrNull(text);
  if (parsed === null) return { ...OPEN, reads: [] };
  const reads = parsed.reads.filter((name) => !name.startsWith('state.'));
  if (reads.some(isOpen)) return { ...OPEN, reads };
  const decided = statesFor(parsed).map((state) => evaluateCondition(text, { ...known, state }));
  return {
    may_hold: decided.some((one) => one.ok && one.value),
    may_not_hold: decided.some((one) => one.ok && !one.value),
    problem: decided.flatMap((one) => (one.ok ? [] : [one.error.message]))[0] ?? null,
    reads,
  };
}

const states = new WeakMap<ParsedCondition, readonly ConditionState[]>();

function statesFor(parsed: ParsedCondition): readonly ConditionState[] {
  const known = states.get(parsed) ?? possibleStates(parsed);
  states.set(parsed, known);
  return known;
}

function possibleStates({ decide, reads }: ParsedCondition): ConditionState[] {
  const texts = [...new Set(['', ...literalsOf(decide.ast)])];
  const values: { readonly [name in keyof ConditionState]: readonly ConditionState[name][] } = {
    connected: EITHER,
    invited: EITHER,
    replied: EITHER,
    has_email: EITHER,
    premium: EITHER,
    label: texts,
    degree: [0, 1, 2, 3],
    last_step: texts,
  };
  const first: ConditionState = {
    ...{ connected: false, invited: false, replied: false, has_email: false, premium: false },
    ...{ label: '', degree: 0, last_step: '' },
  };
  return Object.entries(values).reduce<ConditionState[]>(
    (some, [name, possible]) =>
      reads.includes(`state.${name}`)
        ? some.flatMap((state) => possible.map((value) => ({ ...state, [name]: value }))).slice(0, MOST_STATES)
        : some,
    [first],
  );
}

/** Functions and operators that not every value of their type goes through. */
const PARTIAL: ReadonlySet<string> = new Set(['int', 'double', 'bool']);
const PARTIAL_OPERATORS: ReadonlySet<string> = new Set(['/', '%', '[]']);

/** Whether the values of some lead could keep it from being decided. `isTyped` says of a name that its type is certain. */
export function mayBeUndecided(text: string, isTyped: (name: string) => boolean): boolean {
  const parsed = parsedOrNull(text);
  return parsed !== null && isRisky(parsed.decide.ast, isTyped);
}

function isRisky(node: ASTNode, isTyped: (name: string) => boolean): boolean {
  const field = fieldOf(node);
  if (field !== null) return !isTyped(field);
  if ((node.op === 'call' || node.op === 'rcall') && PARTIAL.has(node.args[0])) return true;
  if (PARTIAL_OPERATORS.has(node.op)) return true;
  // Values of any two types are equal or not.
  const compares = node.op === '==' || node.op === '!=';
  return childrenOf(node).some((child) => !(compares && fieldOf(child) !== null) && isRisky(child, isTyped));
}

function parsedOrNull(text: string): ParsedCondition | null {
  try {
    return parseCondition(text);
  } catch {
    return null;
  }
}

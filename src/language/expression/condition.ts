import { type ASTNode, EvaluationError, ParseError, TypeError as TypingError } from '@marcbachmann/cel-js';
import { cutText } from '../../shared/kit/cut-text.ts';
import { isDay } from '../../shared/kit/read-date.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import { type ComparedText, findNoDay } from './compared-days.ts';
import { childrenOf, fieldOf, readsOf } from './condition-ast.ts';
import { type ConditionNames, conditionEnvironment, FUNCTIONS } from './condition-environment.ts';
import { parseCondition } from './parse-condition.ts';

export interface ConditionProblem {
  readonly message: string;
  /** A name that is none of those that it may read. */
  readonly unknown?: string;
  /** The place of the problem in the condition, counted from 0, and its length in characters. */
  readonly offset: number;
  readonly length: number;
}

/**
 * The part of the walk that conditions see. `label` is empty while the answer has none; `degree` is 0 while unknown;
 * `last_step` is the id of the step done last, or empty.
 */
export interface ConditionState {
  readonly connected: boolean;
  readonly invited: boolean;
  readonly replied: boolean;
  readonly label: string;
  readonly has_email: boolean;
  readonly degree: number;
  readonly premium: boolean;
  readonly last_step: string;
}

export interface ConditionScope {
  readonly lead: Readonly<Record<string, unknown>>;
  /** The variables. A value that a step saved has the shape of its answer: `vars.colleagues.total_count`. */
  readonly vars: Readonly<Record<string, unknown>>;
  readonly state: ConditionState;
}

export interface CheckedCondition {
  /** Facts of `state` that hold for certain when the condition is true, and when it is false; `!connected`: that it is not. */
  readonly when_true: readonly string[];
  readonly when_false: readonly string[];
  /** `lead.country`, `vars.team`: what it reads of the lead. */
  readonly reads: readonly string[];
}

/** The parser recurses; no condition that people can read comes near. */
const LONGEST = 1000;

/** Types a CEL condition: unknown names, wrong types and unavailable functions are problems with a place. */
export function checkCondition(text: string, names: ConditionNames): Result<CheckedCondition, ConditionProblem> {
  const whole = { offset: 0, length: Math.max(1, text.length) };
  if (text.length > LONGEST) return fail({ message: `a condition has at most ${LONGEST} characters`, ...whole });
  try {
    const environment = conditionEnvironment(names);
    const { ast } = environment.parse(text);
    const refused = findRefusedCall(ast);
    if (refused) return fail(refused);
    const checked = environment.check(text);
    if (!checked.valid) return fail(problemOf(checked.error, whole));
    const noDay = findNoDay(ast, (name) => isDayOf(names, name));
    if (noDay) return fail(problemOfDay(noDay));
    if (checked.type !== 'bool' && checked.type !== 'dyn') {
      return fail({ message: `a condition is true or false, this is ${inPlainWords(checked.type)}`, ...whole });
    }
    return ok({ when_true: facts(ast, true), when_false: facts(ast, false), reads: [...new Set(readsOf(ast))] });
  } catch (error) {
    return fail(problemOf(error, whole));
  }
}

/** A lead's field that is absent reads as an empty text, so `lead.country == "FR"` is false without a country. */
export function evaluateCondition(text: string, scope: ConditionScope): Result<boolean, { readonly message: string }> {
  if (text.length > LONGEST) return fail({ message: `a condition has at most ${LONGEST} characters` });
  try {
    const { decide, reads } = parseCondition(text);
    const refused = findRefusedCall(decide.ast);
    if (refused) return fail({ message: refused.message });
    const lead: Record<string, unknown> = { ...scope.lead };
    for (const name of reads) {
      const field = name.startsWith('lead.') ? name.slice(5) : null;
      if (field !== null && (lead[field] === undefined || lead[field] === null)) lead[field] = '';
    }
    const state = { ...scope.state, degree: BigInt(Math.trunc(scope.state.degree)) };
    const value: unknown = decide({ lead, vars: { ...scope.vars }, state });
    return typeof value === 'boolean'
      ? ok(value)
      : fail({ message: `a condition is true or false, this is ${typeof value}` });
  } catch (error) {
    return fail({ message: problemOf(error, { offset: 0, length: 1 }).message });
  }
}

/** A variable whose default is a day. */
function isDayOf({ vars }: ConditionNames, name: string): boolean {
  const fallback = Object.entries(vars).find(([one]) => name === `vars.${one}`)?.[1];
  return typeof fallback === 'string' && isDay(fallback);
}

const problemOfDay = ({ name, text, node }: ComparedText): ConditionProblem => ({
  message: `${name} is a day, and "${cutText(text, 60)}" is none; write it like 2027-03-02`,
  offset: node.start,
  length: Math.max(1, node.end - node.start),
});

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'number',
  uint: 'number',
  double: 'number',
  bool: 'true or false',
};

const withPlainTypes = (text: string): string =>
  text.replace(/\b(?:string|int|uint|double|bool)\b(?!\()/g, (type) => TYPES[type] ?? type);

function inPlainWords(type: string | undefined): string {
  const plain = type === undefined ? undefined : TYPES[type];
  return plain === undefined ? (type?.replace(/^\$/, 'the whole of ') ?? 'something else') : `a ${plain}`;
}

/** Sentences for the error codes of CEL that name something unknown. */
const UNKNOWN: Readonly<Record<string, (name: string) => string>> = {
  unknown_variable: (name) => `unknown name ${name}; a condition reads lead, vars and state`,
  no_such_key: (name) => `there is no field ${name}`,
};

function problemOf(error: unknown, whole: { offset: number; length: number }): ConditionProblem {
  if (error instanceof ParseError || error instanceof TypingError || error instanceof EvaluationError) {
    const { code, range, summary } = error;
    const place = { offset: range?.start ?? 0, length: Math.max(1, (range?.end ?? 0) - (range?.start ?? 0)) };
    const unknown = Object.hasOwn(UNKNOWN, code) ? /: (\w+)$/.exec(summary)?.[1] : undefined;
    if (unknown !== undefined) return { message: UNKNOWN[code]?.(unknown) ?? summary, unknown, ...place };
    const message = summary
      .replace('Unexpected token: EOF', 'the condition is not complete')
      .replace(/^no such overload: (.*)$/, (_, types: string) => `these do not go together: ${withPlainTypes(types)}`)
      .replace(/\$(lead|vars|state)/g, '$1');
    return { message, ...place };
  }
  return { message: messageOf(error), ...whole };
}

/** Only functions whose cost is bounded by the condition's own length. */
function findRefusedCall(node: ASTNode): ConditionProblem | null {
  if (node.op === 'call' || node.op === 'rcall') {
    const name = node.args[0];
    if (!FUNCTIONS.has(name)) {
      const message = `the function ${name} is not available; there are ${[...FUNCTIONS].join(', ')}`;
      return { message, offset: node.start, length: Math.max(1, node.end - node.start) };
    }
  }
  for (const child of childrenOf(node)) {
    const refused = findRefusedCall(child);
    if (refused) return refused;
  }
  return null;
}

/** `state.connected == true` says the same as `state.connected`, and a person of the first degree is connected. */
function factsOfComparison([left, right]: readonly [ASTNode, ASTNode], equal: boolean): string[] {
  const [literal, other] = left.op === 'value' ? [left, right] : [right, left];
  if (literal.op !== 'value') return [];
  const value: unknown = literal.args;
  if (typeof value === 'boolean') return facts(other, value === equal);
  return equal && value === 1n && fieldOf(other) === 'state.degree' ? ['connected'] : [];
}

/** Derives what is certain about `state` when `node` evaluates to `truth`. */
function facts(node: ASTNode, truth: boolean): string[] {
  const path = fieldOf(node);
  if (path?.startsWith('state.')) return [`${truth ? '' : '!'}${path.slice(6)}`];
  if (node.op === '!_') return facts(node.args, !truth);
  if (node.op === '==' || node.op === '!=') return factsOfComparison(node.args, node.op === '==' ? truth : !truth);
  if ((node.op === '&&' && truth) || (node.op === '||' && !truth)) {
    return [...new Set([...facts(node.args[0], truth), ...facts(node.args[1], truth)])];
  }
  if (node.op === '&&' || node.op === '||') {
    const other = facts(node.args[1], truth);
    return facts(node.args[0], truth).filter((fact) => other.includes(fact));
  }
  return [];
}

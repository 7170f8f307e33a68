import type { Filter, Template as LiquidNode } from 'liquidjs';
import { IfTag, LiquidError, Output, TagToken, type Token, TokenKind, TypeGuards, type Value } from 'liquidjs';
import { isRecord } from '../../shared/kit/is-record.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import { FILTERS, textLiquid } from './liquid.ts';
import { MAX_OUTPUT, OUTPUT_TOO_LONG } from './longest-output.ts';
import { meantFilter } from './meant-filter.ts';

/** A name that a template reads: `first_name`, `vars.team`, `job.title`; `offset` is its place in the template. */
export interface NameUse {
  readonly name: string;
  readonly offset: number;
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /**
   * `{{ … }}`; `optional` with a `default` filter. `reads` is the value itself, `arguments` what its filters read. `most` is the
   * number of characters that `truncate` leaves; null where nothing cuts it. `filters`: by their names, in order.
   */
  | {
      readonly kind: 'value';
      readonly reads: readonly NameUse[];
      readonly arguments: readonly NameUse[];
      readonly optional: boolean;
      readonly most: number | null;
      readonly filters: readonly string[];
    }
  /** `{% if %}` with all its branches; the last is what renders when no test holds. */
  | {
      readonly kind: 'if';
      readonly tests: readonly NameUse[];
      readonly branches: readonly (readonly TemplatePart[])[];
    };

export interface Template {
  readonly source: string;
  readonly parts: readonly TemplatePart[];
}

export interface TemplateProblem {
  readonly message: string;
  /** The offset in the template, from 0. */
  readonly offset: number;
  /** How many characters from there are meant; absent: the opening braces. */
  readonly length?: number;
  /** The word that belongs there instead, where one is likely. */
  readonly meant?: string;
}

/** A text longer than the longest output is a mistake, and deeper nesting than anyone reads would overflow the stack. */
const MOST_IFS = 100;

/** Reads a template and refuses all that is not a variable, a known filter or an `if`. Never throws. */
export function parseTemplate(text: string): Result<Template, TemplateProblem> {
  if (text.length > MAX_OUTPUT) return fail({ message: OUTPUT_TOO_LONG, offset: MAX_OUTPUT });
  const surplus = [...text.matchAll(/\{%/g)][MOST_IFS * 2];
  if (surplus) return fail({ message: `there are more than ${MOST_IFS} {% if %} in the text`, offset: surplus.index });
  try {
    const nodes = textLiquid.parse(text);
    return ok({ source: text, parts: nodes.map((node) => readPart(node)) });
  } catch (error) {
    if (error instanceof Refusal) return fail(error.problem);
    return fail(fromLiquid(error));
  }
}

class Refusal extends Error {
  readonly problem: TemplateProblem;
  constructor(message: string, offset: number, more: Pick<TemplateProblem, 'length' | 'meant'> = {}) {
    super(message);
    this.problem = { message, offset, ...more };
  }
}

function readPart(node: LiquidNode): TemplatePart {
  if (node instanceof Output) return readOutput(node);
  if (node instanceof IfTag) {
    const bodies = [...node.branches.map((branch) => branch.templates), node.elseTemplates ?? []];
    return {
      kind: 'if',
      tests: node.branches.flatMap(({ value }) => [...readOperands(value, node.token.begin), ...readFilters(value)]),
      branches: bodies.map((body) => body.map((child) => readPart(child))),
    };
  }
  if (node.token.kind === TokenKind.HTML) return { kind: 'text', text: 'str' in node ? String(node.str) : '' };
  throw new Refusal('only variables, filters and `if` are available in a text', node.token.begin);
}

function readOutput(node: Output): TemplatePart {
  return {
    kind: 'value',
    reads: readOperands(node.value, node.token.begin),
    arguments: readFilters(node.value),
    optional: hasDefault(node),
    most: truncatedTo(node),
    filters: node.value.filters.map(({ name }) => name),
  };
}

/** Filters that change a text's length little or not at all, so that a `truncate` before them still holds. */
const KEEPS_LENGTH: ReadonlySet<string> = new Set(['capitalize', 'downcase', 'strip', 'strip_newlines', 'upcase']);

/** The length that a `truncate` with a plain number leaves; null where there is none, or where more may be added behind it. */
function truncatedTo({ value: { filters } }: Output): number | null {
  const last = filters.findLast(({ name }) => !KEEPS_LENGTH.has(name));
  const [length] = last?.name === 'truncate' ? last.args : [];
  return length && !Array.isArray(length) && TypeGuards.isNumberToken(length) ? length.content : null;
}

/** Anywhere in the chain: Liquid itself only looks at the first filter, which `{{ name | capitalize | default: 'you' }}` is not. */
export function hasDefault(node: Output): boolean {
  return node.value.filters.some((filter) => filter.name === 'default');
}

function readOperands(value: Value, at: number): NameUse[] {
  const { postfix } = value.initial;
  // Liquid reads `{{ first name }}` and shows the last word; whoever wrote it meant one name.
  const operands = postfix.filter((token) => token.kind !== TokenKind.Operator).length;
  const operators = postfix.filter((token) => token.kind === TokenKind.Operator && token.getText() !== 'not').length;
  if (operands - operators !== 1) throw new Refusal(`"${sourceOf(postfix)}" is not one value`, postfix[0]?.begin ?? at);
  return postfix.flatMap((token) => readToken(token));
}

function readFilters(value: Value): NameUse[] {
  const reads: NameUse[] = [];
  for (const filter of value.filters) {
    if (!FILTERS.some((name) => name === filter.name)) throw unknownFilter(filter);
    for (const argument of filter.args) {
      const token = Array.isArray(argument) ? argument[1] : argument;
      if (token) reads.push(...readToken(token));
    }
  }
  return reads;
}

function readToken(token: Token): NameUse[] {
  if (TypeGuards.isPropertyAccessToken(token)) {
    if (token.variable) throw new Refusal('only plain names like first_name or job.title are available', token.begin);
    const segments = token.props.map((prop) => {
      if (TypeGuards.isQuotedToken(prop) || TypeGuards.isWordToken(prop)) return prop.content;
      throw new Refusal('only plain names like first_name or job.title are available', token.begin);
    });
    return [{ name: segments.join('.'), offset: token.begin }];
  }
  if (TypeGuards.isRangeToken(token)) throw new Refusal('ranges are not available in a text', token.begin);
  return [];
}

function sourceOf(tokens: readonly Token[]): string {
  const begin = Math.min(...tokens.map((token) => token.begin));
  const end = Math.max(...tokens.map((token) => token.end));
  return tokens[0]?.input.slice(begin, end) ?? '';
}

function unknownFilter(filter: Filter): Refusal {
  const { name } = filter;
  const meant = meantFilter(name);
  const text = `there is no filter "${name}"${meant === null ? `; there are ${FILTERS.join(', ')}` : ''}`;
  return new Refusal(text, beginOf(filter), { length: name.length, ...(meant === null ? {} : { meant }) });
}

/** The offset at which a filter's name begins; the library keeps it, and its types do not say so. */
function beginOf(filter: Filter): number {
  const token: unknown = Reflect.get(filter, 'token');
  return isRecord(token) && typeof token.begin === 'number' ? token.begin : 0;
}

function fromLiquid(error: unknown): TemplateProblem {
  if (!LiquidError.is(error)) return { message: messageOf(error), offset: 0 };
  const { token } = error;
  const offset = token.begin;
  if (!(token instanceof TagToken) || token.name in textLiquid.tags) return { message: wordsOf(error), offset };
  const message = STRAY.includes(token.name)
    ? `{% ${token.name} %} has no {% if %} before it`
    : `{% ${token.name} %} is not available: only {% if %} is`;
  return { message, offset };
}

/** Tags that do not stand by themselves. */
const STRAY: readonly string[] = ['else', 'elsif', 'endif'];

/** Liquid's message of an error, without the line and column that it adds. */
export const wordsOf = (error: unknown): string => messageOf(error).replace(/, line:\d+, col:\d+$/, '');

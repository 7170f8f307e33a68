import { IfTag, LiquidError, type Template as LiquidNode, Output } from 'liquidjs';
import { isRecord } from '../../shared/kit/is-record.ts';
import { plainLine } from '../../shared/kit/plain-line.ts';
import { plainText } from '../../shared/kit/plain-text.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import { htmlLiquid, printable, textLiquid } from './liquid.ts';
import { MAX_OUTPUT, OUTPUT_TOO_LONG } from './longest-output.ts';
import { hasDefault, parseTemplate, wordsOf } from './template.ts';

export interface RenderProblem {
  /** The name that has no value for this lead. */
  readonly missing?: string;
  readonly message: string;
}

export interface RenderOptions {
  readonly as?: 'text' | 'html' | 'line';
}

/**
 * Renders a template once; what values contain is never read as a template. A name without a value is a problem unless
 * it has a `default` or is only tested by `if`. `as: 'html'` escapes values, for the HTML part of an email; `'line'` is for what goes
 * into a header: on one line. Control characters become blanks in all of them, because no field may keep a text from being sent.
 */
export function renderTemplate(
  text: string,
  scope: Readonly<Record<string, unknown>>,
  { as = 'text' }: RenderOptions = {},
): Result<string, RenderProblem> {
  const checked = parseTemplate(text);
  if (!checked.ok) return fail({ message: checked.error.message });
  const liquid = as === 'html' ? htmlLiquid : textLiquid;
  try {
    const nodes = liquid.parse(text);
    for (const node of nodes) guardOutputs(node);
    const rendered: unknown = liquid.renderSync(nodes, withoutNulls(scope));
    const output = asSent(String(rendered), as);
    return output.length > MAX_OUTPUT ? fail({ message: OUTPUT_TOO_LONG }) : ok(output);
  } catch (error) {
    return fail(renderProblem(error));
  }
}

export const asSent = (text: string, as: RenderOptions['as']): string =>
  as === 'line' ? plainLine(text) : plainText(text);

/** A value with a `default` anywhere among its filters may be absent; one that no text can show is refused. */
export function guardOutputs(node: LiquidNode): void {
  if (node instanceof Output) {
    const { value } = node;
    const original = value.value.bind(value);
    const lenient = hasDefault(node);
    value.value = function* (context) {
      return printable(yield* original(context, lenient));
    };
  } else if (node instanceof IfTag) {
    for (const branch of node.branches) for (const child of branch.templates) guardOutputs(child);
    for (const child of node.elseTemplates ?? []) guardOutputs(child);
  }
}

/** Null is as absent as undefined: Liquid would print it as nothing, and somebody would receive "Hi ,". */
export function withoutNulls(scope: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(scope).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]));
}

export function renderProblem(error: unknown): RenderProblem {
  const cause = LiquidError.is(error) ? error.originalError : null;
  const missing = isRecord(cause) ? cause.variableName : null;
  if (typeof missing === 'string') return { missing, message: `there is no value for ${missing}` };
  return { message: wordsOf(error) };
}

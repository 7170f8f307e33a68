import { Context, IfTag, isTruthy, type Template as LiquidNode, toValueSync } from 'liquidjs';
import { htmlLiquid, textLiquid } from './liquid.ts';
import {
  asSent,
  guardOutputs,
  type RenderOptions,
  type RenderProblem,
  renderProblem,
  withoutNulls,
} from './render-template.ts';
import { parseTemplate, type TemplatePart } from './template.ts';

/** The result of a template for somebody of whom not all is known yet. */
export interface Rehearsed {
  /** As it will be; null: it depends on what is not known yet. */
  readonly text: string | null;
  /** Problems that occur whatever the unknown values are going to be. */
  readonly problems: readonly (RenderProblem & { readonly reads: readonly string[] })[];
}

interface Parsed {
  readonly nodes: readonly LiquidNode[];
  readonly parts: readonly TemplatePart[];
}

/** Thousands of people go through the same few texts. */
const parsed = new Map<string, Parsed>();
const MOST_PARSED = 500;

/**
 * Renders value by value what is known; where an `if` tests something unknown, each of its branches. `isOpen` says of a name that its value is
 * not known yet.
 */
export function rehearseTemplate(
  text: string,
  scope: Readonly<Record<string, unknown>>,
  isOpen: (name: string) => boolean,
  { as = 'text' }: RenderOptions = {},
): Rehearsed {
  const { nodes, parts } = parsedOnce(text, as === 'html');
  const { options, renderer } = as === 'html' ? htmlLiquid : textLiquid;
  const context = () => new Context(withoutNulls(scope), options, { sync: true });

  const shown = (node: LiquidNode): string => String(toValueSync(renderer.renderTemplates([node], context())));
  const holds = (value: IfTag['branches'][number]['value']): boolean => {
    const at = context();
    return isTruthy(toValueSync(value.value(at, options.lenientIf)), at);
  };

  const rehearseOutput = (node: LiquidNode, { reads, arguments: given }: Part<'value'>): Rehearsed => {
    const names = [...reads, ...given].map(({ name }) => name);
    if (names.some(isOpen)) return OPEN;
    try {
      return { text: shown(node), problems: [] };
    } catch (error) {
      return { text: null, problems: [{ ...renderProblem(error), reads: names }] };
    }
  };
  const rehearseIf = ({ branches, elseTemplates = [] }: IfTag, part: Part<'if'>): Rehearsed => {
    const bodies = [...branches.map(({ templates }) => templates), elseTemplates];
    const inside = (index: number): Rehearsed => rehearseAll(bodies[index] ?? [], part.branches[index] ?? []);
    if (part.tests.some(({ name }) => isOpen(name))) {
      return { text: null, problems: bodies.flatMap((_, index) => inside(index).problems) };
    }
    try {
      const taken = branches.findIndex(({ value }) => holds(value));
      return inside(taken < 0 ? branches.length : taken);
    } catch (error) {
      return { text: null, problems: [{ ...renderProblem(error), reads: part.tests.map(({ name }) => name) }] };
    }
  };
  const rehearseAll = (list: readonly LiquidNode[], their: readonly TemplatePart[]): Rehearsed =>
    joined(
      list.map((node, index) => {
        const part = their[index];
        if (part?.kind === 'value') return rehearseOutput(node, part);
        if (part?.kind === 'if' && node instanceof IfTag) return rehearseIf(node, part);
        return { text: part?.kind === 'text' ? part.text : '', problems: [] };
      }),
    );
  const { text: whole, problems } = rehearseAll(nodes, parts);
  return { text: whole === null ? null : asSent(whole, as), problems };
}

type Part<Kind extends TemplatePart['kind']> = Extract<TemplatePart, { kind: Kind }>;

const OPEN: Rehearsed = { text: null, problems: [] };

const joined = (pieces: readonly Rehearsed[]): Rehearsed => ({
  text: pieces.some(({ text }) => text === null) ? null : pieces.map(({ text }) => text).join(''),
  problems: pieces.flatMap(({ problems }) => problems),
});

function parsedOnce(text: string, html: boolean): Parsed {
  const key = `${html ? 'html' : 'text'} ${text}`;
  const known = parsed.get(key);
  if (known) return known;
  const checked = parseTemplate(text);
  const nodes = checked.ok ? (html ? htmlLiquid : textLiquid).parse(text) : [];
  for (const node of nodes) guardOutputs(node);
  const made = { nodes, parts: checked.ok ? checked.value.parts : [] };
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(key, made);
  return made;
}

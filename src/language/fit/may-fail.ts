import { MAX_OUTPUT } from '../expression/longest-output.ts';
import { mayBeUndecided } from '../expression/rehearse-condition.ts';
import { parseTemplate, type TemplatePart } from '../expression/template.ts';
import { declaredType } from '../plan/declared-value.ts';
import { LEAD_FIELDS, type Vars } from '../plan/lead.ts';
import type { Node } from '../plan/node.ts';
import { fillsOf } from '../plan/node-traits.ts';
import type { Filled } from '../plan/nodes/filled.ts';
import type { Plan } from '../plan/plan.ts';
import { conditionsOf } from './look-ahead.ts';
import type { Known } from './standing.ts';

interface Bound {
  readonly most: number;
  /** The length of the template as it is written. */
  readonly length: number;
  /** Values that it shows. */
  readonly values: number;
}

interface Risks {
  /** A step may fail for some value, however short. */
  readonly always: boolean;
  readonly bounds: readonly Bound[];
}

const risks = new WeakMap<Plan, Risks>();

/** In an address, one letter is nine characters. */
const GROWS = 9;
/** Filters that not every value goes through, or that make a text longer by as much as it is long. */
const RISKY: ReadonlySet<string> = new Set(['date', 'join', 'replace']);

/**
 * Whether walking the paths could find anything. Nearly no plan can fail for what people bring, and a million rows are asked: what a plan
 * leaves open is found once.
 */
export function mayFail(plan: Plan, { lead, vars }: Known): boolean {
  const known = risks.get(plan) ?? risksOf(plan);
  risks.set(plan, known);
  if (known.always) return true;
  const longest = Math.max(
    0,
    ...LEAD_FIELDS.map((field) => lead[field]?.length ?? 0),
    ...Object.values(vars).map((value) => (typeof value === 'string' ? value.length : 20)),
  );
  return known.bounds.some(({ most, length, values }) => length + values * longest * GROWS > most);
}

function risksOf({ nodes, vars }: Plan): Risks {
  const steps = Object.values(nodes);
  const filled = steps.flatMap((node) => fillsOf(node));
  const parsed = filled.map(({ template, is, most = MAX_OUTPUT }) => {
    const read = parseTemplate(template);
    const parts = read.ok ? read.value.parts : [];
    return { most, length: template.length, values: countValues(parts), risky: isRisky(parts, is) };
  });
  return {
    always:
      parsed.some(({ risky }) => risky) ||
      steps.some((node) => isActionOfValues(node) || setsTyped(node, vars) || mayNotDecide(node, vars)),
    bounds: parsed.filter(({ values }) => values > 0).map(({ most, length, values }) => ({ most, length, values })),
  };
}

/** A text that shows values by filters that can fail, that is chosen by values, or that may come out otherwise than it has to be. */
function isRisky(parts: readonly TemplatePart[], is: Filled['is']): boolean {
  const says = parts.some((part) => part.kind === 'text' && part.text.trim() !== '');
  if (parts.some(({ kind }) => kind !== 'text') && (is === 'some' ? !says : is !== undefined)) return true;
  return parts.some((part) => {
    if (part.kind === 'if') return countValues(part.branches.flat()) > 0;
    return part.kind === 'value' && part.filters.some((name) => RISKY.has(name));
  });
}

/**
 * Tells whether an action's params hold values of the lead. The contract says what they have to be; nothing is known of it
 * here.
 */
const isActionOfValues = (node: Node): boolean =>
  node.kind === 'action' && fillsOf(node).some(({ template }) => /\{[{%]/.test(template));

/** A condition that the values of some lead could keep from being decided. */
const mayNotDecide = (node: Node, declared: Vars): boolean =>
  conditionsOf(node).some((condition) =>
    mayBeUndecided(condition, (name) => {
      const { [name.slice('vars.'.length)]: fallback = null } = declared;
      return !name.startsWith('vars.') || declaredType(fallback) !== null;
    }),
  );

/** A text that becomes a number, a day or a truth value. */
const setsTyped = (node: Node, declared: Vars): boolean =>
  node.kind === 'set' &&
  Object.entries(node.vars).some(([name, value]) => {
    const { [name]: fallback = null } = declared;
    return typeof value === 'string' && !['text', null].includes(declaredType(fallback));
  });

const countValues = (parts: readonly TemplatePart[]): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'if') return sum + countValues(part.branches.flat());
    return sum + (part.kind === 'value' ? 1 + part.arguments.length : 0);
  }, 0);

import { own } from '../../shared/kit/own.ts';
import { MAX_OUTPUT } from '../expression/longest-output.ts';
import { mayBeUndecided } from '../expression/rehearse-condition.ts';
import { parseTemplate, type TemplatePart } from '../expression/template.ts';
import { declaredType } from '../plan/declared-value.ts';
import type { Vars } from '../plan/lead.ts';
import type { Node } from '../plan/node.ts';
import { fillsOf } from '../plan/node-traits.ts';
import type { Filled } from '../plan/nodes/filled.ts';
import type { Plan } from '../plan/plan.ts';
import { conditionsOf } from './look-ahead.ts';
import type { Known } from './reached.ts';

interface Bound {
  readonly most: number;
  /** The length of the template as it is written. */
  readonly length: number;
  readonly values: readonly ShownValue[];
}

/** A value that a text shows. */
interface ShownValue {
  /** The names that it reads, each as `first_name`, `lead.first_name`, `vars.team` or `job.title`. */
  readonly names: readonly string[];
  /** How many times as long as what it reads it may be. */
  readonly grows: number;
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
/** Filters that leave a text as long as it is. */
const KEEPS_LENGTH: ReadonlySet<string> = new Set(['default', 'strip', 'strip_newlines']);
/** `-1.7976931348623157e+308`, and then some. */
const LONGEST_NUMBER = 30;

/**
 * Whether walking the paths could find anything. Nearly no plan can fail for what people bring, and a million rows are asked: what a plan
 * leaves open is found once.
 */
export function mayFail(plan: Plan, { lead, vars }: Known): boolean {
  const known = risks.get(plan) ?? risksOf(plan);
  risks.set(plan, known);
  if (known.always) return true;
  const fields: Readonly<Record<string, unknown>> = { ...lead };
  const lengthOfName = (name: string): number => {
    const [head = '', field = ''] = name.split('.');
    if (head === 'lead') return lengthOf(own(fields, field));
    if (head === 'vars') return lengthOf(own(vars, field));
    // Of the same name the field wins where it says anything.
    return Math.max(lengthOf(own(fields, head)), lengthOf(own(vars, head)));
  };
  const lengthOfValue = ({ names, grows }: ShownValue): number =>
    grows * names.reduce((sum, name) => sum + lengthOfName(name), 0);
  return known.bounds.some(
    ({ most, length, values }) => values.reduce((sum, value) => sum + lengthOfValue(value), length) > most,
  );
}

/** Gives the length of a value as text; of an object, such as the job of a campaign, that of all that it holds. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : LONGEST_NUMBER;
}

function risksOf({ nodes, vars }: Plan): Risks {
  const steps = Object.values(nodes);
  const filled = steps.flatMap((node) => fillsOf(node));
  const made = new Set(steps.flatMap((node) => (node.kind === 'set' ? Object.keys(node.vars) : [])));
  const parsed = filled.map(({ template, as, is, most = MAX_OUTPUT }) => {
    const read = parseTemplate(template);
    const parts = read.ok ? read.value.parts : [];
    const values = shownValues(parts, as);
    // How long a variable is that was made on the way, only the walk knows.
    const isMade = values.some(({ names }) => names.some((name) => made.has(name.replace(/^vars\./, ''))));
    return { most, length: template.length, values, risky: isMade || isRisky(parts, is) };
  });
  return {
    always:
      parsed.some(({ risky }) => risky) ||
      steps.some((node) => isActionOfValues(node) || setsTyped(node, vars) || mayNotDecide(node, vars)),
    bounds: parsed
      .filter(({ values }) => values.length > 0)
      .map(({ most, length, values }) => ({ most, length, values })),
  };
}

/** Those outside of an `if`: one that tests a value is risky anyway. */
const shownValues = (parts: readonly TemplatePart[], as: Filled['as']): ShownValue[] =>
  parts.flatMap((part) => {
    if (part.kind !== 'value') return part.kind === 'if' ? part.branches.flatMap((one) => shownValues(one, as)) : [];
    const keeps = as !== 'html' && part.filters.every((name) => KEEPS_LENGTH.has(name));
    return [{ names: [...part.reads, ...part.arguments].map(({ name }) => name), grows: keeps ? 1 : GROWS }];
  });

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

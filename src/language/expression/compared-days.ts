import type { ASTNode } from '@marcbachmann/cel-js';
import { isDay } from '../../shared/kit/read-date.ts';
import { childrenOf, fieldOf } from './condition-ast.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);

/** A text that a day is compared with, and is no day itself. */
export interface ComparedText {
  /** `vars.start`. */
  readonly name: string;
  readonly text: string;
  readonly node: ASTNode;
}

/** The first of them; null: there is none. Days compare as texts do, where both are written like 2027-03-02. */
export function findNoDay(node: ASTNode, isDayNamed: (name: string) => boolean): ComparedText | null {
  const children = childrenOf(node);
  const name = COMPARISONS.has(node.op) ? children.map(fieldOf).find((one) => one !== null && isDayNamed(one)) : null;
  if (name) {
    const wrong = children.flatMap(textsOf).find(({ text }) => text !== '' && !isDay(text));
    if (wrong !== undefined) return { name, ...wrong };
  }
  return children.map((child) => findNoDay(child, isDayNamed)).find((found) => found !== null) ?? null;
}

/** The texts of a literal, or of a list of literals. */
function textsOf(node: ASTNode): Omit<ComparedText, 'name'>[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [{ text: node.args, node }] : [];
  return node.op === 'list' ? childrenOf(node).flatMap(textsOf) : [];
}

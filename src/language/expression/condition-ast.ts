import type { ASTNode } from '@marcbachmann/cel-js';
import { isRecord } from '../../shared/kit/is-record.ts';

function isNode(value: unknown): value is ASTNode {
  return isRecord(value) && 'op' in value && 'args' in value;
}

export function childrenOf(node: ASTNode): ASTNode[] {
  const { args }: { args: unknown } = node;
  const nested = (value: unknown): ASTNode[] => {
    if (isNode(value)) return [value];
    return Array.isArray(value) ? value.flatMap((item) => nested(item)) : [];
  };
  return nested(args);
}

/** Lists the paths that an expression reads: `lead.country`, `vars.team`. */
export function readsOf(node: ASTNode): string[] {
  const path = fieldOf(node);
  return path ? [path] : childrenOf(node).flatMap((child) => readsOf(child));
}

/** `lead.country` and `lead["country"]`, as a path. */
export function fieldOf(node: ASTNode): string | null {
  if (node.op === '.' && node.args[0].op === 'id') return `${node.args[0].args}.${node.args[1]}`;
  if (node.op === '[]' && node.args[0].op === 'id' && node.args[1].op === 'value') {
    return `${node.args[0].args}.${String(node.args[1].args)}`;
  }
  return null;
}

/** The texts that are written in it. */
export function literalsOf(node: ASTNode): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : [];
  return childrenOf(node).flatMap((child) => literalsOf(child));
}

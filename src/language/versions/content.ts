import { canonicalJson } from '../plan/canonical-json.ts';
import type { Node } from '../plan/node.ts';

/** The content of a step, whatever its id and place: all but where it leads. */
export type Content = Readonly<Record<string, unknown>>;

const PLACE: ReadonlySet<string> = new Set(['id', 'next', 'then', 'else', 'has_else', 'body']);

export function contentOf(node: Node): Content {
  const fields = Object.entries(node).filter(([name, value]) => !PLACE.has(name) && value !== undefined);
  const content = Object.fromEntries(fields);
  if (!('arms' in node)) return content;
  return { ...content, arms: node.arms.map(({ name, weight }) => ({ name, weight })) };
}

export const contentKey = (node: Node): string => canonicalJson(contentOf(node));

const WORDED = ['subject', 'text', 'html', 'note', 'test', 'outcome', 'sequence'] as const;

/** The words of a step by which a person would know it again. */
export function textOf(node: Node): string {
  const fields: Content = contentOf(node);
  return WORDED.flatMap((name) => (typeof fields[name] === 'string' ? [fields[name]] : [])).join('\n');
}

/** From 0, nothing in common, to 1: the share of words that both have. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return a.length + b.length === 0 ? 1 : (2 * common) / (a.length + b.length);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_.]+/gu) ?? [];

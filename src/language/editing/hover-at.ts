import type { Schema } from './schema-at.ts';
import { schemasAt, textOf } from './schema-at.ts';
import { spotAt } from './spot.ts';

export interface Hover {
  /** The key that it speaks of. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly examples: readonly string[];
}

/** Says what the key at an offset means; null: no key stands there, or the schema does not know it. */
export function hoverAt(text: string, offset: number, schema: Schema): Hover | null {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset) < 0 ? text.length : text.indexOf('\n', offset);
  for (const match of text
    .slice(start, end)
    .matchAll(/([A-Za-z_][\w-]{0,63})(?=\s{0,8}:(?:\s|$))|^\s{0,200}-\s{1,8}([a-z_]{1,64})\s{0,200}$/g)) {
    const [whole, key, word] = match;
    const name = key ?? word ?? '';
    const from =
      start +
      match.index +
      whole.length -
      (key === undefined ? whole.trimStart().length - whole.trimStart().indexOf(name) : name.length);
    if (offset < from || offset > from + name.length) continue;
    return hoverOf(text, { from, to: from + name.length, name }, schema);
  }
  return null;
}

interface Word {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

function hoverOf(text: string, { from, to, name }: Word, root: Schema): Hover | null {
  const { path, siblings } = spotAt(text, from);
  const said = schemasAt(root, [...path, name], []).filter((schema) => textOf(schema) !== '');
  const own = said[0] ?? schemasAt(root, path, [name, ...siblings]).find((schema) => isStepOf(schema, name));
  if (own === undefined) return null;
  const examples = Array.isArray(own.examples) ? own.examples : [];
  return {
    ...{ from, to },
    title: name,
    text: textOf(own),
    examples: examples.slice(0, 3).map((example) => (typeof example === 'string' ? example : JSON.stringify(example))),
  };
}

/** A word alone is a step of its own. */
const isStepOf = ({ properties }: Schema, word: string): boolean =>
  typeof properties === 'object' && properties !== null && Object.hasOwn(properties, word);

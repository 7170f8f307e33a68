import { isMap, isScalar, parseDocument } from 'yaml';

/** Pattern of the names that a sequence may have. */
export const SEQUENCE_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** The same text under another name, with all else as it is written; of one that could be published. */
export function renameSequence(text: string, name: string): string {
  const { contents } = parseDocument(text, { keepSourceTokens: true });
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'sequence')
    : undefined;
  const range = isScalar(pair?.value) ? pair.value.range : null;
  if (!range) throw new Error('a text that was published names no sequence');
  return `${text.slice(0, range[0])}${name}${text.slice(range[1])}`;
}

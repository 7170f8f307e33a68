import { createReporter } from '../../sequence/diagnostics/diagnostic.ts';
import type { Edit } from '../../sequence/diagnostics/edit.ts';
import { applyEdits } from '../../sequence/fix/apply-edits.ts';
import { parse } from '../../sequence/yaml/parse.ts';
import type { YamlMap } from '../../sequence/yaml/yaml-value.ts';
import { limitEdit } from './limit-edit.ts';
import { type Path, valueAt } from './path.ts';
import { scalarEdit } from './scalar-edit.ts';

/**
 * Changes one value of a text and nothing else: every comment and every other line stays. Null: the value cannot be written
 * there.
 */
export function writeField(text: string, path: Path, value: string): Edit | null {
  const document = read(text);
  if (document === null) return null;
  const [first, key] = path;
  if (first === 'limits' && typeof key === 'string' && path.length === 2) return limitEdit(text, document, key, value);
  const now = valueAt(document, path);
  if (now?.kind !== 'text') return null;
  // As it is written now, and where the value would be another one so, in double quotes, which can say everything.
  for (const style of ['own', 'quoted'] as const) {
    const edit = scalarEdit(text, now.place.offset, value, style);
    const after = edit && read(applyEdits(text, [[edit]]).text);
    const become = after && valueAt(after, path);
    if (become?.kind === 'text' && become.value === value) return edit;
  }
  return null;
}

const read = (text: string): YamlMap | null => parse(text, createReporter(text));

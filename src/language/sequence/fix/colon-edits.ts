import type { Edit, Place } from '../diagnostic.ts';
import { quoted } from './text-edits.ts';

/** Steps whose value may be any text, or has a form that the check of the step looks at. */
const TAKES_TEXT = new Set(['wait', 'invite', 'message', 'comment', 'task', 'enrich', 'check', 'run', 'end', 'action']);

/** `- wait 2 days` and `- wait:2 days` → `- wait: 2 days`. */
export function colonEdits(source: string, { offset, end }: Place, word: string): readonly Edit[] {
  const written = source.slice(offset, end);
  const rest = written.slice(word.length).replace(/^:/, '').trim();
  if (!TAKES_TEXT.has(word) || !/^[ :]/.test(written.slice(word.length))) return [];
  if (rest === '' || /[\r\n]/.test(written)) return [];
  const isPlain = /^[\w]/.test(rest) && !/: |:$| #/.test(rest);
  return [{ offset: offset + word.length, end, text: `: ${isPlain ? rest : quoted(rest)}` }];
}

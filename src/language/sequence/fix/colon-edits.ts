import type { Edit, Place } from '../diagnostics/edit.ts';
import type { StepKind } from '../steps/step-kind.ts';
import { quoted } from './text-edits.ts';

/** `- wait 2 days` and `- wait:2 days` → `- wait: 2 days`. */
export function colonEdits(
  source: string,
  { offset, end }: Place,
  { form: { word }, takes_text }: StepKind,
): readonly Edit[] {
  const written = source.slice(offset, end);
  const rest = written.slice(word.length).replace(/^:/, '').trim();
  if (!takes_text || !/^[ :]/.test(written.slice(word.length))) return [];
  if (rest === '' || /[\r\n]/.test(written)) return [];
  const isPlain = /^[\w]/.test(rest) && !/: |:$| #/.test(rest);
  return [{ offset: offset + word.length, end, text: `: ${isPlain ? rest : quoted(rest)}` }];
}

import { parseDuration } from '../check/duration.ts';
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.ts';
import type { Edit, Place } from '../diagnostics/edit.ts';
import { replaceWord } from './word-edits.ts';

/** Fixes that follow from the code and from what was written alone. */
export function valueEdits(code: DiagnosticCode, source: string, place: Place): readonly Edit[] {
  const meantBy = code === 'SEQ014' ? meantDuration : code === 'SEQ019' ? meantLimit : null;
  if (!meantBy) return [];
  const written = source.slice(place.offset, place.end).replace(/^(["'])(.*)\1$/s, '$2');
  const meant = meantBy(written);
  return meant === null || meant === written ? [] : replaceWord(source, place, written, meant);
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:working|work|business)[\s_-]*days?\b/g, 'business days'],
  [/\bweekdays?\b/g, 'business days'],
  [/(\d\s*)(?:hrs?|hs)\b/g, '$1hours'],
  [/(\d\s*)mins\b/g, '$1minutes'],
  [/(\d\s*)wks?\b/g, '$1weeks'],
];

/** `2 Days`, `3 working days`, `2 hrs`: another spelling of what the language has. */
function meantDuration(written: string): string | null {
  const plain = UNITS.reduce((text, [pattern, unit]) => text.replace(pattern, unit), written.trim().toLowerCase());
  return parseDuration(plain) ? plain : null;
}

/** `20 a day`, `20/d`, `80 weekly`. */
function meantLimit(written: string): string | null {
  const parts = /^\s*(\d{1,7})\s*(?:\/|per|a|an|each|every)?\s*(days?|d|daily|weeks?|w|weekly)\s*$/i.exec(written);
  return parts ? `${parts[1]}/${parts[2]?.toLowerCase().startsWith('w') ? 'week' : 'day'}` : null;
}

import type { Place } from '../diagnostics/edit.ts';
import type { YamlText } from './yaml-value.ts';

/**
 * The place in the source of `length` characters from `offset` of a text's value. Quotes, escapes, folded lines and the
 * indentation of blocks make the two differ, so the value is walked along its source; where that fails, the whole text.
 */
export function placeInText(source: string, text: YamlText, offset: number, length: number): Place {
  const starts = align(source.slice(text.place.offset, text.place.end), text.value);
  const start = starts[Math.min(offset, text.value.length - 1)];
  if (start === undefined) return text.place;
  const last = starts[Math.min(offset + Math.max(1, length), text.value.length) - 1] ?? start;
  return { offset: text.place.offset + start, end: text.place.offset + Math.max(last, start) + 1 };
}

/** For each character of the value, where its source begins; shorter than the value where the two stop matching. */
function align(source: string, value: string): number[] {
  const quote = source[0] === '"' || source[0] === "'" ? source[0] : null;
  const block = source[0] === '|' || source[0] === '>';
  let at = quote ? 1 : block ? source.indexOf('\n') + 1 : 0;
  const starts: number[] = [];
  for (const character of value.split('')) {
    if (source[at] === '\r' && source[at + 1] === '\n') at += 1;
    if (quote === '"' && source[at] === '\\' && source[at + 1] !== '\n') {
      starts.push(at);
      at += escapeLength(source, at);
      continue;
    }
    // A double-quoted line may end in a backslash: the break and the indentation are no part of the value.
    if (quote === '"' && source[at] === '\\') at = skipSpace(source, at + 1);
    if (source[at] === character) {
      starts.push(at);
      at += quote === "'" && character === "'" ? 2 : 1;
      continue;
    }
    if (character === ' ' && isSpace(source[at])) {
      starts.push(at);
      at = skipSpace(source, at);
      continue;
    }
    // Indentation of a block, or of a folded line.
    const next = skipSpace(source, at);
    if (source[next] !== character) return starts;
    starts.push(next);
    at = next + 1;
  }
  return starts;
}

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

function skipSpace(source: string, from: number): number {
  let at = from;
  while (isSpace(source[at])) at += 1;
  return at;
}

function escapeLength(source: string, at: number): number {
  switch (source[at + 1]) {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
  }
}

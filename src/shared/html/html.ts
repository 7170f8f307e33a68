import { escapeUTF8 } from 'entities/escape';
import { closeBidi } from '../kit/close-bidi.ts';

/** Text that is safe to put into a page as it is. Only `html` makes it. */
export interface Html {
  readonly markup: string;
}

type Value = Html | string | number | null | false | undefined | readonly Value[];

/** A template whose values are escaped, and turn no text around beside them, unless they are `Html` themselves; null and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: parts.reduce((text, part, i) => text + markupOf(values[i - 1]) + part) };
}

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeUTF8(closeBidi(String(value)));
  return 'markup' in value ? value.markup : value.map(markupOf).join('');
}

let segmenter: Intl.Segmenter | null = null;

/** Every one of these characters is a letter of its own, whatever stands beside it. */
const PLAIN = /^[\n\t -\u02ff]*$/;

/**
 * A text as its readers see it, letter by letter: a letter beyond the basic plane, one with its accents apart, an emoji of several parts and a
 * flag are one each.
 */
export function lettersOf(text: string): string[] {
  if (PLAIN.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

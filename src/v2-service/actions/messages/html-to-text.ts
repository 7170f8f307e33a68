const UNSEEN = /<!--[\s\S]*?-->|<(head|style|script|title|template)\b[\s\S]*?<\/\1\s*>/gi;
const LINK = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi;
const NEW_LINE = /<br\b[^>]*>|<\/(p|div|tr|h[1-6]|ul|ol|table|blockquote|section|article|header|footer)\s*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  copy: '©',
  euro: '€',
};

/** The text part of a mail whose sender gave only html: what it says, one line per block, links behind their words. */
export function htmlToText(html: string): string {
  const text = html
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .replace(LINK, (_all, double: string | undefined, single: string | undefined, words: string) => {
      const target = (double ?? single ?? '').replace(/^mailto:/i, '');
      return /^#|^$/.test(target) || words.includes(target) ? words : `${words} (${target})`;
    })
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(NEW_LINE, '\n')
    .replace(/<[^>]*>/g, '');
  // Decoded last: an escaped tag is a text, not a tag.
  return decoded(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const decoded = (text: string): string =>
  text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

/** Control characters, which a terminal obeys instead of showing, and those that change the direction of text; except tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Foreign text for a terminal: whatever would move, change or answer for it becomes a picture of itself (`␛`). Line breaks stay. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(OBEYED, pictureOf);
}

/** The same on one line: a line break becomes `⏎`, so that nobody's name can look like a line of ours. */
export function visibleLine(text: string): string {
  return visible(text).replace(/\n/g, '⏎').replace(/\t/g, '␉');
}

/** Unicode has pictures of the first 32 and of DEL; the others are named. */
function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code === 0x2028 || code === 0x2029) return '⏎';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Lines of ours with foreign words in them, one below the other. */
export const layout = (lines: readonly string[]): string => lines.map(visibleLine).join('\n');

/** SGR, as our `paint` writes it around words: the style, the words, and back. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is how a terminal is told of a color
const PAINTED = /(\u001b\[(?:0|2|31|32|33)m)/;

/** Makes all of a painted text visible but the paint. What is foreign in it is made visible before it is painted. */
export const visibleBetweenPaint = (text: string): string =>
  text
    .split(PAINTED)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('');

/** JSON, in which the same value is read by a program; what it does not escape by itself is escaped. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

import { ATTRIBUTION, FOOTER, FORWARDED, OUTLOOK_HEADER } from './quote-words.ts';

const MOST = 200_000;
/** An attribution may be broken over so many lines. */
const LONGEST_ATTRIBUTION = 4;

/**
 * What the author of a reply wrote, without the mail they answer and without their signature. Words below or between quoted
 * lines are theirs too. Where nothing of their own would be left, the whole text.
 */
export function cutQuoted(text: string): string {
  const lines = text.slice(0, MOST).replace(/\r\n?/g, '\n').split('\n');
  const own: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    if (isQuoted(line)) {
      index += 1;
      continue;
    }
    if (OUTLOOK_HEADER.isAt(lines, index) || FORWARDED.test(line)) break;
    const attribution = attributionAt(lines, index);
    if (attribution > 0) {
      index += attribution;
      // Quoted without marks: all the rest is theirs whom it answers.
      if (!lines.slice(index).some(isQuoted)) break;
      continue;
    }
    own.push(line);
    index += 1;
  }
  const kept = trimmed(withoutFooter(own));
  return kept === '' ? trimmed(lines) : kept;
}

const isQuoted = (line: string): boolean => /^[ \t]{0,3}(?:>|&gt;)/.test(line);

/** How many lines `On … wrote:` takes here; 0: it is not here. */
function attributionAt(lines: readonly string[], index: number): number {
  let joined = '';
  for (let count = 1; count <= LONGEST_ATTRIBUTION; count += 1) {
    const line = (lines[index + count - 1] ?? '').trim();
    if (line === '' || joined.length + line.length > 400) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (ATTRIBUTION.test(joined)) return count;
  }
  return 0;
}

function withoutFooter(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex(
    (line, index) => FOOTER.test(line) && lines.slice(0, index).some((one) => one.trim() !== ''),
  );
  return at < 0 ? lines : lines.slice(0, at);
}

const trimmed = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const UNSEEN = ['head', 'style', 'script', 'title', 'template'];
const OPENING = /<[a-z/!]/gi;
const CLOSING = /<\/(head|style|script|title|template)\b/gi;
/** A line ends with each of them. */
const BLOCKS = ['p', 'div', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'section'];
const TAG = /<(\/?)([a-z][a-z0-9]*)/iy;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,10}));/gi;

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

/**
 * The text part of a mail whose sender gave only html: what it says, one line per block, links behind their words. One walk
 * from tag to tag, because patterns over the whole text take forever on html that is never closed.
 */
export function htmlToText(html: string): string {
  const words: string[] = [];
  let link: { readonly target: string; readonly from: number } | null = null;
  let position = 0;
  while (position < html.length) {
    const start = nextTag(html, position);
    if (start !== position) words.push(plain(html.slice(position, start < 0 ? undefined : start)));
    if (start < 0) break;
    const tag = tagAt(html, start);
    position = tag.end;
    if (tag.name === null) words.push(tag.text);
    else if (tag.name === 'br' || (tag.closing && BLOCKS.includes(tag.name))) words.push('\n');
    else if (tag.name === 'li' && !tag.closing) words.push('\n- ');
    else if (tag.name === 'a') {
      if (link) words.push(targetBehind(words.slice(link.from).join(''), link.target));
      link = tag.closing ? null : { target: targetOf(tag.text), from: words.length };
    }
  }
  return words
    .join('')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** `name` null: no tag, `text` is what stands there. `end`: where the walk goes on, behind all that is not seen. */
interface Tag {
  readonly name: string | null;
  readonly closing: boolean;
  readonly text: string;
  readonly end: number;
}

function tagAt(html: string, start: number): Tag {
  const none = { name: null, closing: false };
  if (html.startsWith('<!', start)) {
    const comment = html.startsWith('<!--', start);
    return { ...none, text: '', end: behind(html, comment ? '-->' : '>', start) };
  }
  TAG.lastIndex = start;
  const [, slash, written] = TAG.exec(html) ?? [];
  if (written === undefined) return { ...none, text: '<', end: start + 1 };
  const name = written.toLowerCase();
  const end = behind(html, '>', start);
  if (!slash && UNSEEN.includes(name)) {
    CLOSING.lastIndex = end;
    let found = CLOSING.exec(html);
    while (found && found[1]?.toLowerCase() !== name) found = CLOSING.exec(html);
    return { ...none, text: '', end: found ? behind(html, '>', found.index) : html.length };
  }
  return { name, closing: slash === '/', text: html.slice(start, end), end };
}

/** Where the next thing begins that may be a tag: what is not followed by a letter, `/` or `!` is a sign like others. */
function nextTag(html: string, from: number): number {
  OPENING.lastIndex = from;
  return OPENING.exec(html)?.index ?? -1;
}

function behind(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function targetOf(tag: string): string {
  const [, double, single, bare] = HREF.exec(tag) ?? [];
  return plain(double ?? single ?? bare ?? '').replace(/^mailto:/i, '');
}

/** What the words do not say themselves. */
const targetBehind = (words: string, target: string): string =>
  target === '' || target.startsWith('#') || words.includes(target) ? '' : ` (${target})`;

const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

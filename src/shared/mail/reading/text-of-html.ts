const MOST = 1_000_000;

/** Their content is never seen. */
const HIDDEN = new Set(['style', 'script', 'head', 'title', 'template', 'noscript']);
const BLOCKS =
  /^(?:p|div|br|tr|table|ul|ol|li|h[1-6]|blockquote|hr|section|article|header|footer|pre|address|center|form|dl|dt|dd)$/;

/** What a reader of the HTML would see, as lines; what it quotes begins with `> `, as in a plain mail. */
export function textOfHtml(html: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let hidden: string | null = null;
  const end = () => {
    lines.push(`${'> '.repeat(Math.min(depth, 5))}${line.trim()}`);
    line = '';
  };
  for (const { piece, is_first } of piecesOf(html.slice(0, MOST))) {
    const close = is_first ? -1 : piece.indexOf('>');
    const tag = is_first ? '' : close < 0 ? piece : piece.slice(0, close);
    const name = /^\/?([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    if (hidden !== null) {
      if (tag.startsWith('/') && name === hidden) hidden = null;
      else continue;
    }
    if (HIDDEN.has(name) && !tag.startsWith('/')) {
      hidden = name;
      continue;
    }
    if (BLOCKS.test(name) && (line !== '' || name === 'br' || name === 'p')) end();
    if (name === 'blockquote') depth = Math.max(0, depth + (tag.startsWith('/') ? -1 : 1));
    // A `<` that begins no tag is text.
    const text = !is_first && name === '' && !/^[!?/]/.test(tag) ? `<${piece}` : piece.slice(close + 1);
    const words = unescaped(text).replace(/\s+/g, ' ');
    // A line begins with a word: else it would be looked through at each of a hundred thousand tags.
    line += line === '' ? words.trimStart() : words;
  }
  end();
  return lines
    .join('\n')
    .replace(/(?:\n(?:> )*){3,}/g, '\n\n')
    .trim();
}

/** As `split('<')`, one at a time: a mail may be nothing but angles. */
function* piecesOf(html: string): Generator<{ readonly piece: string; readonly is_first: boolean }> {
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', from)) {
    yield { piece: html.slice(from, at), is_first: from === 0 };
    from = at + 1;
  }
  yield { piece: html.slice(from), is_first: from === 0 };
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  szlig: 'ß',
  aelig: 'æ',
  oslash: 'ø',
  AElig: 'Æ',
  Oslash: 'Ø',
  laquo: '«',
  raquo: '»',
  euro: '€',
};

const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,10}));/gi, (whole, decimal, hex, name: string) => {
    if (name === undefined) return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    const mark = MARKS[name.slice(1)];
    return ENTITIES[name] ?? (mark === undefined ? whole : `${name[0]}${mark}`.normalize('NFC'));
  });
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');

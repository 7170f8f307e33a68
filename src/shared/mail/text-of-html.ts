import { Tokenizer } from 'htmlparser2';

/** Elements whose content is never seen. */
const HIDDEN: ReadonlySet<string> = new Set([
  ...['head', 'title', 'style', 'script', 'template'],
  ...['iframe', 'noembed', 'noframes'],
]);
/** A line ends where one of them begins or ends. */
const BLOCKS =
  /^(?:p|div|br|tr|table|ul|ol|li|h[1-6]|blockquote|hr|section|article|header|footer|pre|address|center|form|dl|dt|dd)$/;
const DEEPEST = 5;

interface Options {
  /** The target of a link is put behind its words, unless they say it themselves. */
  readonly links?: boolean;
}

/**
 * Renders the HTML of a mail as the lines that a reader would see; what it quotes begins with `> `, as in a plain mail. It goes
 * from token to token, since the mail may be a stranger's: a tree takes longer the deeper it is, and patterns over the whole
 * take forever on HTML that is never closed.
 */
export function textOfHtml(html: string, { links = false }: Options = {}): string {
  const page = new Lines();
  let hidden: string | null = null;
  let attribute = '';
  let link: Link | null = null;

  const say = (words: string) => {
    if (hidden !== null) return;
    if (link) link.words += words;
    page.say(words);
  };
  const endLink = () => {
    if (link) page.say(targetBehind(link));
    link = null;
  };
  const open = (name: string) => {
    // A head may be without an end.
    if (name === 'body' && hidden === 'head') hidden = null;
    if (hidden !== null) return;
    if (HIDDEN.has(name)) hidden = name;
    if (BLOCKS.test(name)) page.endLine(name === 'br' || name === 'p');
    if (name === 'blockquote') page.depth++;
    if (name === 'li') page.mark = '- ';
    if (name !== 'a' || !links) return;
    endLink();
    link = { target: '', words: '' };
  };
  const close = (name: string) => {
    if (hidden === name) hidden = null;
    if (hidden !== null) return;
    if (BLOCKS.test(name)) page.endLine(name === 'p');
    if (name === 'blockquote') page.depth = Math.max(0, page.depth - 1);
    if (name === 'a') endLink();
  };

  const at = (start: number, end: number) => html.slice(start, end);
  const nothing = () => undefined;
  const toTarget = (part: string) => {
    if (link && attribute === 'href') link.target += part;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => open(at(start, end).toLowerCase()),
      onclosetag: (start, end) => close(at(start, end).toLowerCase()),
      ontext: (start, end) => say(at(start, end)),
      ontextentity: (code) => say(String.fromCodePoint(code)),
      onattribname(start, end) {
        attribute = at(start, end).toLowerCase();
      },
      onattribdata: (start, end) => toTarget(at(start, end)),
      onattribentity: (code) => toTarget(String.fromCodePoint(code)),
      ...{ onattribend: nothing, onopentagend: nothing, onselfclosingtag: nothing, onend: endLink },
      ...{ oncomment: nothing, oncdata: nothing, ondeclaration: nothing, onprocessinginstruction: nothing },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return page.text();
}

interface Link {
  target: string;
  words: string;
}

/** The target of a link, where its words do not say it themselves. */
function targetBehind({ target, words }: Link): string {
  const shown = target.trim().replace(/^mailto:/i, '');
  return shown === '' || shown.startsWith('#') || words.includes(shown) ? '' : ` (${shown})`;
}

class Lines {
  depth = 0;
  /** Before the first words to come. */
  mark = '';
  readonly #lines: string[] = [];
  #line: string[] = [];
  #isBlank = true;

  say(words: string): void {
    if (words === '') return;
    this.#line.push(words);
    this.#isBlank &&= !/\S/.test(words);
  }

  /** Ends a line. Blank lines are kept only where they are meant to be, and one of several in a row. */
  endLine(mayBeBlank: boolean): void {
    if (this.#isBlank && !mayBeBlank) return;
    const words = this.#line.join('').replace(/\s+/g, ' ').trim();
    const quotes = '> '.repeat(Math.min(this.depth, DEEPEST));
    if (words !== '') this.#lines.push(`${quotes}${this.mark}${words}`);
    else if (!/^(?:> )*$/.test(this.#lines.at(-1) ?? '')) this.#lines.push(quotes);
    if (words !== '') this.mark = '';
    this.#line = [];
    this.#isBlank = true;
  }

  text(): string {
    this.endLine(true);
    return this.#lines.join('\n').trim();
  }
}

import { Tokenizer } from 'htmlparser2';

/** Elements that run, load or send something: no mail program shows them, and none of them is in an honest mail. */
const ELEMENT = /<\/?(script|iframe|frame|frameset|object|embed|applet|base|form)(?=[\s/>]|$)/i;
const REFRESH = /<meta\s[^<>]*http-equiv\s*=\s*["']?refresh/i;
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'background', 'poster', 'xlink:href', 'formaction']);
const RUNS = /^(javascript|vbscript|data:text\/html)/i;

/**
 * Names the first thing in the HTML of a mail that would act instead of being read; null: nothing would. Attributes count only
 * where they are attributes: a text that shows a link, as a person's field may, is text. Takes time linear in the html.
 */
export function findActiveContent(html: string): string | null {
  const element = ELEMENT.exec(html)?.[1];
  if (element !== undefined) return `<${element.toLowerCase()}>`;
  if (REFRESH.test(html)) return '<meta http-equiv="refresh">';
  // Outside of drawings a browser takes the beginning of a CDATA section for one of a comment.
  return findAttribute(html.replaceAll('<![CDATA[', '<!'), actionOf);
}

/** Returns the first complaint of `find` about an attribute. No tree is built, since building one takes longer the deeper it is. */
function findAttribute(html: string, find: (name: string, value: string) => string | null): string | null {
  let found: string | null = null;
  let name = '';
  let value = '';
  let isDrawing = false;
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        isDrawing ||= /^(?:svg|math)$/i.test(html.slice(start, end));
      },
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(code) {
        value += String.fromCodePoint(code);
      },
      onattribend() {
        found ??= find(name, value);
      },
      // From the first drawing on: a title within one holds elements, and no text.
      isInForeignContext: () => isDrawing,
      ...{
        onopentagend: nothing,
        onselfclosingtag: nothing,
        onclosetag: nothing,
        ontext: nothing,
        ontextentity: nothing,
      },
      ...{
        oncomment: nothing,
        oncdata: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return found;
}

function actionOf(name: string, value: string): string | null {
  if (/^on[a-z]/.test(name)) return `${name}=`;
  if (!ADDRESSES.has(name)) return null;
  const scheme = RUNS.exec(bare(value))?.[1];
  return scheme === undefined ? null : `a ${scheme.toLowerCase()}: address`;
}

/** Browsers pass over line breaks and tabs anywhere in an address, and over all that is no character before it. */
const bare = (address: string): string =>
  address
    .slice(0, 500)
    .replace(/[\t\r\n]/g, '')
    .replace(/^[\0-\x20]+/, '');

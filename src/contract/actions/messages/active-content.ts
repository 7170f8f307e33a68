/** Elements that run, load or send something: no mail program shows them, and none of them is in an honest mail. */
const ELEMENT = /<\/?(script|iframe|frame|frameset|object|embed|applet|base|form)(?=[\s/>]|$)/i;
const REFRESH = /<meta\s[^<>]*http-equiv\s*=\s*["']?refresh/i;
const HANDLER = /<[a-z][^<>]*?[\s"'/](on[a-z]+)\s*=/i;
const URL_THAT_RUNS =
  /[\s"'/](?:href|src|background|poster|xlink:href)\s*=\s*["']?\s*(javascript|vbscript|data:text\/html)/i;

/** What in the HTML of a mail would act instead of being read; null: nothing. Takes time linear in the text. */
export function findActiveContent(html: string): string | null {
  // Entities and white space within a scheme hide it from a reader, not from a browser.
  const plain = html
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&(?:tab|newline);|&colon;/gi, (entity) => (entity.toLowerCase() === '&colon;' ? ':' : ''));
  const element = ELEMENT.exec(html)?.[1];
  if (element !== undefined) return `<${element.toLowerCase()}>`;
  if (REFRESH.test(html)) return '<meta http-equiv="refresh">';
  const handler = HANDLER.exec(html)?.[1];
  if (handler !== undefined) return `${handler.toLowerCase()}=`;
  const scheme = URL_THAT_RUNS.exec(plain.replace(/[\t\r\n]+/g, ' ').replace(/(java|vb) ?script/gi, '$1script'))?.[1];
  return scheme === undefined ? null : `a ${scheme.toLowerCase()}: address`;
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { getDocumentProxy } from 'unpdf';

/** The message is a part of a sentence: `it is encrypted`. */
export class Unreadable extends Error {}

/** Contacts stand on the first pages. */
const PAGES = 10;
const CHARACTERS = 200_000;
const PART_BYTES = 20 * 1024 * 1024;
const WORDS = 'word/document.xml';

/** The text of a PDF or Word file by what its bytes say it is. Runs in a process of its own only: it may take any time and memory. */
export async function readText(bytes: Uint8Array): Promise<string> {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return readPdf(bytes);
  if (head.startsWith('PK\u0003\u0004')) return readWord(bytes);
  throw new Unreadable('it is neither a PDF nor a Word file');
}

/** The library takes no `Buffer`, and keeps the bytes that it is given. */
async function readPdf(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  }).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new Unreadable(isLocked ? 'it is encrypted' : 'it is broken');
  });
  let text = '';
  for (let number = 1; number <= Math.min(PAGES, document.numPages) && text.length < CHARACTERS; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    text += '\n';
  }
  return text.slice(0, CHARACTERS);
}

function readWord(bytes: Uint8Array): string {
  const part = unzipSync(bytes, { filter: ({ name, originalSize }) => name === WORDS && originalSize <= PART_BYTES })[
    WORDS
  ];
  if (part === undefined) throw new Unreadable('it is neither a PDF nor a Word file');
  let text = '';
  let isText = false;
  const parser = new Parser(
    {
      onopentagname: (name) => (isText = name === 'w:t'),
      onclosetag(name) {
        isText = false;
        if (name === 'w:p' || name === 'w:br' || name === 'w:tab') text += '\n';
      },
      ontext: (words) => {
        if (isText && text.length < CHARACTERS) text += words;
      },
    },
    { xmlMode: true },
  );
  parser.end(Buffer.from(part).toString('utf8'));
  return text.slice(0, CHARACTERS);
}

/** Bytes of the longest word of a header: a line has 998 at most (RFC 5322, 2.1.1), and headers are folded at blanks alone. */
const LONGEST_WORD = 800;

/** Characters of the longest file name: no mail program shows more, and no server's limit for a path allows more. */
const LONGEST_NAME = 200;

/** Bytes of one encoded word, so that it stays below the 75 characters that it may have. */
const BYTES_AT_ONCE = 42;

const isLong = (word: string): boolean => Buffer.byteLength(word) > LONGEST_WORD;

/** The text of a header, all of it encoded where a word would not fit a line: encoded words are folded anywhere, and read as they were. */
export function fitHeader(text: string): string {
  if (!text.split(/[ \t]/).some(isLong)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > BYTES_AT_ONCE) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join(' ');
}

/** The name of a person, cut where it is longer than any name. */
export const fitName = (name: string): string => [...name].slice(0, LONGEST_NAME).join('').trim();

/** The name of a file, cut before its ending. */
export function fitFileName(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, LONGEST_NAME - ending.length).join('') + ending;
}

/** Whether a line can hold this Message-ID of somebody else's mail; one that no line holds is not referred to. */
export const fitsLine = (id: string): boolean => !isLong(id);

/** A mail that is attached goes as it is, unless a line of it is too long: then as any other file, whose bytes are encoded. */
export function attachableType(mimeType: string, bytes: Uint8Array): string {
  if (isLong(mimeType)) return OTHER;
  if (!/^message\//i.test(mimeType)) return mimeType;
  let length = 0;
  for (const byte of bytes) {
    length = byte === 0x0a || byte === 0x0d ? 0 : length + 1;
    if (length > LONGEST_LINE) return OTHER;
  }
  return mimeType;
}

const LONGEST_LINE = 998;
const OTHER = 'application/octet-stream';

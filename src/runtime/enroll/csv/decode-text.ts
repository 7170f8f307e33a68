import iconv from 'iconv-lite';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { type Detected, detectEncoding } from './detect-encoding.ts';

export interface DecodedText {
  readonly text: AsyncGenerator<string>;
  /** The encoding as it was understood so far: a file may begin with a million letters of ASCII. */
  readonly encoding: () => string;
}

/** How much is looked at where the first letter beyond ASCII stands. */
const LOOKED_AT = 64 * 1024;
const ENOUGH_FOR_A_MARK = 4;
const JAPANESE_MAIL = 'iso-2022-jp';
/** Characters before the first letter beyond ASCII that an error shows: enough for the word that the letter is in. */
const LONGEST_BEGUN = 60;

/**
 * Decodes text as it comes in: by the encoding that is given, else by its byte order mark, else as UTF-8 or UTF-16, else by the encoding that its
 * bytes seem to have. Where that is not certain it is an error, never other letters: somebody's name would be wrong in every message.
 */
export function decodeText(bytes: AsyncIterable<Uint8Array>, given?: string): DecodedText {
  const named = given?.trim().toLowerCase();
  if (named !== undefined && named !== JAPANESE_MAIL && !iconv.encodingExists(named)) {
    throw new CodedError('unknown_encoding', `There is no encoding ${cutText(named, 60)}.`, {
      fix: 'Name it as the web does: utf-8, windows-1252, shift_jis.',
    });
  }
  const state = { encoding: named ?? 'utf-8', line: 1, begun: '' };
  return { text: decoded(new Bytes(bytes), state, named), encoding: () => state.encoding };
}

interface State {
  encoding: string;
  /** Number of the line at which the text that was given out ends. */
  line: number;
  /** The part of the last line that was given out. */
  begun: string;
}

async function* decoded(bytes: Bytes, state: State, given: string | undefined): AsyncGenerator<string> {
  try {
    await bytes.hold(ENOUGH_FOR_A_MARK);
    const marked = given ?? markOf(bytes.held);
    if (isArchive(bytes.held)) throw workbook();
    if (marked === null) {
      if (isUtf16(bytes.held)) await bytes.hold(LOOKED_AT);
      state.encoding = utf16Of(bytes.held) ?? 'utf-8';
    } else state.encoding = marked;
    if (marked === null && state.encoding === 'utf-8') {
      yield* asciiOf(bytes, state);
      if (bytes.isOver) return;
      await bytes.hold(LOOKED_AT);
      if (isJapaneseMail(bytes.held)) state.encoding = JAPANESE_MAIL;
      else if (!isUtf8(bytes.held)) {
        const whole = Buffer.concat([Buffer.from(state.begun, 'latin1'), bytes.held]);
        state.encoding = certain(detectEncoding(whole), state, bytes.held);
      }
    }
    yield* restOf(bytes, state);
  } finally {
    await bytes.close();
  }
}

/** Gives out the bytes up to the first that is no letter of ASCII, which are the same text in every encoding in question. */
async function* asciiOf(bytes: Bytes, state: State): AsyncGenerator<string> {
  for (;;) {
    const { held } = bytes;
    const at = held.findIndex((byte) => byte >= 0x80 || byte === ESCAPE);
    const part = at < 0 ? held : held.subarray(0, at);
    const text = Buffer.from(part).toString('latin1');
    if (text.includes('\0')) throw notText(state, lineIn(text.slice(0, text.indexOf('\0')), state));
    state.line = lineIn(text, state);
    state.begun =
      (state.begun + text)
        .slice(-LONGEST_BEGUN)
        .split(/[\r\n]/)
        .at(-1) ?? '';
    if (text !== '') yield text;
    bytes.take(part.length);
    if (at >= 0 || !(await bytes.more())) return;
  }
}

async function* restOf(bytes: Bytes, state: State): AsyncGenerator<string> {
  const read = decoderOf(state.encoding);
  const decode = (part: Uint8Array | undefined): string => {
    try {
      const text = read(part);
      if (/[\0\ufffd]/.test(text)) throw new TypeError('a zero byte, or one that is no letter');
      state.line = lineIn(text, state);
      return text;
    } catch (cause) {
      throw notText(state, state.line + lineOfBad(part, state.encoding), cause);
    }
  };
  do {
    yield decode(bytes.held);
    bytes.take(bytes.held.length);
  } while (await bytes.more());
  yield decode(undefined);
}

/** Decodes a part; without one, the rest at the end. */
type Decoder = (part: Uint8Array | undefined) => string;

function decoderOf(encoding: string): Decoder {
  if (/^utf-(?:8|16[lb]e)$/.test(encoding) || encoding === JAPANESE_MAIL) {
    // This decoder removes the byte order mark, and knows encodings that the library does not.
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (part) => (part === undefined ? decoder.decode() : decoder.decode(part, { stream: true }));
  }
  const decoder = iconv.getDecoder(encoding);
  return (part) => (part === undefined ? (decoder.end() ?? '') : decoder.write(Buffer.from(part)));
}

/** The beginning of escape sequences: ISO-2022-JP writes its letters in ASCII behind them. */
const ESCAPE = 0x1b;

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

const isArchive = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4;

const workbook = (): CodedError =>
  new CodedError('invalid_encoding', 'The file is a workbook of a spreadsheet, or another archive, and no CSV.', {
    fix: 'Save it as “CSV UTF-8”.',
  });

/** An escape to Japanese letters (`ESC $ B`): what stands behind it is ASCII by its bytes. */
const isJapaneseMail = (held: Uint8Array): boolean =>
  held.some((byte, at) => byte === ESCAPE && held[at + 1] === 0x24 && (held[at + 2] === 0x42 || held[at + 2] === 0x40));

const isUtf16 = (held: Uint8Array): boolean => held.includes(0);

/** Every second byte of Latin letters, commas and line ends is zero. */
function utf16Of(held: Uint8Array): string | null {
  const zeros = [0, 0];
  for (const [index, byte] of held.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const few = held.length / 20;
  if (odd > few && odd > 4 * even) return 'utf-16le';
  return even > few && even > 4 * odd ? 'utf-16be' : null;
}

function isUtf8(held: Uint8Array): boolean {
  try {
    // `stream` because the bytes may end within a letter.
    new TextDecoder('utf-8', { fatal: true }).decode(held, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function certain(detected: Detected, state: State, held: Uint8Array): string {
  if (detected.kind === 'certain') return detected.encoding;
  if (detected.kind === 'none') throw notText(state, state.line + lineOfBad(held, 'utf-8'));
  const read = detected.readings.slice(0, 3).map(({ encoding, text }) => `${encoding} (“${firstLine(text)}”)`);
  throw new CodedError(
    'invalid_encoding',
    `The file is not UTF-8, and may be ${read.join(' or ')}, from line ${state.line} on.`,
    { fix: `Save it as “CSV UTF-8”, or say its encoding, such as ${detected.readings[0]?.encoding}.` },
  );
}

const firstLine = (text: string): string => cutText(text.split(/[\r\n]/, 1)[0] ?? '', 2 * LONGEST_BEGUN);

/** Lines before the first byte that is no letter. */
function lineOfBad(part: Uint8Array | undefined, encoding: string): number {
  const text = encoding === JAPANESE_MAIL ? '' : iconv.decode(Buffer.from(part ?? []), encoding);
  const at = text.search(/[\0\ufffd]/);
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}

const lineIn = (text: string, { line }: State): number => line + text.split('\n').length - 1;

const notText = ({ encoding }: State, line: number, cause?: unknown): CodedError =>
  new CodedError('invalid_encoding', `The file is not ${encoding.toUpperCase()} text, from about line ${line} on.`, {
    fix: 'Save it as “CSV UTF-8”, or say its encoding.',
    cause,
  });

/** Bytes that have arrived and were not read yet. */
class Bytes {
  readonly #parts: AsyncIterator<Uint8Array>;
  held: Uint8Array = new Uint8Array();
  #ended = false;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#parts = bytes[Symbol.asyncIterator]();
  }

  /** All was read. */
  get isOver(): boolean {
    return this.#ended && this.held.length === 0;
  }

  /** Waits for more; false at the end. */
  async more(): Promise<boolean> {
    const next = this.#ended ? null : await this.#parts.next();
    if (next === null || next.done) {
      this.#ended = true;
      return false;
    }
    this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value]);
    return true;
  }

  /** Waits until so many bytes are there, or the end. */
  async hold(length: number): Promise<void> {
    while (this.held.length < length && (await this.more()));
  }

  take(length: number): void {
    this.held = this.held.subarray(length);
  }

  async close(): Promise<void> {
    await this.#parts.return?.();
  }
}

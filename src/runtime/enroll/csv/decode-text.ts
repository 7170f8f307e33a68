import { CodedError } from '../../../shared/kit/coded-error.ts';

export interface DecodedText {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly text: AsyncGenerator<string>;
}

/**
 * Text as it comes in: UTF-8, or what its byte order mark says. Bytes that are no such text are an error, never other letters:
 * somebody's name would be wrong in every message.
 */
export async function decodeText(bytes: AsyncIterable<Uint8Array>): Promise<DecodedText> {
  const parts = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 3) {
    const next = await parts.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const encoding = encodingOf(head);
  return { encoding, text: decoded(head, parts, encoding) };
}

function encodingOf(head: Buffer): DecodedText['encoding'] {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

async function* decoded(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  encoding: DecodedText['encoding'],
): AsyncGenerator<string> {
  // The decoder takes the mark away.
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  const decode = (part?: Uint8Array): string => {
    try {
      const text = part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
      if (text.includes('\0')) throw new TypeError('a zero byte');
      for (const letter of text) if (letter === '\n') line += 1;
      return text;
    } catch (cause) {
      throw new CodedError(
        'invalid_encoding',
        `The file is not ${encoding.toUpperCase()} text, from about line ${line} on.`,
        {
          fix: 'Save it as “CSV UTF-8”.',
          cause,
        },
      );
    }
  };
  try {
    yield decode(head);
    for (let part = await rest.next(); !part.done; part = await rest.next()) yield decode(part.value);
    yield decode();
  } finally {
    await rest.return?.();
  }
}

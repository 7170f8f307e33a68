import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import { createReporter, type Diagnostic } from '../diagnostics/diagnostic.ts';

/** A document in another encoding: its diagnostic, and its text as far as it can be shown. */
export interface Undecodable {
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The bytes of a sequence → its text. */
export function decodeText(bytes: Uint8Array): Result<string, Undecodable> {
  const text = decoded(bytes);
  return text === null ? fail(undecodable(bytes)) : ok(text);
}

/** Null where the bytes are no UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function undecodable(bytes: Uint8Array): Undecodable {
  const utf16 = encodingOfMark(bytes);
  if (utf16 !== null) {
    const text = new TextDecoder(utf16).decode(bytes);
    return { text, diagnostics: report(text, 0, 'the file is UTF-16', 'Save it as UTF-8.') };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const { byte, offset } = firstForeignByte(bytes);
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  const latin = new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  const fix = `Save it as UTF-8; in Windows-1252 this byte is the character ${latin}.`;
  return { text, diagnostics: report(text, offset, `the byte 0x${hex} is not UTF-8`, fix) };
}

function report(text: string, offset: number, message: string, fix: string): readonly Diagnostic[] {
  const reporter = createReporter(text);
  reporter.report('SEQ073', { offset, end: offset + 1 }, message, fix);
  return reporter.diagnostics();
}

function encodingOfMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The byte, and how many characters are before it. A line's end is never part of another character, so lines are decoded by themselves. */
function firstForeignByte(bytes: Uint8Array): { readonly byte: number; readonly offset: number } {
  let offset = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, found < 0 ? bytes.length : found + 1);
    const text = decoded(line);
    if (text === null) {
      const before = charactersBefore(line);
      return { byte: line[before.bytes] ?? 0, offset: offset + before.characters };
    }
    offset += text.length;
    start += line.length;
  }
  return { byte: 0, offset };
}

/** How much of a line can be decoded, found by halving. */
function charactersBefore(line: Uint8Array): { readonly bytes: number; readonly characters: number } {
  let [good, bad] = [0, line.length];
  const prefix = (length: number): string | null => {
    try {
      // A character that goes on after the prefix is no mistake in it.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line.subarray(0, length), {
        stream: true,
      });
    } catch {
      return null;
    }
  };
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (prefix(middle) === null) bad = middle;
    else good = middle;
  }
  const characters = prefix(good)?.length ?? 0;
  const bytes = new TextEncoder().encode(prefix(good) ?? '').length;
  return { bytes, characters };
}

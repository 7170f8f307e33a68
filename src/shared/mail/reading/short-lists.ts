/** Bytes of all headers of one name: who is one, and lists of some hundred addresses. */
const ONE = 2 * 1024;
const LIST = 16 * 1024;
const MOST = new Map([
  ...['from', 'sender', 'return-path', 'delivered-to'].map((name) => [name, ONE] as const),
  ...['to', 'cc', 'bcc', 'reply-to'].map((name) => [name, LIST] as const),
]);

/**
 * A mail's source, its longest lists of addresses cut. The parser reads groups within groups (`a:b:c:…`), which no mail has, fifty
 * times over: a microsecond and more for each byte.
 */
export function withShortLists(source: Uint8Array, headerBytes: number): Uint8Array {
  const left = new Map(MOST);
  const pieces: Uint8Array[] = [];
  let name = '';
  let kept = 0;
  for (let at = 0; at < Math.min(source.length, headerBytes); ) {
    const newline = source.indexOf(NEWLINE, at);
    const end = newline < 0 ? source.length : newline + 1;
    if (isBlank(source, at, end)) break;
    if (at === 0 || !isFolded(source[at])) name = nameOf(source.subarray(at, end));
    const most = left.get(name);
    if (most !== undefined) {
      left.set(name, Math.max(0, most - (end - at)));
      if (end - at > most) {
        pieces.push(source.subarray(kept, at + most));
        // What is cut in its midst ends its line all the same.
        kept = most > 0 && newline >= 0 ? newline : end;
      }
    }
    at = end;
  }
  return kept === 0 ? source : joined([...pieces, source.subarray(kept)]);
}

function nameOf(line: Uint8Array): string {
  const colon = line.indexOf(COLON);
  return new TextDecoder('latin1')
    .decode(colon < 0 ? line : line.subarray(0, colon))
    .trim()
    .toLowerCase();
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function isBlank(source: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (source[at] !== RETURN && source[at] !== NEWLINE) return false;
  return true;
}

const isFolded = (first: number | undefined): boolean => first === SPACE || first === TAB;

const [TAB, NEWLINE, RETURN, SPACE, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3a];

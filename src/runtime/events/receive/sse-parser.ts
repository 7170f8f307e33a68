export interface StreamMessage {
  /** The last id that the stream named up to here; empty where it has named none. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Beyond this the stream is none that we could read: an event is a POST of at most two megabytes elsewhere. */
const LONGEST = 8 * 1024 * 1024;

/**
 * Reads `text/event-stream` piece by piece, as the WHATWG's HTML standard has it (9.2.6): lines end with CR, LF or both, however the
 * pieces are cut; comments and unknown fields are passed over; what has not ended with an empty line is no event.
 */
export function createSseParser(): (piece: string) => StreamMessage[] {
  let rest = '';
  let first = true;
  let afterCr = false;
  let id = '';
  let event = '';
  let data: string[] = [];
  let size = 0;

  const field = (line: string): StreamMessage | null => {
    if (line === '') {
      const message = data.length === 0 ? null : { id, event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      size = 0;
      return message;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') {
      size += value.length;
      if (size > LONGEST) throw new Error('an event of the stream is too large');
      data.push(value);
    } else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    return null;
  };

  return (piece) => {
    let text = first && piece.startsWith('\ufeff') ? piece.slice(1) : piece;
    if (piece !== '') first = false;
    // A CR ended the last piece's line; its LF is only now here.
    if (afterCr && text.startsWith('\n')) text = text.slice(1);
    if (piece !== '') afterCr = text.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw new Error('a line of the stream is too long');
    return lines.map(field).filter((message) => message !== null);
  };
}

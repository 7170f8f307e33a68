import { Readable } from 'node:stream';
import { STREAM } from '../../../contract/limits.ts';

/** An event as a stream carries it. `envelope` is one line of JSON. */
export interface StreamedEvent {
  readonly event_id: string;
  readonly type: string;
  readonly envelope: string;
}

export interface EventStream {
  readonly body: Readable;
  /** False while what was written waits for the reader. */
  isWanted(): boolean;
  send(events: readonly StreamedEvent[]): void;
  /** After what was sent; nothing may be sent afterwards. */
  end(): void;
}

/** The text of one response: the reconnection hint, events, and a comment line every so often. Wall time. */
export function createEventStream(options: {
  readonly keep_alive_ms: number;
  /** The reader took what was written. */
  readonly onWanted: () => void;
}): EventStream {
  let wanted = false;
  const body = new Readable({
    read() {
      wanted = true;
      options.onWanted();
    },
    destroy(error, done) {
      clearInterval(keepAlive);
      wanted = false;
      done(error);
    },
  });
  // A reader that has not taken the last one would get them all at once.
  const keepAlive = setInterval(() => {
    if (wanted) wanted = body.push(': keep-alive\n\n');
  }, options.keep_alive_ms);
  body.push(`retry: ${STREAM.retry_ms}\n\n`);
  return {
    body,
    isWanted: () => wanted,
    send(events) {
      wanted = body.push(events.map(frame).join(''));
    },
    end() {
      clearInterval(keepAlive);
      wanted = false;
      body.push(null);
    },
  };
}

const frame = ({ event_id, type, envelope }: StreamedEvent) => `id: ${event_id}\nevent: ${type}\ndata: ${envelope}\n\n`;

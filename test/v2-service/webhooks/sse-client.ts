import { type IncomingHttpHeaders, request } from 'node:http';

export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface SseConnection {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All that came, as it came. */
  text(): string;
  /** The complete frames with an id. */
  frames(): Frame[];
  /** Drops the connection at once; what is on its way is lost. */
  cut(): void;
  /** Resolves when the server ended the response (true), or when the connection broke (false). */
  readonly ended: Promise<boolean>;
}

/** A connection of its own to an event stream, read as a plain HTTP client would. */
export function openSse(url: string, headers: Record<string, string> = {}): Promise<SseConnection> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const text = () => Buffer.concat(chunks).toString('utf8');
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise<boolean>((done) => {
        response.on('end', () => done(true));
        response.on('close', () => done(response.complete));
        response.on('error', () => done(false));
      });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        frames: () => framesOf(text()),
        cut: () => sent.destroy(),
        ended,
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** As the specification of server-sent events reads them: a frame counts once its blank line is there. */
function framesOf(text: string): Frame[] {
  const complete = text.slice(0, text.lastIndexOf('\n\n') + 1);
  const frames: Frame[] = [];
  for (const block of complete.split('\n\n')) {
    const fields = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line) ?? []);
    const of = (name: string) => fields.find(([, field]) => field === name)?.[2];
    const id = of('id');
    if (id !== undefined) frames.push({ id, event: of('event') ?? '', data: of('data') ?? '' });
  }
  return frames;
}

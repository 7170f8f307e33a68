import type { Carried } from '../../api-client/client-of.ts';

/** How much of a file has gone out, in bytes. */
export interface Sent {
  readonly sent: number;
  readonly of: number;
}

/** Bytes; less is there before anybody has read how much of it is. */
const LARGE = 1_000_000;

type OnSent = (sent: Sent) => void;

const watchers = new Map<string, OnSent>();

/** Says how far a large file is that goes out with this `Idempotency-Key`, until what this gives is called. */
export function watchUpload(key: string, onSent: OnSent): () => void {
  watchers.set(key, onSent);
  return () => watchers.delete(key);
}

/** The watcher who wants to know how far the file of a request is; undefined: there is none. */
export const watcherOf = ({ body, headers }: Carried): OnSent | undefined =>
  body instanceof Blob && body.size >= LARGE ? watchers.get(headers['idempotency-key'] ?? '') : undefined;

/** As `fetch`, by the one way that a browser has to say how far a request is. */
export function sendFile(url: string, { method, headers, body, signal }: Carried, onSent: OnSent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent({ sent: loaded, of: total });
    request.onload = () => {
      const { status, response } = request;
      resolve(new Response(response, { status, headers: headersOf(request.getAllResponseHeaders()) }));
    };
    // As `fetch` says that nobody answers.
    request.onerror = () => reject(new TypeError('The server cannot be reached.'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(signal.reason);
    request.send(body instanceof Blob ? body : null);
  });
}

function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

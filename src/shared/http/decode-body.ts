import { Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The content codings that are read here, as an `Accept-Encoding` says them (RFC 9110, 12.5.3 and 15.5.16). */
export const READ_ENCODINGS: readonly string[] = ['gzip', 'deflate', 'br'];

export interface DecodeOptions {
  /** Bytes that may come out; a few that come in may stand for any number. */
  readonly most: number;
  /**
   * Makes the error with which the stream ends: its bytes are not what the header says, there are too many, or nobody here
   * reads such.
   */
  refuse(why: 'broken' | 'too_large' | 'unknown', encoding: string): Error;
}

/** Fastify holds the bytes that came over the line against `Content-Length`, where a stream tells them. */
type Decoded = Transform & { receivedEncodedLength: number };

/** The body without its `Content-Encoding`; itself, where it has none. Throws what `refuse` makes of an encoding that is not read. */
export function decodeBody<Body extends NodeJS.ReadableStream>(
  body: Body,
  header: string | undefined,
  { most, refuse }: DecodeOptions,
): Body | Decoded {
  const encoding = header?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return body;
  if (!isRead(encoding)) throw refuse('unknown', encoding);
  let length = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      length += chunk.length;
      if (length > most) done(refuse('too_large', encoding));
      else done(null, chunk);
    },
  });
  const decoded = Object.assign(bounded, { receivedEncodedLength: 0 });
  const decoder = DECODERS[encoding]();
  body.on('data', (chunk: Buffer) => {
    decoded.receivedEncodedLength += chunk.length;
  });
  body.on('error', (error) => decoded.destroy(error));
  decoder.on('error', () => decoded.destroy(refuse('broken', encoding)));
  // Whoever reads it may have left.
  decoded.on('error', () => undefined);
  decoded.on('close', () => {
    body.unpipe(decoder);
    body.resume();
    decoder.destroy();
  });
  body.pipe(decoder).pipe(decoded);
  return decoded;
}

const isRead = (encoding: string): encoding is keyof typeof DECODERS => Object.hasOwn(DECODERS, encoding);

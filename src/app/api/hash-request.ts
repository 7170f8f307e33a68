import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { canonicalJson } from '../../language/plan/canonical-json.ts';

/** A hash that tells one request from another: its address, and every byte of its body. */
export interface RequestHash {
  /** Before the body was read: of a file, its address alone. */
  readonly begun: string;
  /** With the whole body. Null: the route has left a part of the file unread. */
  whole(): string | null;
  /** Reads what is left of the file, for a request that no route reads. */
  readRest(): Promise<void>;
}

type Asked = Pick<FastifyRequest, 'method' | 'url' | 'body'>;

/** JSON by what it means: the order of keys and white space change nothing. Everything else by its bytes. */
export function hashRequest(request: Asked): RequestHash {
  if (isFile(request.body)) return hashFile(request, request.body);
  const { body } = request;
  const hash = hashOf(request, body instanceof Uint8Array ? ['bytes', digest(body)] : ['json', body ?? null]);
  return { begun: hash, whole: () => hash, readRest: async () => undefined };
}

/** The file is never in memory as a whole: it is hashed as the route reads it. */
function hashFile(request: Asked, file: AsyncIterable<Uint8Array>): RequestHash {
  const hash = createHash('sha256');
  let isWhole = false;
  const read = async function* () {
    for await (const part of file) {
      hash.update(part);
      yield part;
    }
    isWhole = true;
  };
  const body = read();
  request.body = body;
  return {
    begun: hashOf(request, ['file']),
    whole: () => (isWhole ? hashOf(request, ['bytes', hash.copy().digest('hex')]) : null),
    async readRest() {
      for await (const _ of body);
    },
  };
}

const hashOf = ({ method, url }: Asked, body: readonly unknown[]): string =>
  digest(canonicalJson([method, url, ...body]));

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file that is still arriving, as a stream. */
export const isFile = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A client's request, and the reply it waits for. */
export interface Exchange {
  readonly request: Pick<FastifyRequest, 'caller'>;
  readonly reply: Pick<FastifyReply, 'raw'>;
}

/** Aborted when the client is gone before it has its answer. `request.signal` is aborted as soon as the body is read. */
export function goneOf({ reply: { raw } }: Exchange): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  const within = ended.getStore();
  return within === undefined ? gone.signal : AbortSignal.any([gone.signal, within]);
}

const ended = new AsyncLocalStorage<AbortSignal>();

/** Requests that this process makes to itself in `work` have no connection that closes: they end with `signal`. */
export const endingWith = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => ended.run(signal, work);

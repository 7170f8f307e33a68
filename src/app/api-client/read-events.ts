import { EventSourceParserStream } from 'eventsource-parser/stream';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import type { AnyAsked, CallOptions } from './asked.ts';
import type { KnownContract } from './known-contract.ts';

type Open = (name: 'streamEvents', asked: AnyAsked, options: CallOptions) => Promise<Response>;

const PAUSE = 1000;
/** A stream says something every 15 s; one that stays open has no other end. */
const LONGEST = Number.POSITIVE_INFINITY;

/** Every event once and in order: after a break it continues behind the last one that was read. Types of a later version are passed over. */
export async function* readEvents(
  { readEvent }: KnownContract,
  open: Open,
  { last_event_id, signal }: { readonly last_event_id?: string; readonly signal?: AbortSignal } = {},
): AsyncGenerator<EngineEvent> {
  let last = last_event_id;
  while (!signal?.aborted) {
    try {
      const headers = last === undefined ? {} : { 'last-event-id': last };
      const answer = await open('streamEvents', {}, { headers, timeout: LONGEST, ...(signal ? { signal } : {}) });
      if (answer.body === null) return;
      const messages = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      const reader = messages.getReader();
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          const { id, event: type = 'message', data } = part.value;
          if (id === undefined) continue;
          const event = readEvent(type, data);
          last = id;
          if (event !== null) yield event;
        }
      } finally {
        await reader.cancel().catch(() => undefined);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof CodedError && error.code !== 'unreachable') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

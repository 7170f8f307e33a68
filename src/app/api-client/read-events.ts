import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { activityLine } from '../api-contract/operations/events.ts';
import type { AnyAsked, CallOptions } from './asked.ts';

/** One event of the stream. */
export interface EngineEvent {
  readonly id: string;
  /** `enrollment.started`, `enrollment.step`, … */
  readonly type: string;
  readonly data: z.output<typeof activityLine>;
}

type Open = (name: 'streamEvents', asked: AnyAsked, options: CallOptions) => Promise<Response>;

const PAUSE = 1000;
/** A stream says something every 15 s; one that stays open has no other end. */
const LONGEST = 2 ** 31 - 1;

/** Every event once and in order: after a break it continues behind the last one that was read. */
export async function* readEvents(
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
          const { id, event = 'message', data } = part.value;
          const line = checkShape(activityLine, JSON.parse(data));
          if (id === undefined || !line.ok) continue;
          last = id;
          yield { id, type: event, data: line.value };
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

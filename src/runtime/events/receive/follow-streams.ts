import { backoff, spread } from '../../../shared/kit/backoff.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';
import { insertEvents } from '../../store/events/insert-events.ts';
import type { SubscriptionRow } from '../../store/events/subscription.ts';
import { measureLag } from '../measure-event.ts';
import { receivedEvents } from './received-event.ts';
import { createSseParser, type StreamMessage } from './sse-parser.ts';

export interface StreamDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'streamEvents'>;
  /** New events wait to be matched. */
  readonly onReceived: () => void;
  /** There may be a gap between what was read and what comes: the events of this subscription are to be pulled. */
  readonly onGap: (subscriptionId: string) => void;
  readonly onError: (error: unknown) => void;
  readonly tuning?: StreamTuning;
}

/** Wall milliseconds. */
export interface StreamTuning {
  readonly first_delay_ms?: number;
  readonly longest_delay_ms?: number;
  readonly look_ms?: number;
}

export interface Streams {
  /** Reads exactly these streams from now on. */
  follow(subscriptions: readonly SubscriptionRow[]): void;
  stop(): Promise<void>;
}

interface Followed {
  row: SubscriptionRow;
  connection: AbortController | null;
  running: Promise<void>;
  /** The cursor at which the stream continues: the last event that was committed, never one that was merely read. */
  after: string | null;
  heard_at: number;
  due_at: number;
  failures: number;
}

/** Wall milliseconds. The service writes a comment every 15 seconds, so a stream that is silent for longer is dead. */
const LONGEST_SILENCE = 45_000;

/** Reads the streams of all hosted webhooks in this process: one timer looks after all of them. */
export function followStreams(deps: StreamDeps): Streams {
  const { first_delay_ms = 500, longest_delay_ms = 60_000, look_ms = 500 } = deps.tuning ?? {};
  const followed = new Map<string, Followed>();
  let stopped = false;

  const look = (): void => {
    const now = performance.now();
    for (const one of followed.values()) {
      if (one.connection === null) {
        if (now >= one.due_at) connect(one);
      } else if (now - one.heard_at > LONGEST_SILENCE) {
        one.connection.abort(new Error(`the stream was silent for ${LONGEST_SILENCE} ms`));
      }
    }
  };
  const timer = setInterval(look, look_ms);
  timer.unref();

  const connect = (one: Followed): void => {
    one.connection = new AbortController();
    one.heard_at = performance.now();
    one.running = read(deps, one, one.connection.signal)
      .catch((error: unknown) => {
        if (followed.get(one.row.id) === one && !stopped) deps.onError(error);
      })
      .finally(() => {
        one.connection = null;
        one.failures += 1;
        one.due_at = performance.now() + spread(backoff(one.failures, first_delay_ms, longest_delay_ms));
      });
  };

  const end = (one: Followed): void => {
    followed.delete(one.row.id);
    one.connection?.abort();
  };

  return {
    follow(subscriptions) {
      if (stopped) return;
      const wanted = new Map(subscriptions.map((row) => [row.id, row]));
      for (const one of [...followed.values()]) if (!wanted.has(one.row.id)) end(one);
      for (const row of wanted.values()) {
        const known = followed.get(row.id);
        if (known) {
          known.row = row;
          continue;
        }
        followed.set(row.id, {
          row,
          connection: null,
          running: Promise.resolve(),
          after: row.last_event_id,
          heard_at: 0,
          due_at: 0,
          failures: 0,
        });
      }
      look();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      const last = [...followed.values()];
      for (const one of last) end(one);
      await Promise.all(last.map(({ running }) => running));
    },
  };
}

/** One connection, until it ends. */
async function read(deps: StreamDeps, one: Followed, signal: AbortSignal): Promise<void> {
  const after = one.after ?? one.row.last_event_id;
  const outcome = await deps.v2.streamEvents(one.row.webhook_id, { after, signal });
  if (outcome.kind === 'unreachable') throw new Error(`the stream of ${one.row.account_id}: ${outcome.reason}`);
  if (outcome.kind === 'refused') {
    // The service does not know our cursor any more: the pull reports the gap and continues from what there is.
    if (after !== null && isAboutPlace(outcome.status)) {
      one.after = null;
      one.row = { ...one.row, last_event_id: null };
    }
    deps.onGap(one.row.id);
    throw new Error(`the stream of ${one.row.account_id} was refused with ${outcome.status}: ${outcome.reason}`);
  }
  // A stream without a cursor begins now: earlier events are pulled once the stream is open.
  if (after === null) deps.onGap(one.row.id);
  const parse = createSseParser();
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of outcome.body) {
    one.heard_at = performance.now();
    one.failures = 0;
    await ingest(deps, one, parse(decoder.decode(chunk, { stream: true })));
  }
}

const isAboutPlace = (status: number): boolean => status === 400 || status === 404 || status === 410 || status === 412;

async function ingest(deps: StreamDeps, one: Followed, messages: readonly StreamMessage[]): Promise<void> {
  const [last] = messages.slice(-1);
  if (last === undefined) return;
  const { row } = one;
  const events = messages
    .flatMap(({ data }) => receivedEvents(data, row, deps.clock.now()))
    .filter(({ named_account }) => named_account === null || named_account === row.account_id);
  const rows = events.map((event) => event.row);
  if ((await insertEvents(deps.db, rows)) > 0) deps.onReceived();
  measureLag(deps.clock, row.platform, 'stream', events);
  one.after = last.id || rows.at(-1)?.event_id || one.after;
}

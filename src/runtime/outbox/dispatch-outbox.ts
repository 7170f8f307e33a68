import { backoff } from '../../shared/kit/backoff.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { SECOND } from '../../shared/kit/duration.ts';
import { type Loop, startLoop } from '../../shared/kit/start-loop.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { outboxSent, outboxWait } from '../../shared/telemetry/metrics/event-metrics.ts';
import { claimOutbox, findDueLanes, type OutboxRow, promoteInOutbox } from '../store/outbox/claim-outbox.ts';
import { deleteFromOutbox, postponeInOutbox } from '../store/outbox/complete-outbox.ts';
import { noteMissed } from '../store/walks/claim-for-look.ts';
import type { RoomToBegin } from './room-to-begin.ts';
import { sendRow, type Workflows } from './send-row.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

export interface OutboxDispatcherDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly workflows: Workflows;
  readonly onError: (error: unknown, row: OutboxRow | null) => void;
  /** Temporal knows no workflow of an enrollment that had a signal. */
  readonly onMissed?: () => void;
  readonly idle_ms?: number;
  /** Rows sent to Temporal at the same time. */
  readonly batch?: number;
  /** Called when as many rows were taken as one batch takes, so that there may be more. */
  readonly onFullBatch?: () => void;
  /** Rows that this process is sending: no other of its dispatchers looks for them. */
  readonly in_hand?: Set<string>;
  /** How fast the lane `bulk` goes. Absent: as fast as the other one. */
  readonly bucket?: TokenBucket;
  /** How many people may begin. Absent: all of them. */
  readonly room?: Omit<RoomToBegin, 'came'>;
  /** Called where nobody may begin for want of room: nobody says when there is some again. */
  readonly onCrowd?: () => void;
}

/** Wall milliseconds until a row that could not be sent is tried again; they double up to the longest delay. */
const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;
/** A rate below what one worker can take on, so that what just happened never waits behind bulk signals in Temporal's own queue. */
const BULK_PER_SECOND = 25;

/**
 * Sends Temporal one batch of what is due; returns how many rows it took. The rows stay locked in a transaction that is open
 * while Temporal is called: if this process dies they are free at once, and sending twice does no harm.
 */
export async function dispatchOutbox(deps: OutboxDispatcherDeps): Promise<number> {
  return (await dispatchBatch(deps)).taken;
}

/** `more`: another look finds something. Where it would not, it is spared: whoever writes more wakes the loop. */
async function dispatchBatch(deps: OutboxDispatcherDeps): Promise<{ readonly taken: number; readonly more: boolean }> {
  const batch = deps.batch ?? 40;
  const begins = deps.room?.left() !== 0;
  if (!begins) deps.onCrowd?.();
  const due = await findDueLanes(deps.db, deps.in_hand, begins);
  if (due.size === 0) return { taken: 0, more: false };
  const claimed: string[] = [];
  const work = deps.db.transaction(async (tx) => {
    const rows = [
      ...(due.has('now') ? await claimNow(tx, batch, deps.room) : []),
      ...(due.has('bulk') ? await claimBulk(tx, batch, deps.bucket) : []),
    ];
    claimed.push(...rows.map(({ id }) => id));
    for (const id of claimed) deps.in_hand?.add(id);
    if (rows.length >= batch) deps.onFullBatch?.();
    const results = await Promise.allSettled(rows.map((row) => sendRow(deps, row)));
    const delivered: string[] = [];
    const missed: string[] = [];
    for (const [index, row] of rows.entries()) {
      const result = results[index];
      measureSent(row, result);
      if (result?.status === 'fulfilled') {
        delivered.push(row.id);
        if (result.value === 'gone') missed.push(row.target_id);
        continue;
      }
      const error: unknown = result?.reason;
      deps.onError(error, row);
      await postponeInOutbox(tx, {
        id: row.id,
        delay_ms: backoff(row.tries + 1, FIRST_DELAY, LONGEST_DELAY),
        error: messageOf(error),
      });
    }
    const more = await deleteFromOutbox(tx, delivered, deps.in_hand);
    // The signal's content is in Postgres too, so reconciliation repeats it when it continues the walk.
    await noteMissed(tx, missed);
    return { taken: rows.length, more, missed: missed.length };
  });
  const { taken, more, missed } = await work.finally(() => {
    for (const id of claimed) deps.in_hand?.delete(id);
  });
  if (missed > 0) deps.onMissed?.();
  return { taken, more: taken > 0 && more };
}

/** Signals wait with the others for the next batch, where there is room for some people only. */
async function claimNow(tx: Queryable, batch: number, room: OutboxDispatcherDeps['room']): Promise<OutboxRow[]> {
  if (room === undefined) return claimOutbox(tx, batch);
  const taken = room.take(batch);
  let rows: OutboxRow[] = [];
  try {
    rows = await claimOutbox(tx, taken || batch, 'now', taken > 0);
    return rows;
  } finally {
    room.settle(
      taken,
      rows.flatMap(({ kind, target_id }) => (kind === 'start_enrollment' ? [target_id] : [])),
    );
  }
}

async function claimBulk(tx: Queryable, batch: number, bucket: TokenBucket | undefined): Promise<OutboxRow[]> {
  const allowed = Math.min(batch, bucket?.take() ?? batch);
  if (allowed === 0) return [];
  const rows = await claimOutbox(tx, allowed, 'bulk');
  bucket?.giveBack(allowed - rows.length);
  if (rows.length > 0) await promoteInOutbox(tx);
  return rows;
}

function measureSent({ kind, due_for_ms }: OutboxRow, result: PromiseSettledResult<string> | undefined): void {
  outboxSent.inc({ kind, result: result?.status === 'fulfilled' ? result.value : 'failed' });
  if (result?.status === 'fulfilled') outboxWait.observe({ kind }, due_for_ms / SECOND);
}

/** As long as people may be held back for want of room, wall milliseconds until there may be some. */
const ROOM_AGAIN_MS = 100;

/** Writers of rows mostly notify; polling finds what is due later, or was written by a process that died. */
const IDLE_MS = 200;

/** Two loops: while one batch waits for Temporal the other one reads and writes. */
export function startOutboxDispatcher(deps: OutboxDispatcherDeps): Loop {
  const bucket = deps.bucket ?? createTokenBucket(BULK_PER_SECOND);
  let isAsked = false;
  /**
   * One look finds what both would: the second loop is for what comes while the first one waits, and for what is too much for it. Those who call in one turn of the
   * event loop, as all do whose transaction was one, ask for one look: the second one would find what the first is about to claim.
   */
  const wake = (): void => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      const idle = loops.find((loop) => loop.isIdle());
      for (const loop of idle ? [idle] : loops) loop.wake();
    });
  };
  let again: NodeJS.Timeout | undefined;
  const onCrowd = (): void => {
    again ??= setTimeout(() => {
      again = undefined;
      wake();
    }, ROOM_AGAIN_MS);
  };
  const throttled = { ...deps, bucket, in_hand: new Set<string>(), onFullBatch: wake, onCrowd };
  const work = async (): Promise<boolean> => (await dispatchBatch(throttled)).more;
  const options = { work, idle_ms: deps.idle_ms ?? IDLE_MS, onError: (error: unknown) => deps.onError(error, null) };
  const loops = [startLoop(options), startLoop(options)];
  return {
    wake,
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      clearTimeout(again);
    },
  };
}

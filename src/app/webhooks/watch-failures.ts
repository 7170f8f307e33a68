import { announce } from '../../runtime/store/announcements/announce.ts';
import { noteArrival, noteFailure } from '../../runtime/store/webhooks/note-attempts.ts';
import { changeWebhook, findWebhook, type WebhookRow } from '../../runtime/store/webhooks/webhook.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { DAY, HOUR, SECOND } from '../../shared/kit/duration.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import type { Attempt, ClaimedDelivery } from '../../shared/webhook-delivery/delivery-store.ts';
import { GONE, type Verdict } from '../../shared/webhook-delivery/retry-policy.ts';

export interface WatchDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown, what: string) => void;
  /** A webhook was switched off, for a person to know. */
  readonly onSwitchedOff: (webhook: Pick<WebhookRow, 'id' | 'url'>, reason: string) => void;
}

export interface FailureWatch {
  noticed(delivery: ClaimedDelivery, attempt: Attempt, verdict: Verdict): void;
  /** When everything that was noticed is written. */
  done(): Promise<void>;
}

/** Virtual time of nothing but failures after which a webhook is switched off: longer than the schedule of one delivery. */
const SWITCHED_OFF_AFTER = 3 * DAY;
/** Wall milliseconds, and virtual ones, in which a webhook that is well, or not, is written once. */
const NOTED_FOR = { wall: 5 * SECOND, virtual: HOUR };

/**
 * Switches a webhook off whose receiver has failed for days, or has answered that it is gone, and has a person told. What is owed to it waits,
 * and goes out when somebody lets it go on.
 */
export function createFailureWatch(deps: WatchDeps): FailureWatch {
  const { db, clock } = deps;
  const noted = new Map<string, { readonly verdict: 'well' | 'failing'; readonly wall: number; readonly at: number }>();
  const writing = new Set<Promise<void>>();

  async function write({ webhook_id }: ClaimedDelivery, { at, status }: Attempt, well: boolean): Promise<void> {
    if (well) return noteArrival(db, webhook_id);
    const since = await noteFailure(db, webhook_id, new Date(at));
    if (since === null) return;
    const gone = status === GONE;
    if (!gone && clock.now() - since.getTime() < SWITCHED_OFF_AFTER) return;
    await switchOff(
      webhook_id,
      gone ? 'its receiver answered 410: it is gone' : `every attempt has failed since ${inWords(since)}`,
    );
  }

  async function switchOff(id: string, reason: string): Promise<void> {
    const off = await retryConflicts(() =>
      db.transaction(async (tx) => {
        const row = await findWebhook(tx, id, { lock: true });
        if (row?.status !== 'active') return null;
        const at = new Date(clock.now());
        const detail = { webhook_id: id, url: new URL(row.url).origin, reason };
        await announce(tx, { type: 'webhook.switched_off', at, detail });
        return changeWebhook(tx, row, { status: 'switched_off', status_reason: reason }, at);
      }),
    );
    if (off !== null) deps.onSwitchedOff(off, reason);
  }

  return {
    noticed(delivery, attempt, outcome) {
      const verdict = outcome === 'succeeded' ? 'well' : 'failing';
      const before = noted.get(delivery.webhook_id);
      const wall = Date.now();
      const isGone = attempt.status === GONE;
      const isNoted =
        before?.verdict === verdict &&
        wall - before.wall < NOTED_FOR.wall &&
        attempt.at - before.at < NOTED_FOR.virtual;
      if (isNoted && !isGone) return;
      noted.set(delivery.webhook_id, { verdict, wall, at: attempt.at });
      const written = write(delivery, attempt, verdict === 'well')
        .catch((error: unknown) => {
          noted.delete(delivery.webhook_id);
          deps.onError(error, 'noting how a webhook fares');
        })
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async done() {
      await Promise.all(writing);
    },
  };
}

const inWords = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

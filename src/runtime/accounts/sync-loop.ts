import { HOUR } from '../../shared/kit/duration.ts';
import { type Loop, startLoop } from '../../shared/kit/start-loop.ts';
import type { V2Client } from '../../v2/client/create-v2-client.ts';
import { catchUp } from '../events/receive/catch-up.ts';
import { followStreams, type StreamTuning } from '../events/receive/follow-streams.ts';
import { ensureSubscriptions, type SubscribeDeps } from '../events/receive/subscribe.ts';
import { runReconciliations } from '../events/reconcile/run-reconciliations.ts';
import type { ReconcileDeps } from '../events/reconcile/search.ts';
import { noteHeard, noteListening } from '../store/accounts/gap.ts';
import { wakeHeard } from '../store/accounts/unheard-waits.ts';
import { rereadAnswers } from '../store/events/reread-answers.ts';
import { listSubscriptions, type SubscriptionRow } from '../store/events/subscription.ts';
import { moveLeftBehind } from '../store/leads/move-to-survivor.ts';
import { guardMailboxes } from './guard-mailboxes.ts';
import { type SyncDeps, syncAccounts } from './sync-accounts.ts';
import { type CreditDeps, syncCredits } from './sync-credits.ts';

export interface SyncLoopDeps extends SubscribeDeps, Pick<ReconcileDeps, 'search_credits'> {
  readonly v2: SubscribeDeps['v2'] &
    SyncDeps['v2'] &
    CreditDeps['v2'] &
    ReconcileDeps['v2'] &
    Partial<Pick<V2Client, 'streamEvents'>>;
  /** New events wait to be matched. */
  readonly onReceived: () => void;
  /** Something was written for Temporal. */
  readonly onOutbox?: () => void;
  readonly onError: (error: unknown) => void;
  readonly idle_ms?: number;
  readonly streams?: StreamTuning;
}

export interface SyncLoop extends Loop {
  /** Looks at the service once, now. Resolves when accounts, webhooks and missed events are up to date. */
  refresh(): Promise<void>;
}

/**
 * Keeps the engine in step with the V2 service: mirrors its accounts and credits, keeps one webhook per account, and pulls what the
 * webhooks missed; at the start, at every gap and every few seconds. In hosted mode it follows the streams as well. What no pull can
 * tell is searched for in the inboxes when it was asked for.
 */
export function startSyncLoop(deps: SyncLoopDeps): SyncLoop {
  let last: Promise<void> = Promise.resolve();
  const streams =
    deps.mode === 'hosted' && deps.v2.streamEvents !== undefined
      ? followStreams({
          ...deps,
          v2: { streamEvents: deps.v2.streamEvents },
          onGap: () => loop.wake(),
          ...(deps.streams === undefined ? {} : { tuning: deps.streams }),
        })
      : null;
  const refresh = (): Promise<void> => {
    last = last
      .catch(() => undefined)
      .then(async () => {
        const served = await refreshOnce(deps);
        streams?.follow(served.filter(({ mode }) => mode === 'hosted'));
      });
    return last;
  };
  const loop = startLoop({
    async work() {
      await refresh();
      return false;
    },
    idle_ms: deps.idle_ms ?? 15_000,
    onError: deps.onError,
  });
  return {
    wake: loop.wake,
    refresh,
    async stop() {
      await loop.stop();
      await streams?.stop();
    },
  };
}

/** The subscriptions as they are afterwards. */
async function refreshOnce(deps: SyncLoopDeps): Promise<SubscriptionRow[]> {
  const begun = new Date(deps.clock.now());
  const accounts = await syncAccounts(deps);
  const connected = new Set(accounts.filter(({ status }) => status === 'connected').map(({ id }) => id));
  let fresh = 0;
  const attempt = async (work: () => Promise<number>): Promise<boolean> => {
    // A failure with one account must not keep the others from being synced.
    const found = await work().catch((error: unknown) => {
      deps.onError(error);
      return null;
    });
    fresh += found ?? 0;
    return found !== null;
  };
  await attempt(async () => {
    await syncCredits(deps);
    return 0;
  });
  await attempt(async () => {
    await guardMailboxes(deps);
    return 0;
  });
  await ensureSubscriptions(deps, [...connected]);
  const served = (await listSubscriptions(deps.db)).filter(({ account_id }) =>
    accounts.some(({ id }) => id === account_id),
  );
  const heard: string[] = [];
  for (const subscription of served) {
    const caughtUp = await attempt(() => catchUp(deps, subscription));
    if (caughtUp && connected.has(subscription.account_id)) heard.push(subscription.account_id);
  }
  // Whatever happened before this look is here by now, or a gap says from when on it may be missing.
  const woken = await deps.db.transaction(async (tx) => {
    const now = new Date(deps.clock.now());
    await noteHeard(tx, heard, begun, now);
    await noteListening(tx, heard, now);
    return wakeHeard(tx, now, deps.clock.setting().speed);
  });
  if (woken > 0) deps.onOutbox?.();
  await attempt(() => rereadAnswers(deps.db, new Date(deps.clock.now() - HOUR * deps.clock.setting().speed)));
  // Enrollments of merged leads that have ended meanwhile.
  await moveLeftBehind(deps.db);
  // A search may take minutes, in which events reach us as before.
  const onSearched = () => deps.db.transaction((tx) => noteListening(tx, heard, new Date(deps.clock.now())));
  await attempt(() => runReconciliations({ ...deps, onSearched }, connected));
  if (fresh > 0) deps.onReceived();
  return (await listSubscriptions(deps.db)).filter(({ account_id }) => connected.has(account_id));
}

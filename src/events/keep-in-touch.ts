import { listSubscriptions } from '../store/events/subscription.ts';
import { catchUp } from './catch-up.ts';
import { type Loop, startLoop } from './loop.ts';
import { ensureSubscriptions, type SubscribeDeps } from './subscribe.ts';
import { type SyncDeps, syncAccounts } from './sync-accounts.ts';

export interface TouchDeps extends SubscribeDeps {
  readonly v2: SubscribeDeps['v2'] & SyncDeps['v2'];
  /** New events wait to be matched. */
  readonly onReceived: () => void;
  readonly onError: (error: unknown) => void;
  readonly idle_ms?: number;
}

export interface Touch extends Loop {
  /** Once, now: resolves when accounts, webhooks and missed events are up to date. */
  refresh(): Promise<void>;
}

/** Accounts mirrored, one webhook each, and what the webhooks missed: at the start, at every gap, and every few seconds. */
export function keepInTouch(deps: TouchDeps): Touch {
  let last: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    last = last.catch(() => undefined).then(() => refreshOnce(deps));
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
  return { ...loop, refresh };
}

async function refreshOnce(deps: TouchDeps): Promise<void> {
  const accounts = await syncAccounts(deps);
  await ensureSubscriptions(
    deps,
    accounts.filter(({ status }) => status === 'connected').map(({ id }) => id),
  );
  let fresh = 0;
  for (const subscription of await listSubscriptions(deps.db)) {
    if (!accounts.some(({ id }) => id === subscription.account_id)) continue;
    // One account's trouble is not the others'.
    fresh += await catchUp(deps, subscription).catch((error: unknown) => {
      deps.onError(error);
      return 0;
    });
  }
  if (fresh > 0) deps.onReceived();
}

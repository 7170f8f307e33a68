import type { Database } from '../../../shared/postgres/database.ts';
import type { ClaimedDelivery } from '../../../shared/webhook-delivery/delivery-store.ts';
import { GONE } from '../../../shared/webhook-delivery/retry-policy.ts';

export interface GoneWatch {
  /** Notes the result of an attempt that has ended. */
  noticed(delivery: Pick<ClaimedDelivery, 'webhook_id'>, attempt: { readonly status: number | null }): void;
  /** When everything that was noticed is written. */
  done(): Promise<void>;
}

/**
 * An extension: a receiver that answers 410 wants nothing more, so its webhook is paused until its owner makes it active again. What it is owed
 * waits, as with any pause.
 */
export function watchForGone(
  db: Database,
  tell: {
    readonly onSwitchedOff: (webhook_id: string) => void;
    readonly onError: (error: unknown, what: string) => void;
  },
): GoneWatch {
  const writing = new Set<Promise<void>>();
  return {
    noticed({ webhook_id }, { status }) {
      if (status !== GONE) return;
      const written = switchOff(db, webhook_id)
        .then((was_on) => {
          if (was_on) tell.onSwitchedOff(webhook_id);
        })
        .catch((error: unknown) => tell.onError(error, 'pausing a webhook whose receiver is gone'))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async done() {
      await Promise.all(writing);
    },
  };
}

const switchOff = (db: Database, webhook_id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { rowCount } = await tx.query('update webhooks set is_active = false where webhook_id = $1 and is_active', [
      webhook_id,
    ]);
    if (rowCount !== 1) return false;
    await tx.query('update deliveries set held = true where webhook_id = $1 and due_at is not null', [webhook_id]);
    return true;
  });

import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { ActivityEvent } from '../../../events/event-sink.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';

type Deps = Pick<SandboxDeps, 'events'>;

/**
 * Tells the account's webhooks what happened. A lost session sees nothing: the event is kept and told when the session
 * is back, with the time at which it happened.
 */
export async function observe(deps: Deps, tx: Queryable, event: ActivityEvent): Promise<void> {
  const { rowCount } = await tx.query(
    `insert into sandbox_unobserved (account_id, event)
     select account_id, $2 from accounts where account_id = $1 and status <> 'connected'`,
    [event.account_id, JSON.stringify(event)],
  );
  if (rowCount === 0) await deps.events.emit(tx, event);
}

/** Tells what an account that is connected again has missed, in order. */
export async function tellUnobserved(deps: Deps, tx: Queryable, accountId: string): Promise<void> {
  const { rows } = await tx.query<{ event: ActivityEvent }>(
    `with told as (delete from sandbox_unobserved where account_id = $1 returning position, event)
     select event from told order by position`,
    [accountId],
  );
  for (const { event } of rows) await deps.events.emit(tx, event);
}

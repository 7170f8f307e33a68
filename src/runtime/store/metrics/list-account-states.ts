import type { Queryable } from '../../../shared/postgres/database.ts';

export interface AccountState {
  readonly account: string;
  readonly channel: string;
  /** Why it cannot send now; null: it can. */
  readonly why: 'disconnected' | 'guardrail' | 'backoff' | null;
}

/** Lists for the metrics whether each account can send. */
export async function listAccountStates(db: Queryable): Promise<AccountState[]> {
  const { rows } = await db.query<AccountState & Record<string, unknown>>(
    `select id as account, platform as channel,
            case when status <> 'connected' then 'disconnected' when paused_at is not null then 'guardrail'
                 when wall_held_until > now() then 'backoff' end as why
       from accounts order by id`,
  );
  return rows;
}

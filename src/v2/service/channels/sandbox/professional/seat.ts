import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import type { Call } from '../../call.ts';

/** InMails a month of an account whose maker gave no figure. */
const DEFAULT_INMAIL_CREDITS = 50;

export const hasPremiumSeat = (account: AccountRow): boolean => account.products.includes('premium_navigator');

export interface Seat {
  readonly inmail_credits: number;
  /** Unlocks in the present month. */
  readonly unlocks_used: number;
  readonly contract: string;
}

/**
 * Locks what the network keeps of the account until the end of the transaction: two calls that race for the week's last
 * invitation, the last InMail or the last unlock come here one after the other. A month that has begun since brings the
 * seat its InMails and unlocks again; what was left of the old ones is not carried over.
 */
export async function lockSeat({ tx, account, now }: Pick<Call, 'tx' | 'account' | 'now'>): Promise<Seat> {
  await openSeat(tx, account);
  await tx.query('select 1 from sandbox_seats where account_id = $1 for update', [account.account_id]);
  await tx.query(
    `update sandbox_seats
        set inmail_credits = case when month is null then inmail_credits else inmail_allowance end,
            inmail_allowance = coalesce(inmail_allowance, inmail_credits), unlocks_used = 0, month = $2
      where account_id = $1 and month is distinct from $2`,
    [account.account_id, monthOf(now)],
  );
  return readSeat({ tx, account, now });
}

/** Reads the credits that the seat has left, without a lock. */
export async function readSeat({ tx, account, now }: Pick<Call, 'tx' | 'account' | 'now'>): Promise<Seat> {
  const { rows } = await tx.query<Seat & Record<string, unknown>>(
    `select case when coalesce(month, $2) = $2 then inmail_credits else inmail_allowance end as inmail_credits,
            case when month = $2 then unlocks_used else 0 end as unlocks_used, contract
       from sandbox_seats where account_id = $1`,
    [account.account_id, monthOf(now)],
  );
  return rows[0] ?? { inmail_credits: DEFAULT_INMAIL_CREDITS, unlocks_used: 0, contract: '' };
}

/**
 * Opens the network's record of an account; where it is there already, nothing happens. Whether there is a premium seat follows
 * from the account's products.
 */
export async function openSeat(
  tx: Queryable,
  account: AccountRow,
  inmailCredits?: number,
  contract?: string,
): Promise<void> {
  await tx.query(
    'insert into sandbox_seats (account_id, inmail_credits, contract) values ($1, $2, $3) on conflict (account_id) do nothing',
    [account.account_id, inmailCredits ?? DEFAULT_INMAIL_CREDITS, contract ?? ''],
  );
}

/** The calendar's month in UTC. `at`: virtual time, epoch ms. */
const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

import { z } from 'zod';
import { newId } from '../../kit/ids.ts';
import type { Queryable } from '../../postgres/database.ts';
import { accountRecord } from '../accounts/account-record.ts';
import { ACCOUNT_COLUMNS, findAccount } from '../accounts/find-account.ts';
import { tellUnobserved } from '../channels/sandbox/effects/observe.ts';
import { DEFAULT_INMAIL_CREDITS } from '../channels/sandbox/professional/seat.ts';
import type { AccountRow, ServiceContext } from '../context.ts';
import { parseInput } from '../http/parse-input.ts';
import { ServiceError } from '../http/service-error.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const DEFAULT_DAILY_LIMIT = 50;

const account = z.object({
  platform: z.enum(['professional', 'messenger', 'email']).default('professional'),
  products: z.array(z.enum(['classic', 'premium_navigator', 'recruiter'])).default(['classic']),
  inmail_credits: z.int().min(0).max(1_000_000).optional(),
  name: z.string().min(1).optional(),
  email: z.string().min(3).optional(),
  phone_number: z.string().min(3).optional(),
  country: z.string().length(2).default('FR'),
  daily_limit: z.int().min(0).optional(),
});

const expiry = z.object({
  status: z.enum(['inactive', 'suspended']).default('inactive'),
  reason: z.enum(['session_expired', 'credentials_changed', 'logged_out']).default('session_expired'),
});

/** Accounts without the login dance, and sessions that end and come back. */
export function accountRoutes(context: ServiceContext): SandboxRoute[] {
  const { db } = context;
  return [
    {
      method: 'POST',
      path: '/accounts',
      handle: ({ owner, body, now }) =>
        db.transaction((tx) => createAccount(tx, owner.user_id, parseInput('body', account, body), now)),
    },
    {
      method: 'POST',
      path: '/accounts/:account_id/expire',
      handle: ({ owner, path, body, now }) =>
        db.transaction(async (tx) => {
          const given = parseInput('body', expiry, body);
          const before = await findAccount(tx, owner.user_id, path.account_id ?? '');
          const row = await setStatus(tx, before.account_id, given.status, now);
          if (before.status === 'connected') {
            await context.events.emit(tx, {
              account_id: row.account_id,
              type: 'disconnection',
              direction: 'incoming',
              at: now,
              fields: { reason: given.reason },
            });
          }
          return accountRecord(row);
        }),
    },
    {
      method: 'POST',
      path: '/accounts/:account_id/reconnect',
      handle: ({ owner, path, now }) =>
        db.transaction(async (tx) => {
          const { account_id } = await findAccount(tx, owner.user_id, path.account_id ?? '');
          const row = await setStatus(tx, account_id, 'connected', now);
          await tellUnobserved(context, tx, account_id);
          return accountRecord(row);
        }),
    },
    {
      method: 'POST',
      path: '/connect-links/:link_id/complete',
      async handle() {
        throw new ServiceError('INTERNAL_ERROR', 'connection links are not part of this version', { status: 501 });
      },
    },
  ];
}

async function createAccount(tx: Queryable, userId: string, given: z.infer<typeof account>, now: number) {
  const accountId = newId('acc', now);
  const professional = given.platform === 'professional';
  const email =
    given.platform === 'messenger' ? null : (given.email ?? `sandbox.${accountId.slice(-8)}@mailbox.example`);
  const phone = given.platform === 'messenger' ? (given.phone_number ?? '+15550000001') : null;
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `insert into accounts (account_id, user_id, platform, status, name, email, phone_number, country, products, proxy,
       daily_limit, created_at, updated_at)
     values ($1, $2, $3, 'connected', $4, $5, $6, $7, $8, 'pool', $9, $10, $10) returning ${ACCOUNT_COLUMNS}`,
    [
      accountId,
      userId,
      given.platform,
      given.name ?? email ?? phone,
      email,
      phone,
      given.country,
      professional ? given.products : [],
      given.platform === 'email' ? (given.daily_limit ?? DEFAULT_DAILY_LIMIT) : (given.daily_limit ?? null),
      new Date(now),
    ],
  );
  const row = rows[0];
  if (!row) throw new Error('an insert returned no row');
  if (professional) {
    const seated = given.products.includes('premium_navigator');
    await tx.query('insert into sandbox_seats (account_id, inmail_credits) values ($1, $2)', [
      accountId,
      given.inmail_credits ?? (seated ? DEFAULT_INMAIL_CREDITS : 0),
    ]);
  }
  return accountRecord(row);
}

async function setStatus(
  tx: Queryable,
  accountId: string,
  status: AccountRow['status'],
  now: number,
): Promise<AccountRow> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `update accounts set status = $2, updated_at = $3 where account_id = $1 returning ${ACCOUNT_COLUMNS}`,
    [accountId, status, new Date(now)],
  );
  const row = rows[0];
  if (!row) throw new ServiceError('INVALID_ACCOUNT', `account ${accountId} not found`);
  return row;
}

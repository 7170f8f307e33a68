import { z } from 'zod';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { phoneNumber } from '../../contract/params.ts';
import { createAccount, DEFAULT_DAILY_LIMIT } from '../accounts/create-account.ts';
import { findAccount } from '../accounts/find-account.ts';
import { updateAccount } from '../accounts/update-account.ts';
import { tellUnobserved } from '../channels/sandbox/effects/observe.ts';
import { openSeat } from '../channels/sandbox/professional/seat.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { accountRecord } from '../endpoints/accounts/account-record.ts';
import { parseInput } from '../http/parse-input.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const account = z.object({
  platform: z.enum(['professional', 'messenger', 'email']).default('professional'),
  products: z.array(z.enum(['classic', 'premium_navigator', 'recruiter'])).default(['classic']),
  inmail_credits: z.int().min(0).max(1_000_000).optional(),
  /** Premium seats of one contract share their unlocks; by default all of an owner are one contract. */
  contract: z.string().max(100).optional(),
  name: z.string().min(1).optional(),
  email: z.string().min(3).optional(),
  phone_number: phoneNumber().optional(),
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
        db.transaction((tx) => createSandboxAccount(tx, owner.user_id, parseInput('body', account, body), now)),
    },
    {
      method: 'POST',
      path: '/accounts/:account_id/expire',
      handle: ({ owner, path, body, now }) =>
        db.transaction(async (tx) => {
          const given = parseInput('body', expiry, body);
          const before = await findAccount(tx, owner.user_id, path.account_id ?? '');
          const row = await updateAccount(tx, before.account_id, { status: given.status }, now);
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
          const row = await updateAccount(tx, account_id, { status: 'connected' }, now);
          await tellUnobserved(context, tx, account_id);
          return accountRecord(row);
        }),
    },
  ];
}

async function createSandboxAccount(tx: Queryable, userId: string, given: z.infer<typeof account>, now: number) {
  const accountId = newId('acc', now);
  const email =
    given.platform === 'messenger' ? null : (given.email ?? `sandbox.${accountId.slice(-8)}@mailbox.example`);
  const phone = given.platform === 'messenger' ? (given.phone_number ?? '+15550000001') : null;
  const row = await createAccount(
    tx,
    {
      account_id: accountId,
      user_id: userId,
      platform: given.platform,
      status: 'connected',
      name: given.name ?? email ?? phone ?? '',
      email,
      phone_number: phone,
      country: given.country,
      products: given.platform === 'professional' ? given.products : [],
      daily_limit: given.daily_limit ?? (given.platform === 'email' ? DEFAULT_DAILY_LIMIT : null),
    },
    now,
  );
  if (given.platform === 'professional') await openSeat(tx, row, given.inmail_credits, given.contract);
  return accountRecord(row);
}

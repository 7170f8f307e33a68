import type { Queryable } from '../../../../shared/postgres/database.ts';
import { CHECKPOINT_ATTEMPTS } from '../../../contract/limits.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import { findAccount } from '../../accounts/find-account.ts';
import { updateAccount } from '../../accounts/update-account.ts';
import type { Outcome } from '../../channels/call.ts';
import type { ServiceContext } from '../../context/service-context.ts';

/**
 * Completes the sign-in that waits for this code. A refusal is a value: the transaction that it was counted in has to be
 * committed, or wrong codes would be free. Five of them end the attempt, and then the right one is refused too.
 */
export async function submitCode(
  call: {
    readonly context: Pick<ServiceContext, 'channels' | 'secrets'>;
    readonly tx: Queryable;
    readonly user_id: string;
    readonly now: number;
  },
  accountId: string,
  code: string,
): Promise<Outcome<AccountRow>> {
  const { context, tx, user_id, now } = call;
  const account = await findAccount(tx, user_id, accountId);
  // The lock makes racing codes count one after the other.
  const { rows } = await tx.query<{ sealed_challenge: string; wrong_codes: number; wall_expires_at: Date }>(
    'select sealed_challenge, wrong_codes, wall_expires_at from account_checkpoints where account_id = $1 for update',
    [accountId],
  );
  const attempt = rows[0];
  if (!attempt) {
    const message = `account_id: account ${accountId} (${account.status}) is not waiting for a verification code`;
    return { ok: false, refusal: { kind: 'invalid', message } };
  }
  if (attempt.wrong_codes >= CHECKPOINT_ATTEMPTS)
    return refused(`this sign-in ended after ${CHECKPOINT_ATTEMPTS} wrong codes: log in again`);
  if (attempt.wall_expires_at.getTime() <= Date.now())
    return refused('the code has expired: log in again for a new one');

  const state = context.secrets.open(attempt.sealed_challenge);
  const session = await context.channels.sign_in.confirm({ state }, code);
  if (!session) {
    await tx.query('update account_checkpoints set wrong_codes = wrong_codes + 1 where account_id = $1', [accountId]);
    const left = CHECKPOINT_ATTEMPTS - attempt.wrong_codes - 1;
    return refused(
      left === 0
        ? 'the code is wrong, and this sign-in has ended: log in again'
        : `the code is wrong; tries left: ${left}`,
    );
  }
  await tx.query('delete from account_checkpoints where account_id = $1', [accountId]);
  const connected = await updateAccount(tx, accountId, { status: 'connected' }, now);
  await session.begin(tx, connected);
  return { ok: true, value: connected };
}

function refused(message: string): Outcome<never> {
  return { ok: false, refusal: { kind: 'refused', sub_code: 'INVALID_CODE', message } };
}

import { learnInMails } from '../../../src/runtime/store/accounts/learn-mailbox.ts';
import { countInMailsSince } from '../../../src/runtime/store/slots/count-inmails.ts';
import { DAY, HOUR } from '../../../src/shared/kit/duration.ts';
import type { StepDeps } from '../../deps.ts';
import { callV2 } from '../../v2-caller.ts';

/**
 * The age up to which a known balance is believed; the one of a balance that is used up is shorter, for a person may
 * have bought more.
 */
const OLD = DAY;
const OLD_WHEN_USED_UP = HOUR;

/**
 * Asks how many InMails the seat has, when that is not known well enough. Costs one credit and changes nothing outside; whatever goes
 * wrong, the service refuses an InMail that the seat does not have. spec: balance / get
 */
export async function readInMails(deps: StepDeps, sender: { readonly id: string }): Promise<void> {
  const now = deps.clock.now();
  const { rows } = await deps.db.query<{ inmail_balance: number | null; inmail_read_at: Date | null }>(
    'select inmail_balance, inmail_read_at from accounts where id = $1',
    [sender.id],
  );
  const { inmail_balance: balance = null, inmail_read_at: readAt = null } = rows[0] ?? {};
  if (balance !== null && readAt !== null) {
    const age = now - readAt.getTime();
    if (age < OLD_WHEN_USED_UP) return;
    if (age < OLD && balance > (await countInMailsSince(deps.db, { account_id: sender.id, since: readAt }))) return;
  }
  const request = { account_id: sender.id, category: 'balance', action: 'get', params: {} };
  const answer = await callV2(deps.v2, request);
  if (answer.kind !== 'success') return;
  const data = answer.data;
  if (typeof data !== 'object' || data === null || !('inmail_credits' in data)) return;
  const { inmail_credits } = data;
  if (typeof inmail_credits !== 'number' || !Number.isInteger(inmail_credits)) return;
  await learnInMails(deps.db, { account_id: sender.id, balance: inmail_credits, at: new Date(now) });
}

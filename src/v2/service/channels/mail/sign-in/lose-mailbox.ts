import type { Logger } from 'pino';
import type { Clock } from '../../../../../shared/kit/clock.ts';
import { SECOND } from '../../../../../shared/kit/duration.ts';
import type { Database } from '../../../../../shared/postgres/database.ts';
import type { EventSink } from '../../../events/event-sink.ts';
import { within } from '../connections/dial.ts';
import type { MailFailure } from '../connections/mail-failure.ts';
import type { Mailbox } from '../connections/mailbox.ts';

export interface LoseMailboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventSink;
  readonly log: Logger;
}

/** A caller that holds the account's row waits no longer: what is to be written then waits for its transaction, behind it. */
const PATIENCE = 2 * SECOND;

/**
 * A server no longer accepts the credentials: the account is inactive until somebody signs in again, and its webhooks get one event.
 * Never throws.
 */
export async function loseMailbox(deps: LoseMailboxDeps, mailbox: Mailbox, failure: MailFailure): Promise<void> {
  const { account_id } = mailbox;
  const { code, reply } = failure;
  deps.log.warn({ account_id, code, reply }, 'a mail server no longer accepts the credentials');
  const written = write(deps, mailbox, failure).catch((err: unknown) => {
    deps.log.error({ err, account_id }, 'an account with refused credentials could not be marked inactive');
  });
  await within(PATIENCE, written).catch(() => undefined);
}

function write({ db, clock, events }: LoseMailboxDeps, mailbox: Mailbox, failure: MailFailure): Promise<void> {
  const { account_id, revision } = mailbox;
  return db.transaction(async (tx) => {
    const now = clock.now();
    // Only while it has these credentials: a sign-in since then has brought others.
    const { rowCount } = await tx.query(
      `update accounts set status = 'inactive', updated_at = $3
        where account_id = $1 and status = 'connected'
          and exists (select from mailboxes where account_id = $1 and revision = $2)`,
      [account_id, revision, new Date(now)],
    );
    if (rowCount === 0) return;
    await events.emit(tx, {
      account_id,
      type: 'disconnection',
      direction: 'incoming',
      at: now,
      fields: { reason: reasonOf(mailbox, failure) },
    });
  });
}

/**
 * Names what a person has to do about a lost mailbox: give the new password or a fresh token, consent again, or see to the client
 * that asks in their name.
 */
function reasonOf({ auth }: Mailbox, { code }: MailFailure): string {
  if ('pass' in auth) return 'credentials_changed';
  if (!('grant' in auth)) return 'session_expired';
  return typeof code === 'string' && /client/.test(code) ? 'client_refused' : 'consent_ended';
}

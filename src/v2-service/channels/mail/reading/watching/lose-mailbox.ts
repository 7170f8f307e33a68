import type { Mailbox } from '../../connections/mailbox.ts';
import type { ReadingDeps } from '../reading-deps.ts';

/** The server takes the credentials no more: the account is inactive until somebody signs in again, and its webhooks are told. */
export async function loseMailbox(
  { db, events, clock }: Pick<ReadingDeps, 'db' | 'events' | 'clock'>,
  { account_id, revision }: Pick<Mailbox, 'account_id' | 'revision'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update accounts set status = 'inactive'
        where account_id = $1 and status = 'connected'
          and exists (select 1 from mailboxes where account_id = $1 and revision = $2)`,
      [account_id, revision],
    );
    // Signed in again in the meantime, or told already.
    if (rowCount === 0) return;
    await events.emit(tx, {
      account_id,
      type: 'disconnection',
      direction: 'incoming',
      at: clock.now(),
      fields: { reason: 'credentials_changed' },
    });
  });
}

import type { ImapFlow } from 'imapflow';
import type { AccessTokens } from '../access-tokens/create-access-tokens.ts';
import { liveAuth, withToken } from '../access-tokens/live-auth.ts';
import type { DialRules } from './dial.ts';
import { createImapPool, IMAP_POOL_LIMITS, type ImapPoolLimits } from './imap-pool.ts';
import { type MailFailure, mailFailure } from './mail-failure.ts';
import type { Mailbox } from './mailbox.ts';
import { openImap } from './open-imap.ts';
import { openSmtp } from './open-smtp.ts';
import { type RawMail, type RawTransporter, sendRaw } from './raw-mail.ts';

/** Signed-in connections to the servers of real mailboxes, kept for the next caller. */
export interface MailboxConnections {
  /**
   * With a signed-in IMAP connection of the mailbox, one caller at a time per connection; a broken one is replaced. What `use`
   * throws comes through; what else is thrown is for `mailFailure`. `use` may take two minutes.
   */
  imap<T>(mailbox: Mailbox, use: (client: ImapFlow) => Promise<T>): Promise<T>;
  /** A connection of its own that stays open for IDLE; the caller closes it. */
  watch(mailbox: Mailbox): Promise<ImapFlow>;
  /** The pooled transport of the mailbox, good for a mail that is sent now; it never sends a mail twice. */
  smtp(mailbox: Mailbox): RawTransporter;
  close(): Promise<void>;
}

export interface ConnectionsDeps {
  readonly rules: DialRules;
  readonly tokens: AccessTokens;
  /** A server takes the credentials no more; called before the failure reaches the caller. Must not throw. */
  onRefused(mailbox: Mailbox, failure: MailFailure): Promise<void>;
  readonly limits?: ImapPoolLimits;
}

/** Wall milliseconds after which a transport that nobody asked for is closed. */
const TRANSPORT_IDLE = 60_000;

interface KeptTransport {
  readonly transport: RawTransporter;
  readonly revision: number;
  asked_at: number;
}

export function createMailboxConnections(deps: ConnectionsDeps): MailboxConnections {
  const { rules, tokens } = deps;
  const transports = new Map<string, KeptTransport>();
  const pool = createImapPool(
    (mailbox) => telling(mailbox, () => openImap(mailbox.imap, liveAuth(mailbox, tokens), rules)),
    deps.limits ?? IMAP_POOL_LIMITS,
  );
  const watching = new Set<ImapFlow>();
  const sweep = setInterval(() => {
    for (const [accountId, { transport, asked_at }] of transports) {
      if (Date.now() - asked_at < TRANSPORT_IDLE || !transport.isIdle()) continue;
      transport.close();
      transports.delete(accountId);
    }
  }, TRANSPORT_IDLE / 2);
  sweep.unref();

  return {
    imap: (mailbox, use) => pool.use(mailbox, use),
    async watch(mailbox) {
      const client = await telling(mailbox, () =>
        openImap(mailbox.imap, liveAuth(mailbox, tokens), rules, { idles: true }),
      );
      watching.add(client);
      client.once('close', () => watching.delete(client));
      return client;
    },
    smtp(mailbox) {
      const kept = transports.get(mailbox.account_id);
      if (kept?.revision === mailbox.revision) {
        kept.asked_at = Date.now();
        return kept.transport;
      }
      kept?.transport.close();
      const auth = liveAuth(mailbox, tokens);
      const transport = openSmtp(mailbox.smtp, auth, rules);
      const send = transport.sendMail.bind(transport);
      const described = Object.assign(transport, {
        sendMail: (mail: Parameters<typeof send>[0]) => telling(mailbox, () => withToken(auth, () => send(mail))),
        sendRaw: (mail: RawMail) => telling(mailbox, () => withToken(auth, () => sendRaw(transport, mail))),
      });
      transports.set(mailbox.account_id, { transport: described, revision: mailbox.revision, asked_at: Date.now() });
      return described;
    },
    async close() {
      clearInterval(sweep);
      pool.close();
      for (const client of watching) client.close();
      for (const { transport } of transports.values()) transport.close();
      transports.clear();
    },
  };

  async function telling<T>(mailbox: Mailbox, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = mailFailure(error);
      if (failure.kind === 'auth') await deps.onRefused(mailbox, failure);
      throw error;
    }
  }
}

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { giveTo } from '../../main/postgres/run-as.ts';
import { waitUntil } from '../../main/wait-until.ts';
import { keepRunning } from '../dev/keep-running.ts';
import type { DovecotPorts } from './dovecot-config.ts';
import type { Dovecot } from './find-dovecot.ts';
import { createMailUsers } from './mail-users.ts';
import { makeCertificate } from './make-certificate.ts';
import { startDovecot } from './start-dovecot.ts';
import { deliver, type Route, type Submitted, startSubmission } from './start-submission.ts';
import { startTokenInfo } from './start-token-info.ts';
import { createSubmissionFaults, type SubmissionFaults } from './submission-faults.ts';

interface Address {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

export type MailServerPorts = DovecotPorts & { readonly smtp: number; readonly smtps: number };

/** Real mail on this machine alone: dovecot keeps and delivers, the submission server takes mail from those who signed in. */
export interface MailServer {
  /** STARTTLS is offered, not required. */
  readonly imap: Address;
  readonly smtp: Address;
  /** TLS from the first byte. */
  readonly imaps: Address;
  readonly smtps: Address;
  /** PEM: of `localhost` and 127.0.0.1, signed by itself. */
  readonly certificate: string;
  readonly faults: SubmissionFaults;
  /** To be preferred at the next start. */
  readonly ports: MailServerPorts;
  /** Mails that the submission server took over, in order; where `onSubmission` is given, that gets them instead. */
  readonly submitted: readonly Submitted[];
  /**
   * A mailbox whose password this is from now on; null: revoked, and the user's connections are cut. Resolves once the server
   * judges so. Mail to any address is kept, also before it has a password.
   */
  setPassword(user: string, password: string | null): Promise<void>;
  /** The same of an access token, for XOAUTH2. */
  setToken(user: string, token: string | null): Promise<void>;
  /** Cuts the IMAP connections of a user. */
  kick(user: string): void;
  /** The mails in the inbox of an address, in the order of arrival, as they lie on the disk: also without a password, and around IMAP. */
  arrived(user: string): readonly Buffer[];
  /** The inbox gets a new UIDVALIDITY, and its mails new UIDs; the user's connections are cut. */
  renumber(user: string): void;
  /** Mail from outside: `source` is a whole mail, CRLF or LF. */
  deliver(envelope: { readonly from: string; readonly to: readonly string[] }, source: string | Buffer): Promise<void>;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  readonly ports?: MailServerPorts;
  /** The users who may sign in from the start, with their passwords. */
  readonly passwords?: ReadonlyMap<string, string>;
  /** See `startDovecot`. */
  readonly special_folders?: boolean;
  /** Then dovecot is started again where it ends, at the same ports, and each time it is said here. */
  readonly notice?: (line: string) => void;
  /** See `startSubmission`. */
  readonly route?: (recipient: string) => Promise<Route>;
  readonly onSubmission?: (mail: Submitted) => Promise<() => void>;
}

export async function startMailServer(
  dovecot: Dovecot,
  folder: string,
  options: MailServerOptions = {},
): Promise<MailServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(dovecot.user.run_as, folder);
  const certificate = makeCertificate(dovecot, folder);
  const users = createMailUsers();
  for (const [user, password] of options.passwords ?? []) users.setPassword(user, password);
  const tokenInfo = await startTokenInfo(users);
  const start = (ports: { readonly ports?: DovecotPorts; readonly only_ports?: DovecotPorts }) =>
    startDovecot(dovecot, folder, {
      ...{ token_info_url: tokenInfo.url, passwords: users.passwords() },
      ...{ special_folders: options.special_folders ?? true, ...ports },
    });
  let imapServer = await start(options.ports === undefined ? {} : { ports: options.ports });
  const { notice } = options;
  const kept =
    notice &&
    keepRunning(imapServer, {
      name: 'The mail server',
      again: async () => {
        await imapServer.stop();
        return start({ only_ports: imapServer.ports });
      },
      onBack: (back) => {
        imapServer = back;
        // Whoever was given a password meanwhile is known there too.
        back.setUsers(users.passwords());
      },
      notice,
    });
  const faults = createSubmissionFaults();
  const submitted: Submitted[] = [];
  const submission = await startSubmission({
    users,
    faults,
    lmtp_port: imapServer.ports.lmtp,
    key: readFileSync(join(folder, 'key.pem'), 'utf8'),
    certificate,
    ...(options.ports === undefined ? {} : { ports: options.ports }),
    ...(options.route === undefined ? {} : { route: options.route }),
    onSubmission: options.onSubmission ?? (async (mail) => () => void submitted.push(mail)),
  });
  const at = (port: number, secure: boolean): Address => ({ host: '127.0.0.1', port, secure });

  return {
    imap: at(imapServer.ports.imap, false),
    imaps: at(imapServer.ports.imaps, true),
    smtp: at(submission.port, false),
    smtps: at(submission.tls_port, true),
    certificate,
    ports: { ...imapServer.ports, smtp: submission.port, smtps: submission.tls_port },
    faults,
    submitted,
    kick: (user) => imapServer.kick(user),
    async setPassword(user, password) {
      const before = users.passwords().get(mailboxKey(user));
      users.setPassword(user, password);
      imapServer.setUsers(users.passwords());
      const tried = password ?? before;
      if (tried !== undefined) await judges(user, { pass: tried }, password !== null);
      if (password === null) imapServer.kick(mailboxKey(user));
    },
    async setToken(user, token) {
      users.setToken(user, token);
      if (token === null) imapServer.kick(mailboxKey(user));
    },
    arrived: (user) => readInbox(join(folder, 'mail', mailboxKey(user))),
    renumber(user) {
      const inbox = join(folder, 'mail', mailboxKey(user));
      imapServer.kick(mailboxKey(user));
      for (const name of readdirSync(inbox)) {
        if (/^dovecot(?:-uid|\.index)/.test(name)) rmSync(join(inbox, name), { force: true });
      }
    },
    deliver: (envelope, source) => deliver(imapServer.ports.lmtp, envelope, source),
    async stop() {
      await submission.close();
      await (kept ?? imapServer).stop();
      await tokenInfo.close();
    },
  };

  /** Dovecot looks at the list of users once a second. */
  async function judges(user: string, auth: { pass: string }, accepted: boolean): Promise<void> {
    const taken = await waitUntil(async () => (await accepts(imapServer.ports.imap, user, auth.pass)) === accepted, {
      timeout: 10_000,
      every: 100,
    });
    if (!taken) throw new CodedError('mail_server_stuck', `dovecot does not take note of the new password of ${user}`);
  }
}

/** Reads the mails of a Maildir in the order of arrival: names begin with its second, and `M` with its microsecond. */
function readInbox(inbox: string): Buffer[] {
  const files = ['new', 'cur'].flatMap((name) => {
    const place = join(inbox, name);
    return existsSync(place) ? readdirSync(place).map((file) => ({ file, place })) : [];
  });
  const momentOf = ({ file }: { file: string }) => {
    const [, second = '0', micro = '0'] = /^(\d+)\.M(\d+)/.exec(file) ?? [];
    return Number(second) * 1_000_000 + Number(micro);
  };
  return files.toSorted((a, b) => momentOf(a) - momentOf(b)).map(({ file, place }) => readFileSync(join(place, file)));
}

async function accepts(port: number, user: string, pass: string): Promise<boolean> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
    verifyOnly: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import type { MailServer } from '../../../contract/endpoints/login-body.ts';
import { isPublicAddress, isPublicHost } from '../../../delivery/ssrf-guard.ts';
import type { Outcome, Refusal } from '../call.ts';
import type { Credentials, SignedIn } from '../sign-in.ts';
import { findMailSettings, type SrvResolver } from './settings/find-mail-settings.ts';

type MailCredentials = Extract<Credentials, { platform: 'email' }>;

/** Milliseconds. Of each step of a connection, and of all of them: a caller waits for this. */
const TIMEOUT = 6000;
const DEADLINE = 10_000;
/** Ports on which TLS begins after a STARTTLS. */
const STARTTLS_PORTS = [25, 143, 587, 2525];

/** Signs in at both servers of a mailbox, the ones named or those found from its address, at once. */
export async function tryMailbox(
  credentials: MailCredentials,
  options: { readonly allow_private: boolean; readonly resolver?: SrvResolver },
): Promise<Outcome<SignedIn>> {
  const { email } = credentials;
  const found = credentials.imap && credentials.smtp ? null : await findMailSettings(email, options.resolver);
  const imap = credentials.imap ?? found?.imap;
  const smtp = credentials.smtp ?? found?.smtp;
  if (!imap || !smtp) {
    const missing = [imap ? [] : ['imap'], smtp ? [] : ['smtp']].flat().join(' and ');
    return invalid(`body: no mail servers were found for ${email}: give ${missing}, each with host and port`);
  }
  const tried = await Promise.all([
    tryServer('imap', imap, credentials, options.allow_private),
    tryServer('smtp', smtp, credentials, options.allow_private),
  ]);
  const refusal = tried.find((one) => one !== null);
  if (refusal) return { ok: false, refusal };
  // The adapter that works with real mailboxes is not in this version; once it is, the sign-in ends here:
  // `{ ok: true, value: { email, phone_number: null, challenge: null } }`.
  const message = `the mailbox ${email} accepted the sign-in, but this version cannot work with real mailboxes yet`;
  return { ok: false, refusal: { kind: 'refused', sub_code: 'MAIL_NOT_AVAILABLE', message } };
}

/** Null: it accepted the credentials. */
async function tryServer(
  protocol: 'imap' | 'smtp',
  server: MailServer,
  credentials: MailCredentials,
  allowPrivate: boolean,
): Promise<Refusal | null> {
  const name = `${protocol.toUpperCase()} server ${server.host}:${server.port}`;
  try {
    const target = {
      // What was checked is what is dialed: a name that answers differently the second time gains nothing.
      host: allowPrivate ? server.host : await publicAddressOf(server.host),
      servername: isIP(server.host) ? undefined : server.host,
      port: server.port,
      secure: server.secure ?? !STARTTLS_PORTS.includes(server.port),
      allow_plain: allowPrivate,
    };
    await within(DEADLINE, protocol === 'imap' ? signInByImap(target, credentials) : signInBySmtp(target, credentials));
    return null;
  } catch (error) {
    if (error instanceof NotPublic) {
      return { kind: 'invalid', message: `body.${protocol}.host: must be publicly reachable` };
    }
    if (isRefusal(error)) {
      return { kind: 'refused', sub_code: 'AUTH_FAILED', message: `the ${name} refused the sign-in` };
    }
    return { kind: 'refused', message: `the ${name} cannot be reached: ${reasonOf(error)}` };
  }
}

class NotPublic extends Error {}

async function publicAddressOf(host: string): Promise<string> {
  if (!isPublicHost(host)) throw new NotPublic();
  const addresses = await lookup(host, { all: true });
  const [first] = addresses;
  if (!first) throw new Error('it has no address');
  if (addresses.some(({ address }) => !isPublicAddress(address))) throw new NotPublic();
  return first.address;
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

interface Target {
  readonly host: string;
  readonly servername: string | undefined;
  readonly port: number;
  readonly secure: boolean;
  /** Development: a password may go over a connection without TLS. */
  readonly allow_plain: boolean;
}

async function signInByImap(target: Target, { email, password }: MailCredentials): Promise<void> {
  const client = new ImapFlow({
    ...target,
    doSTARTTLS: target.secure || target.allow_plain ? undefined : true,
    auth: { user: email, pass: password },
    verifyOnly: true,
    logger: false,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  // Without a listener, an error after the promise is settled would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    client.close();
  }
}

async function signInBySmtp(target: Target, { email, password }: MailCredentials): Promise<void> {
  const transport = createTransport({
    host: target.host,
    port: target.port,
    secure: target.secure,
    requireTLS: !target.secure && !target.allow_plain,
    auth: { user: email, pass: password },
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
    ...(target.servername === undefined ? {} : { tls: { servername: target.servername } }),
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('authenticationFailed' in error && error.authenticationFailed === true) || codeOf(error) === 'EAUTH';
}

/** A code of the system or the library: what servers write into their messages is theirs. */
const reasonOf = (error: unknown): string => (error instanceof Error ? (codeOf(error) ?? 'no answer') : 'no answer');

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

function invalid(message: string): Outcome<never> {
  return { ok: false, refusal: { kind: 'invalid', message } };
}

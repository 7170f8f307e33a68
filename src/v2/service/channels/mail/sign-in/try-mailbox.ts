import type { MailServer } from '../../../../contract/endpoints/login-body.ts';
import type { Outcome, Refusal } from '../../call.ts';
import type { Credentials } from '../../sign-in.ts';
import { fixedAuth } from '../access-tokens/live-auth.ts';
import { type DialRules, within } from '../connections/dial.ts';
import type { MailAuth, MailboxSecret, ServerAddress } from '../connections/mailbox.ts';
import { openImap } from '../connections/open-imap.ts';
import { openSmtp } from '../connections/open-smtp.ts';
import { type FolderState, surveyFolders } from '../reading/index/find-folders.ts';
import { findMailSettings } from '../settings/find-mail-settings.ts';
import type { MailboxSettings } from './keep-mailbox.ts';
import { resolveSecret } from './resolve-secret.ts';
import { signInRefusal } from './sign-in-refusal.ts';

type MailCredentials = Extract<Credentials, { platform: 'email' }>;

/** Wall milliseconds: a caller waits for this. */
const DEADLINE = 15_000;
/** Ports on which TLS begins after a STARTTLS. */
const STARTTLS_PORTS = [25, 143, 587, 2525];

/** Signs in at both servers of a mailbox, the ones named or those found from its address, at once; no mail is sent or read. */
export async function tryMailbox(
  credentials: MailCredentials,
  { rules }: { readonly rules: DialRules },
): Promise<Outcome<MailboxSettings>> {
  const { email } = credentials;
  const found = credentials.imap && credentials.smtp ? null : await findMailSettings(email);
  const servers = { imap: credentials.imap ?? found?.imap, smtp: credentials.smtp ?? found?.smtp };
  if (!servers.imap || !servers.smtp) {
    const missing = [servers.imap ? [] : ['imap'], servers.smtp ? [] : ['smtp']].flat();
    const message = `body: no mail servers were found for ${email}: give ${missing.join(' and ')}, each with host and port`;
    const at = {
      field: `${missing[0]}_host`,
      message: 'No mail servers were found from your address. Enter them here.',
    };
    return { ok: false, refusal: { kind: 'invalid', message, at } };
  }
  const imap = addressOf(servers.imap);
  const smtp = addressOf(servers.smtp);
  const resolved = await resolveSecret(credentials.secret, imap.host, rules);
  if (!resolved.ok) return resolved;
  const secret: MailboxSecret = resolved.value;
  const auth: MailAuth = { user: credentials.login_name ?? email, ...secret };
  let folders: readonly FolderState[] = [];
  const tried = await Promise.all([
    trying('imap', imap, auth, async () => {
      folders = await verifyImap(imap, auth, rules);
    }),
    trying('smtp', smtp, auth, () => verifySmtp(smtp, auth, rules)),
  ]);
  const refusal = tried.find((one) => one !== null);
  if (refusal) return { ok: false, refusal };
  return { ok: true, value: { imap, smtp, login_name: auth.user, secret, folders } };
}

const addressOf = ({ host, port, secure }: MailServer): ServerAddress => ({
  host,
  port,
  secure: secure ?? !STARTTLS_PORTS.includes(port),
});

/** The separator of folder names. A server that accepts the sign-in and does not name it is asked again by the first reader. */
async function verifyImap(server: ServerAddress, auth: MailAuth, rules: DialRules): Promise<readonly FolderState[]> {
  const client = await openImap(server, fixedAuth(auth), rules);
  try {
    return await surveyFolders(client).catch(() => []);
  } finally {
    client.close();
  }
}

async function verifySmtp(server: ServerAddress, auth: MailAuth, rules: DialRules): Promise<void> {
  const transport = openSmtp(server, fixedAuth(auth), rules);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Null: it accepted the credentials. */
async function trying(
  protocol: 'imap' | 'smtp',
  server: ServerAddress,
  auth: MailAuth,
  work: () => Promise<void>,
): Promise<Refusal | null> {
  try {
    await within(DEADLINE, work());
    return null;
  } catch (error) {
    return signInRefusal({ protocol, server, auth }, error);
  }
}

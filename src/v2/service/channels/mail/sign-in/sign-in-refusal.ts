import { RefusedAddress } from '../../../../../shared/dial/refused-address.ts';
import { isRecord } from '../../../../../shared/kit/is-record.ts';
import type { Refusal } from '../../call.ts';
import { errorCode } from '../connections/error-fields.ts';
import { mailFailure } from '../connections/mail-failure.ts';
import type { MailAuth, ServerAddress } from '../connections/mailbox.ts';

interface Tried {
  readonly protocol: 'imap' | 'smtp';
  readonly server: ServerAddress;
  readonly auth: MailAuth;
}

/** Why a server took the sign-in not, and what to do about it. What servers write into their answers is read, not passed on. */
export function signInRefusal(tried: Tried, error: unknown): Refusal {
  const { protocol, server } = tried;
  const name = `${protocol.toUpperCase()} server ${server.host}:${server.port}`;
  const field = `${protocol}_host`;
  if (error instanceof RefusedAddress) {
    const at = { field, message: 'This server must be publicly reachable.' };
    return { kind: 'invalid', message: `body.${protocol}.host: must be publicly reachable`, at };
  }
  const failure = mailFailure(error);
  if (failure.kind === 'auth') {
    const message = `the ${name} refused the sign-in: ${whyRefused(tried, failure.reply ?? '')}`;
    return { kind: 'refused', sub_code: 'AUTH_FAILED', message };
  }
  if (failure.kind === 'refused' || failure.reply !== null) {
    const said = failure.code === null ? '' : ` (${failure.code})`;
    return { kind: 'refused', message: `the ${name} accepts no sign-ins at the moment${said}: try again later` };
  }
  const message = `the ${name} cannot be reached: ${whyUnreachable(tried, error)}`;
  return { kind: 'refused', message, at: { field } };
}

/**
 * Phrases of providers, and their meaning for the person. Their codes say no more than that the sign-in failed, so this reads the
 * words of servers; the meaning is shown to a person, and decides nothing.
 */
const SAID: readonly (readonly [RegExp, string])[] = [
  [
    /application-specific password|app(lication)?[ -]password|InvalidSecondFactor|second factor|two-?step|2fa/i,
    'it requires an app password, which is created in the security settings of the account',
  ],
  [
    /(not|isn.t) enabled for imap|imap (access |protocol )?(is )?(disabled|not enabled|turned off)|enable imap|(smtp|SmtpClientAuthentication)( auth\w{0,20})? is disabled/i,
    'access by mail programs is turned off for this mailbox; turn it on in its settings, or ask its administrator',
  ],
  [
    /basic ?auth\w{0,20}( is)? (blocked|disabled|not)|BasicAuthBlocked|LogonDenied-BasicAuth/i,
    'it no longer accepts passwords from mail programs; give an access_token instead of the password',
  ],
  [
    /web ?login ?required|log in (via|with) your web browser|account (is )?(locked|blocked|suspended|disabled)/i,
    'the provider is blocking the account; sign in with a browser first',
  ],
];

/** Providers that take app passwords alone, by their servers. */
const APP_PASSWORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\.(gmail|googlemail|google)\.com$/,
    "Google requires an app password (myaccount.google.com/apppasswords) instead of the account's own",
  ],
  [/\.me\.com$/, "iCloud requires an app-specific password (account.apple.com) instead of the account's own"],
  [
    /\.mail\.yahoo\.com$/,
    "Yahoo requires an app password (login.yahoo.com/account/security) instead of the account's own",
  ],
  [/\.aol\.com$/, "AOL requires an app password (login.aol.com/account/security) instead of the account's own"],
  [
    /(^|\.)(office365|outlook)\.com$/,
    'Microsoft no longer accepts passwords from mail programs; give an access_token instead',
  ],
];

function whyRefused({ server, auth }: Tried, reply: string): string {
  if ('access_token' in auth) return 'the access token is invalid or has expired, or is not for this mailbox or scope';
  const said = SAID.find(([words]) => words.test(reply));
  if (said) return said[1];
  const provider = APP_PASSWORDS.find(([host]) => host.test(server.host.toLowerCase()));
  return provider ? provider[1] : 'the user name or the password is wrong';
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$|^EAI_NONAME$/, 'there is no host of that name'],
  [/^EAI_|^EDNS/, 'its name could not be looked up'],
  [/^ECONNREFUSED$/, 'nothing listens on that port'],
  [/^E(HOST|NET)UNREACH$/, 'there is no route to it'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|CERT_|DEPTH_ZERO/, 'its certificate is not signed by a trusted authority'],
  [
    /WRONG_VERSION_NUMBER|EPROTO|^ERR_SSL/,
    'it does not speak TLS from the first byte there (secure: false is STARTTLS)',
  ],
  [/TIMED?_?OUT/i, 'it did not answer in time: is the port right, and open to this machine?'],
];

function whyUnreachable({ server }: Tried, error: unknown): string {
  const code = errorCode(error) ?? '';
  const known = REASONS.find(([codes]) => codes.test(code));
  if (known) return known[1];
  // The code is nodemailer's, the mark imapflow's.
  const tlsFailed = code === 'ETLS' || (isRecord(error) && error.tlsFailed === true);
  if (!server.secure && tlsFailed) {
    return 'it offers no STARTTLS, and signing in requires TLS';
  }
  return code === '' ? 'the connection broke off' : code;
}

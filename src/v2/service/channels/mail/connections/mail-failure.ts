import { cutText } from '../../../../../shared/kit/cut-text.ts';
import { TokenFailure } from '../access-tokens/token-failure.ts';
import { errorCode, numberIn, textIn } from './error-fields.ts';

export interface MailFailure {
  readonly kind: /** The server does not take the credentials (any more). */
    | 'auth'
    /** No connection, or it broke: nothing says whether what was last asked for happened. */
    | 'unreachable'
    /** The server answered no to what was asked. */
    | 'refused'
    | 'unknown';
  /** The reply's code: of SMTP (421, 550), else the code of IMAP, the system or the library. */
  readonly code: number | string | null;
  /** The server's reply, on one line and cut; null where it wrote nothing. */
  readonly reply: string | null;
}

const MAX_REPLY = 300;
/** Response codes of IMAP (RFC 5530) and of large providers that mean: the credentials are not at fault. */
const FOR_A_WHILE = /^(UNAVAILABLE|LIMIT|INUSE|SERVERBUG|THROTTLED)$/i;
const TOO_MANY = /too many (simultaneous )?(connections|logins?|auth)|try again later|temporar/i;
/** Ways of a connection to fail: of nodemailer, imapflow and the system. */
const UNREACHABLE =
  /^(ECONN|ETIMEDOUT|ETIMEOUT|ESOCKET|EDNS|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|EPROTO|ETLS|EPOOL|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|NoConnection|EConnectionClosed|ClosedAfterConnect|StateLogout|(CONNECT|GREETING|UPGRADE)_TIMEOUT|ETHROTTLE|EMAXLIMIT)/;

/** Tells the failures of a mailbox's servers apart, of IMAP and of SMTP alike. Never a secret in it. */
export function mailFailure(error: unknown): MailFailure {
  if (error instanceof TokenFailure) {
    return { kind: error.kind === 'refused' ? 'auth' : 'unreachable', code: error.reason, reply: null };
  }
  const response = textIn(error, 'responseText') ?? textIn(error, 'response');
  const reply = response === null ? null : cutText(response.replace(/\s+/g, ' ').trim(), MAX_REPLY);
  const smtp = numberIn(error, 'responseCode');
  const code = smtp ?? textIn(error, 'serverResponseCode') ?? errorCode(error);
  return { kind: kindOf(error, smtp, reply), code, reply };
}

function kindOf(error: unknown, smtp: number | null, reply: string | null): MailFailure['kind'] {
  const code = errorCode(error) ?? '';
  if (error instanceof Error && 'authenticationFailed' in error && error.authenticationFailed === true) {
    const said = textIn(error, 'serverResponseCode') ?? '';
    return FOR_A_WHILE.test(said) || TOO_MANY.test(reply ?? '') ? 'unreachable' : 'auth';
  }
  if (code === 'EAUTH' || code === 'EOAUTH2') {
    if (smtp === null) return code === 'EAUTH' ? 'unknown' : 'auth';
    return smtp >= 500 && !TOO_MANY.test(reply ?? '') ? 'auth' : 'unreachable';
  }
  if (smtp !== null && smtp >= 400) return smtp === 530 ? 'auth' : 'refused';
  if (textIn(error, 'responseStatus') !== null) return 'refused';
  return UNREACHABLE.test(code) ? 'unreachable' : 'unknown';
}

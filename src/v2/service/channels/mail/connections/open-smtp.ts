import { createTransport, type SMTPPoolOptions, type Transporter } from 'nodemailer';
import { openSocket } from '../../../../../shared/dial/open-socket.ts';
import { foreign } from '../../../../../shared/dial/policies.ts';
import { asError } from '../../../../../shared/kit/thrown.ts';
import type { LiveAuth } from '../access-tokens/live-auth.ts';
import { type DialRules, dial } from './dial.ts';
import type { ServerAddress } from './mailbox.ts';

/** Wall milliseconds: of each step of a connection, and of an answer to a command (to a whole mail as well). */
const STEP = 6000;
const ANSWER = 60_000;
/** Connections of one mailbox, and mails on one connection. */
const MAX_CONNECTIONS = 2;
const MAX_MESSAGES = 50;

/** A pool of connections to one server, which dials nothing before the first mail. */
export function openSmtp(server: ServerAddress, auth: LiveAuth, rules: DialRules): Transporter {
  const options: SMTPPoolOptions = {
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.secure,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MESSAGES,
    // A mail whose connection broke may have arrived: whether it is sent again is not for a pool to decide.
    maxRequeues: 0,
    connectionTimeout: STEP,
    greetingTimeout: STEP,
    socketTimeout: ANSWER,
    disableFileAccess: true,
    disableUrlAccess: true,
    auth:
      'pass' in auth
        ? { user: auth.user, pass: auth.pass }
        : {
            type: 'OAuth2',
            user: auth.user,
            // Asked for every connection: it may be another token by then.
            provisionCallback(_user, _renew, callback) {
              auth.token.current().then(
                (token) => callback(null, token),
                (error: unknown) => callback(asError(error)),
              );
            },
          },
    getSocket(_options, callback) {
      connectTo(server, rules).then(
        (found) => callback(null, found),
        (error: unknown) => callback(asError(error)),
      );
    },
  };
  const transport = createTransport(options);
  // A pool tells of connections that broke while nobody used them.
  transport.on('error', () => undefined);
  return transport;
}

/** The socket, and what of the options holds for the address that it leads to. */
async function connectTo(server: ServerAddress, rules: DialRules) {
  const { host, port, secure, allow_plain, tls } = await dial(server, rules);
  const connection = await openSocket({ host, port }, foreign(rules), STEP);
  return { connection, tls, requireTLS: !secure && !allow_plain };
}

import { ImapFlow } from 'imapflow';
import { type LiveAuth, withToken } from '../access-tokens/live-auth.ts';
import { type DialRules, dial, within } from './dial.ts';
import type { ServerAddress } from './mailbox.ts';

/** Wall milliseconds: of each step of a connection, of all of them, and of a command that goes on without a word. */
const STEP = 6000;
const DEADLINE = 12_000;
const SILENCE = 60_000;
/** Bytes: more than the largest mail that providers take, and what one answer may cost us. */
const MAX_LITERAL = 64 * 1024 * 1024;
const MAX_RESPONSE = 80 * 1024 * 1024;
const MAX_TOKENS = 200_000;

export interface OpenImapOptions {
  /** For IDLE: the client does it by itself while nothing else is asked. */
  readonly idles?: boolean;
}

/** A signed-in connection. What it throws is for `mailFailure`, or `RefusedAddress`. */
export const openImap = (
  server: ServerAddress,
  auth: LiveAuth,
  rules: DialRules,
  options: OpenImapOptions = {},
): Promise<ImapFlow> => withToken(auth, () => connect(server, auth, rules, options));

async function connect(
  server: ServerAddress,
  auth: LiveAuth,
  rules: DialRules,
  { idles = false }: OpenImapOptions,
): Promise<ImapFlow> {
  const secret = 'pass' in auth ? { pass: auth.pass } : { accessToken: await auth.token.current() };
  const { allow_plain, tls, ...target } = await dial(server, rules);
  const client = new ImapFlow({
    ...target,
    tls,
    ...(tls.servername === undefined ? {} : { servername: tls.servername }),
    ...(target.secure || allow_plain ? {} : { doSTARTTLS: true }),
    auth: { user: auth.user, ...secret },
    disableAutoIdle: !idles,
    logger: false,
    connectionTimeout: STEP,
    greetingTimeout: STEP,
    ...(idles ? {} : { socketTimeout: SILENCE }),
    maxLiteralSize: MAX_LITERAL,
    maxResponseSize: MAX_RESPONSE,
    maxResponseTokens: MAX_TOKENS,
  });
  // Without a listener, an error after the promise is settled would end the process.
  client.on('error', () => undefined);
  try {
    await within(DEADLINE, client.connect());
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

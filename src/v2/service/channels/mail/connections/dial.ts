import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { foreign } from '../../../../../shared/dial/policies.ts';
import { isLoopback } from '../../../../../shared/dial/public-address.ts';
import { resolveHost } from '../../../../../shared/dial/resolve-host.ts';
import type { ServerAddress } from './mailbox.ts';

/** Which servers may be spoken to, and how. */
export interface DialRules {
  /** Servers may be on private addresses, and on this machine. */
  readonly allow_private: boolean;
  /** PEM: certificates that are trusted beside those of the system. */
  readonly ca?: string;
  /**
   * Default true: on this machine TLS is not required, and no certificate is verified, since nobody is in between. Bridges that
   * speak for a mailbox from there sign theirs themselves.
   */
  readonly trust_loopback?: boolean;
}

/** A server whose address was looked up and checked. */
export interface Dialed {
  /** An IP address. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Whether a connection without TLS may go on. */
  readonly allow_plain: boolean;
  /** Present also without TLS: for STARTTLS. `servername`: what the certificate must be for. */
  readonly tls: ConnectionOptions;
}

/** Wall milliseconds for a look-up: the system's own patience is longer than a caller's. */
const LOOKUP_TIMEOUT = 5000;

/**
 * Looks a server up and checks its address. The address that was checked is the one that is dialed, so a name that answers
 * differently the second time gains nothing. Throws `RefusedAddress`, or the system's error.
 */
export async function dial(server: ServerAddress, rules: DialRules): Promise<Dialed> {
  const { host, port, secure } = server;
  const [first] = await within(LOOKUP_TIMEOUT, resolveHost({ host, port }, foreign(rules)));
  const trusted = (rules.trust_loopback ?? true) && isLoopback(first.address);
  return {
    host: first.address,
    port,
    secure,
    allow_plain: trusted,
    tls: {
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(rules.ca === undefined ? {} : { ca: rules.ca }),
      ...(trusted ? { rejectUnauthorized: false } : {}),
      minVersion: 'TLSv1.2',
    },
  };
}

/** Rejects with ETIMEDOUT when it takes longer; what goes on behind is nobody's concern any more. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

import { mailFailure } from '../connections/mail-failure.ts';
import type { MailAuth, Mailbox } from '../connections/mailbox.ts';
import type { AccessTokens } from './create-access-tokens.ts';
import { TokenFailure } from './token-failure.ts';

/** Credentials with which a connection signs in. */
export type LiveAuth =
  | { readonly user: string; readonly pass: string }
  | { readonly user: string; readonly token: TokenInUse };

/** The access token of one connection, or of one pool of them. */
interface TokenInUse {
  /** The one that is good now; may throw `TokenFailure`. */
  current(): Promise<string>;
  /** The server did not take the last one: whether there is another by now. */
  another(): Promise<boolean>;
}

export function liveAuth(mailbox: Mailbox, tokens: AccessTokens): LiveAuth {
  const { auth } = mailbox;
  if ('pass' in auth || !('grant' in auth)) return fixedAuth(auth);
  let last: string | undefined;
  return {
    user: auth.user,
    token: {
      async current() {
        last = await tokens.token(mailbox);
        return last;
      },
      another: async () => (await tokens.token(mailbox, last)) !== last,
    },
  };
}

/** Credentials that cannot be renewed: those of a mailbox that just signs in, or has nothing to renew them with. */
export function fixedAuth(auth: MailAuth): LiveAuth {
  if ('pass' in auth) return { user: auth.user, pass: auth.pass };
  return { user: auth.user, token: { current: async () => auth.access_token, another: async () => false } };
}

/** Does it once more where the server did not take the access token and there is another. For what a refused sign-in has no part of. */
export async function withToken<T>(auth: LiveAuth, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const again = 'token' in auth && !(error instanceof TokenFailure) && mailFailure(error).kind === 'auth';
    if (!again || !(await auth.token.another())) throw error;
    return work();
  }
}

import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';
import { done } from '../../refusals.ts';
import { type AdapterSignIn, type Credentials, type Session, signedIn } from '../../sign-in.ts';
import type { DialRules } from '../connections/dial.ts';
import { forgetMailbox, keepMailbox } from './keep-mailbox.ts';
import { tryMailbox } from './try-mailbox.ts';

export interface MailSignInDeps {
  readonly secrets: SecretBox;
  readonly rules: DialRules;
}

/** The sign-in of real mailboxes: of every address but those under `.example` without a server that could be there. */
export const createMailSignIn = (deps: MailSignInDeps): AdapterSignIn => ({
  takes: (credentials) => credentials.platform === 'email' && !isNobodys(credentials),
  async begin(credentials) {
    if (credentials.platform !== 'email') throw new Error(`a mailbox is no ${credentials.platform} account`);
    const tried = await tryMailbox(credentials, deps);
    if (!tried.ok) return tried;
    const session = {
      keeps_credentials: true,
      begin: (tx, { account_id }) => keepMailbox(tx, deps.secrets, account_id, tried.value),
    } satisfies Session;
    return done(signedIn(credentials, session));
  },
  release: (tx, { account_id }) => forgetMailbox(tx, account_id),
});

/** RFC 6761: no mail is ever delivered under such names, and no server answers to one. */
const UNDER_EXAMPLE = /(^|[.@])example$/i;

function isNobodys({ email, imap, smtp }: Extract<Credentials, { platform: 'email' }>): boolean {
  const names = [email, ...[imap, smtp].flatMap((server) => (server === null ? [] : [server.host]))];
  return names.every((name) => UNDER_EXAMPLE.test(name));
}

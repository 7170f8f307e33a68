import type { SecretBox } from '../context.ts';
import type { DialRules } from './mail/connections/dial.ts';
import type { SettingsSources } from './mail/settings/find-mail-settings.ts';
import { keepMailbox } from './mail/sign-in/keep-mailbox.ts';
import { tryMailbox } from './mail/sign-in/try-mailbox.ts';
import type { Credentials, SignIn } from './sign-in.ts';

interface MailSignIn {
  readonly secrets: SecretBox;
  readonly rules: DialRules;
  readonly sources?: SettingsSources;
}

/** The sign-in of real mailboxes over the sandbox's: of every address but those under `.example` without a server that could be there. */
export function routeSignIn(sandbox: SignIn, mail: MailSignIn): SignIn {
  return {
    ...sandbox,
    begin(credentials) {
      if (credentials.platform !== 'email' || isSandboxMailbox(credentials)) return sandbox.begin(credentials);
      return tryMailbox(credentials, mail);
    },
    async sessionBegins(tx, account, mailbox) {
      if (account.platform === 'email') await keepMailbox(tx, mail.secrets, account.account_id, mailbox);
      await sandbox.sessionBegins(tx, account, mailbox);
    },
  };
}

/** RFC 6761: no mail is ever delivered under such names, and no server answers to one. */
const UNDER_EXAMPLE = /(^|[.@])example$/i;

function isSandboxMailbox({ email, imap, smtp }: Extract<Credentials, { platform: 'email' }>): boolean {
  const names = [email, ...[imap, smtp].flatMap((server) => (server === null ? [] : [server.host]))];
  return names.every((name) => UNDER_EXAMPLE.test(name));
}

import type { MailServer } from '../../../../contract/endpoints/login-body.ts';
import { findMailSettings } from '../settings/find-mail-settings.ts';
import { providerOfDomain } from '../settings/providers.ts';

/** The OAuth client that was registered with a provider. */
export interface OAuthClient {
  readonly client_id: string;
  /** Null: of a client that has none. */
  readonly client_secret: string | null;
}

/** A provider whose people give consent on its own page instead of a password. */
export interface MailConsent extends OAuthClient {
  /** In addresses of the pages. */
  readonly id: string;
  readonly name: string;
  readonly authorize_url: string;
  readonly token_url: string;
  /** The mailbox, a refresh token, and whose mailbox it is (OpenID Connect). */
  readonly scope: string;
  /** Further parameters that the provider requires, so that a refresh token comes each time. */
  readonly extra: Readonly<Record<string, string>>;
  readonly imap: MailServer;
  readonly smtp: MailServer;
}

/** Those of the two whose clients are known; from their own help pages, as of 2026. */
export async function mailConsents(clients: {
  readonly google: OAuthClient | null;
  readonly microsoft: OAuthClient | null;
}): Promise<readonly MailConsent[]> {
  const google = clients.google && {
    ...{ id: 'google', name: 'Google', ...clients.google, ...(await serversOf('gmail.com')) },
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    scope: 'openid email https://mail.google.com/',
    extra: { access_type: 'offline', prompt: 'consent' },
  };
  const microsoft = clients.microsoft && {
    ...{ id: 'microsoft', name: 'Microsoft', ...clients.microsoft, ...(await serversOf('onmicrosoft.com')) },
    authorize_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    scope:
      'openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send',
    extra: { prompt: 'select_account' },
  };
  return [google, microsoft].filter((one) => one !== null);
}

/** From the table of providers: nothing is looked up for it. */
async function serversOf(domain: string) {
  const { imap, smtp } = await findMailSettings(`@${domain}`);
  const token_url = providerOfDomain(domain)?.token_url;
  if (!imap || !smtp || !token_url) throw new Error(`the table of providers does not know ${domain}`);
  return { imap, smtp, token_url };
}

import { domainOf } from '../../../../../shared/identity/mailbox-key.ts';

/** The servers of a large provider. */
export interface Provider {
  /** Domains of its addresses. */
  readonly domains: readonly string[];
  /** Endings of the mail hosts to which the domains of its customers point; null: it has no such customers. */
  readonly mx: readonly string[];
  readonly imap: string;
  readonly smtp: string;
  /** 465: TLS from the first byte; 587: STARTTLS. */
  readonly smtp_port: 465 | 587;
  /** The endpoint that renews access tokens (RFC 6749); null: it takes none, or passwords as well. */
  readonly token_url: string | null;
}

const provider = (
  domains: string,
  imap: string,
  smtp: string,
  smtp_port: Provider['smtp_port'],
  mx = '',
  token_url: string | null = null,
): Provider => ({ domains: words(domains), imap, smtp, smtp_port, mx: words(mx), token_url });

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token';
const MICROSOFT_TOKENS = 'https://login.microsoftonline.com/common/oauth2/v2.0/token';

/** Providers whose domains publish no SRV records, or none that are of use; from their own help pages, as of 2026. */
const PROVIDERS: readonly Provider[] = [
  provider(
    'gmail.com googlemail.com',
    'imap.gmail.com',
    'smtp.gmail.com',
    465,
    'google.com googlemail.com',
    GOOGLE_TOKENS,
  ),
  provider(
    'outlook.com hotmail.com live.com msn.com',
    'outlook.office365.com',
    'smtp-mail.outlook.com',
    587,
    '',
    MICROSOFT_TOKENS,
  ),
  provider(
    'onmicrosoft.com',
    'outlook.office365.com',
    'smtp.office365.com',
    587,
    'mail.protection.outlook.com mx.microsoft',
    MICROSOFT_TOKENS,
  ),
  provider('yahoo.com yahoo.fr yahoo.de yahoo.co.uk ymail.com', 'imap.mail.yahoo.com', 'smtp.mail.yahoo.com', 465),
  provider('icloud.com me.com mac.com', 'imap.mail.me.com', 'smtp.mail.me.com', 587, 'mail.icloud.com'),
  provider('aol.com', 'imap.aol.com', 'smtp.aol.com', 465),
  provider('gmx.net gmx.de gmx.com gmx.at gmx.ch', 'imap.gmx.net', 'mail.gmx.net', 465),
  provider('web.de', 'imap.web.de', 'smtp.web.de', 587),
  provider('fastmail.com fastmail.fm', 'imap.fastmail.com', 'smtp.fastmail.com', 465, 'messagingengine.com'),
  provider('zoho.com zohomail.com', 'imap.zoho.com', 'smtp.zoho.com', 465, 'zoho.com'),
  provider('zoho.eu', 'imap.zoho.eu', 'smtp.zoho.eu', 465, 'zoho.eu'),
  provider('orange.fr wanadoo.fr', 'imap.orange.fr', 'smtp.orange.fr', 465),
  provider('free.fr', 'imap.free.fr', 'smtp.free.fr', 465),
  provider('laposte.net', 'imap.laposte.net', 'smtp.laposte.net', 465),
  provider('ovh.net', 'ssl0.ovh.net', 'ssl0.ovh.net', 465, 'mail.ovh.net'),
  provider('gandi.net', 'mail.gandi.net', 'mail.gandi.net', 465, 'mail.gandi.net'),
  provider('ionos.com', 'imap.ionos.com', 'smtp.ionos.com', 465, 'ionos.com'),
  provider('ionos.de', 'imap.ionos.de', 'smtp.ionos.de', 465, 'ionos.de kundenserver.de'),
  provider('yandex.com yandex.ru', 'imap.yandex.com', 'smtp.yandex.com', 465, 'mx.yandex.net'),
];

export const providerOfDomain = (domain: string): Provider | null =>
  PROVIDERS.find(({ domains }) => domains.includes(domainOf(`@${domain}`))) ?? null;

export const providerOfMailHost = (host: string): Provider | null => {
  const name = host.toLowerCase().replace(/\.$/, '');
  return PROVIDERS.find(({ mx }) => mx.some((end) => name === end || name.endsWith(`.${end}`))) ?? null;
};

/** Finds a provider by the name of its IMAP server. */
export const providerOfServer = (imap: string): Provider | null =>
  PROVIDERS.find((one) => one.imap === imap.toLowerCase()) ?? null;

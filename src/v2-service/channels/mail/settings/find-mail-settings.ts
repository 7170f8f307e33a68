import { Resolver } from 'node:dns/promises';
import type { MailServer } from '../../../../contract/endpoints/login-body.ts';
import { isReservedDomain } from './reserved-domain.ts';

export interface MailSettings {
  readonly imap: MailServer | null;
  readonly smtp: MailServer | null;
}

export type SrvResolver = Pick<Resolver, 'resolveSrv'>;

const TIMEOUT = 1500;

/** Large providers whose domains publish no SRV records, or none that are of use: IMAP host, SMTP host and port. */
const PROVIDERS: readonly (readonly [domains: string, imap: string, smtp: string, smtpPort: 465 | 587])[] = [
  ['gmail.com googlemail.com', 'imap.gmail.com', 'smtp.gmail.com', 465],
  ['outlook.com hotmail.com live.com msn.com', 'outlook.office365.com', 'smtp-mail.outlook.com', 587],
  ['yahoo.com yahoo.fr yahoo.de yahoo.co.uk ymail.com', 'imap.mail.yahoo.com', 'smtp.mail.yahoo.com', 465],
  ['icloud.com me.com mac.com', 'imap.mail.me.com', 'smtp.mail.me.com', 587],
  ['aol.com', 'imap.aol.com', 'smtp.aol.com', 465],
  ['gmx.net gmx.de gmx.com gmx.at gmx.ch', 'imap.gmx.net', 'mail.gmx.net', 465],
  ['web.de', 'imap.web.de', 'smtp.web.de', 587],
  ['fastmail.com fastmail.fm', 'imap.fastmail.com', 'smtp.fastmail.com', 465],
  ['zoho.com zohomail.com', 'imap.zoho.com', 'smtp.zoho.com', 465],
  ['orange.fr wanadoo.fr', 'imap.orange.fr', 'smtp.orange.fr', 465],
  ['free.fr', 'imap.free.fr', 'smtp.free.fr', 465],
  ['laposte.net', 'imap.laposte.net', 'smtp.laposte.net', 465],
];

/** The servers of an address, from the table or from its domain's SRV records (RFC 6186, RFC 8314). */
export async function findMailSettings(
  email: string,
  resolver: SrvResolver = new Resolver({ timeout: TIMEOUT, tries: 1 }),
): Promise<MailSettings> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const provider = PROVIDERS.find(([domains]) => domains.split(' ').includes(domain));
  if (provider) {
    const [, imap, smtp, smtpPort] = provider;
    return {
      imap: { host: imap, port: 993, secure: true },
      smtp: { host: smtp, port: smtpPort, secure: smtpPort === 465 },
    };
  }
  if (isReservedDomain(domain)) return { imap: null, smtp: null };
  const [imaps, submissions, submission] = await Promise.all(
    ['_imaps', '_submissions', '_submission'].map((service) => best(resolver, `${service}._tcp.${domain}`)),
  );
  return {
    imap: imaps ? { ...imaps, secure: true } : null,
    smtp: submissions ? { ...submissions, secure: true } : submission ? { ...submission, secure: false } : null,
  };
}

/** Null also where the name servers do not answer: then the caller is asked for the settings. */
async function best(resolver: SrvResolver, name: string): Promise<{ host: string; port: number } | null> {
  try {
    const records = await resolver.resolveSrv(name);
    const [first] = records.toSorted((one, other) => one.priority - other.priority || other.weight - one.weight);
    return first && first.name !== '' && first.name !== '.' ? { host: first.name, port: first.port } : null;
  } catch {
    return null;
  }
}

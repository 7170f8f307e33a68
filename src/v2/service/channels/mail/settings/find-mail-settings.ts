import { Resolver } from 'node:dns/promises';
import { domainOf } from '../../../../../shared/identity/mailbox-key.ts';
import { isReservedDomain } from '../../../../../shared/kit/reserved-domain.ts';
import type { MailServer } from '../../../../contract/endpoints/login-body.ts';
import { lookUpMailServer, type MxResolver } from '../../look-up-mail-server.ts';
import { askAutoconfig, type FetchText } from './autoconfig.ts';
import { type Provider, providerOfDomain, providerOfMailHost } from './providers.ts';

export interface MailSettings {
  readonly imap: MailServer | null;
  readonly smtp: MailServer | null;
}

export type SrvResolver = Pick<Resolver, 'resolveSrv'> & MxResolver;

/** The sources of settings, which tests replace. */
export interface SettingsSources {
  readonly resolver?: SrvResolver;
  /** The text at an address, or null; asks public addresses alone. */
  readonly fetchText?: FetchText;
}

const TIMEOUT = 1500;

/**
 * The servers of an address: from the table of large providers, by what its domain publishes (SRV records, RFC 6186 and 8314; a
 * configuration for Thunderbird), or by where its mail goes (MX). One that does not answer is as one that says nothing.
 */
export async function findMailSettings(email: string, sources: SettingsSources = {}): Promise<MailSettings> {
  const domain = domainOf(email);
  const known = providerOfDomain(domain);
  if (known) return settingsOf(known);
  if (isReservedDomain(domain)) return { imap: null, smtp: null };
  const resolver = sources.resolver ?? new Resolver({ timeout: TIMEOUT, tries: 1 });
  const [records, published, mail] = await Promise.all([
    askSrv(resolver, domain),
    askAutoconfig(email, domain, sources.fetchText),
    lookUpMailServer(domain, resolver),
  ]);
  const host = mail.kind === 'host' ? providerOfMailHost(mail.mx) : null;
  const byHost = host ? settingsOf(host) : null;
  return {
    imap: records.imap ?? published?.imap ?? byHost?.imap ?? null,
    smtp: records.smtp ?? published?.smtp ?? byHost?.smtp ?? null,
  };
}

const settingsOf = ({ imap, smtp, smtp_port }: Provider): MailSettings => ({
  imap: { host: imap, port: 993, secure: true },
  smtp: { host: smtp, port: smtp_port, secure: smtp_port === 465 },
});

async function askSrv(resolver: SrvResolver, domain: string): Promise<MailSettings> {
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

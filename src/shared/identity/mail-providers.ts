import { toUnicode } from 'tr46';

/** How a provider delivers several ways to write the local part to one mailbox. Nobody else's addresses are read so. */
export interface MailProvider {
  /** All of them lead to one mailbox where `one_mailbox` says so; else each is a domain of its own. */
  readonly domains: readonly string[];
  readonly one_mailbox?: true;
  /** The text behind the first of these is a tag of the reader's own: `ada+news@…` is `ada@…`. */
  readonly tag?: '+';
  /** `a.d.a@…` is `ada@…`. */
  readonly dots_do_not_count?: true;
  /** The page where the provider says so, or who has tried it. */
  readonly source: string;
}

const countries = (name: string, endings: string): string[] => endings.split(' ').map((ending) => `${name}.${ending}`);

const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    domains: ['gmail.com', 'googlemail.com'],
    one_mailbox: true,
    tag: '+',
    dots_do_not_count: true,
    source: 'https://support.google.com/mail/answer/7436150, https://support.google.com/mail/answer/22370',
  },
  {
    domains: [
      ...countries('outlook', 'com at be cl co.id co.il co.nz co.th com.ar com.au com.br com.gr com.pe com.tr com.vn'),
      ...countries('outlook', 'cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk'),
      ...countries(
        'hotmail',
        'com at be ca ch cl co.id co.il co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br',
      ),
      ...countries('hotmail', 'com.hk com.tr com.tw com.vn cz de dk es fi fr gr hu it lt lv my nl no ph rs se sg sk'),
      ...countries(
        'live',
        'com at be ca cl cn co.kr co.uk co.za com.ar com.au com.mx com.my com.ph com.pt com.sg de dk',
      ),
      ...countries('live', 'fi fr hk ie in it jp nl no ru se'),
      'msn.com',
      'passport.com',
    ],
    tag: '+',
    source: 'https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online',
  },
  {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    one_mailbox: true,
    tag: '+',
    source: 'https://support.apple.com/118230, https://en.wikipedia.org/wiki/Email_address',
  },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    tag: '+',
    source: 'https://proton.me/support/addresses-and-aliases',
  },
  {
    domains: [
      'fastmail.com',
      'fastmail.fm',
      'fastmail.net',
      'fastmail.org',
      'pobox.com',
      'sent.com',
      'messagingengine.com',
    ],
    tag: '+',
    source: 'https://www.fastmail.help/hc/en-us/articles/360060591053',
  },
  {
    domains: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'ya.ru', 'narod.ru'],
    one_mailbox: true,
    tag: '+',
    source:
      'https://yandex.com/support/id/authorization/email.html, https://yandex.com/support/yandex-360/customers/mail/en/web/preferences/sender',
  },
  {
    domains: ['zoho.com', 'zohomail.com', 'zoho.eu', 'zohomail.eu', 'zoho.in', 'zohomail.in'],
    tag: '+',
    source: 'https://email-normalize.readthedocs.io',
  },
  {
    domains: ['mailbox.org'],
    tag: '+',
    source: 'https://kb.mailbox.org/en/private/e-mail-article/using-mail-extensions',
  },
  { domains: ['posteo.de', 'posteo.net'], tag: '+', source: 'https://posteo.de/en/help/what-are-alias-addresses' },
  { domains: ['runbox.com'], tag: '+', source: 'https://en.wikipedia.org/wiki/Email_address' },
  { domains: ['hey.com'], tag: '+', source: 'https://subaddressify.com/faq' },
];

const PROVIDERS_BY_DOMAIN: ReadonlyMap<string, MailProvider> = new Map(
  MAIL_PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

export const mailProviderOf = (domain: string): MailProvider | null => PROVIDERS_BY_DOMAIN.get(domain) ?? null;

/** The first of the domains that are one mailbox. */
export function mailboxDomain(domain: string): string {
  const provider = mailProviderOf(domain);
  return (provider?.one_mailbox && provider.domains[0]) || domain;
}

/** Every domain under which a mailbox of this one is known, in ASCII and as people read it: those differ where it has a label in punycode. */
export function domainSpellings(domain: string): string[] {
  const provider = mailProviderOf(domain);
  const domains = provider?.one_mailbox ? provider.domains : [domain];
  return [...new Set(domains.flatMap((one) => (one.includes('xn--') ? [one, toUnicode(one).domain] : [one])))];
}

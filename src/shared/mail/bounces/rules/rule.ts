import { type Phrase, phraseOf } from './phrase.ts';

/**
 * Why a mail did not arrive. Hard: nothing sent there arrives ever. All others may pass: another day, another text, another
 * server.
 */
export const KINDS = {
  mailbox_full: 'soft',
  too_large: 'soft',
  /** Something on their side broke. */
  system: 'soft',
  /** Ours: our name, our address, our authentication. */
  sender: 'soft',
  relay: 'soft',
  /** The owner, or a rule of theirs, does not want it. */
  filtered: 'soft',
  blocked: 'soft',
  content: 'soft',
  too_many: 'soft',
  /** The domain takes no mail at all. */
  no_mail_host: 'hard',
  network: 'soft',
  unknown_host: 'hard',
  moved: 'hard',
  disabled: 'soft',
  refused: 'soft',
  unknown_user: 'hard',
  expired: 'soft',
  other: 'soft',
} as const satisfies Record<string, 'hard' | 'soft'>;

export type Reason = keyof typeof KINDS;

/** Sources where words of a rule can be read beside the mails of servers. */
export const SOURCES = {
  rfc5321: 'RFC 5321, the texts of section 4.2.2',
  rfc3463: 'RFC 3463 and the IANA registry of enhanced status codes, their titles',
  postfix: 'Postfix, replies of smtpd(8) and postconf(5)',
  exim: 'Exim specification, chapters on routers and retry',
  sendmail: 'Sendmail operations guide, sysexits(3)',
  qmail: 'qmail and netqmail, qmail-remote(8), badrcptto and validrcptto patches',
  exchange: 'Microsoft, "NDR error codes in Exchange Online" and its translations',
  gmail: 'Google Workspace, "Gmail SMTP errors and codes"',
  yahoo: 'Yahoo Sender Hub, "SMTP error codes"',
  cpanel: 'cPanel, the routers of its exim.conf',
  facebook: 'postmaster.facebook.com/response_codes',
  ironport: 'Cisco, Email Security Appliance, bounce classification',
  lists: 'lists of bounce phrases that mail programs publish (PowerMTA categories, ZoneMTA, KumoMTA)',
  words: 'plain words of the language',
} as const;

/**
 * A reason with the words that mean it. `servers`: in whose mails they were seen, four at most; none: known from the source
 * alone.
 */
export interface Rule {
  readonly reason: Reason;
  /** As written in the table, for who looks the rule up. */
  readonly phrase: string;
  readonly says: Phrase;
  readonly servers: readonly string[];
  readonly source: keyof typeof SOURCES;
}

/** Phrase, servers with blanks between, source. */
export type Row = readonly [phrase: string, servers: string, source: keyof typeof SOURCES];

export const rules = (reason: Reason, rows: readonly Row[]): Rule[] =>
  rows.map(([phrase, servers, source]) => ({
    reason,
    phrase,
    says: phraseOf(phrase),
    servers: servers.split(' ').filter((server) => server !== ''),
    source,
  }));

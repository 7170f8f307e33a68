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

/** Where words of a rule can be read beside the mails of servers. */
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
  facebook: 'postmaster.facebook.com/response_codes',
  ironport: 'Cisco, Email Security Appliance, bounce classification',
  lists: 'lists of bounce phrases that mail programs publish (PowerMTA categories, ZoneMTA, KumoMTA)',
  words: 'plain words of the language',
} as const;

/** What words mean. `servers`: in whose mails they were seen, four at most; none: known from the source alone. */
export interface Rule {
  readonly reason: Reason;
  /** As written below, for who looks the rule up. */
  readonly phrase: string;
  readonly says: RegExp;
  readonly servers: readonly string[];
  readonly source: keyof typeof SOURCES;
}

/** Phrase, servers with blanks between, source. */
export type Row = readonly [phrase: string, servers: string, source: keyof typeof SOURCES];

const VOCABULARY: Readonly<Record<string, string>> = {
  who: '(?:users?|user ?(?:name|id)s?|recipients?|rcpt|mail ?box(?:es)?|mail ?drop|accounts?|address(?:es)?|addressees?|e-?mail|alias(?:es)?|names?|local[- ]?parts?|persons?|customers?|subscribers?|members?|login|id|groups?|lists?)(?:\\(s\\)|\\(es\\))?',
  box: '(?:mail ?box|inbox|account|user|recipient|message store|mail (?:folder|drop|directory)|mailfolder|storage|disk|spool)',
  host: '(?:host|domain|dns|mail (?:server|exchanger))(?:(?: or)?(?: domain)? names?)?',
  not: "(?:not|n't|no longer|never)",
};

/**
 * A phrase is a regular expression over the lower-case text of `wordsOf`, with three short forms: `{who}` for a list of
 * nouns, `…` for up to sixty characters of the same clause, and a blank for one.
 */
export const rules = (reason: Reason, rows: readonly Row[]): Rule[] =>
  rows.map(([phrase, servers, source]) => ({
    reason,
    phrase,
    says: compiled(phrase),
    servers: servers.split(' ').filter((server) => server !== ''),
    source,
  }));

/** Words begin where words begin; scripts without blanks have no such place. */
const compiled = (phrase: string): RegExp =>
  new RegExp(
    `(?<![a-z0-9])(?:${phrase
      .replace(/\{([a-z]+)\}/g, (whole, name: string) => VOCABULARY[name] ?? whole)
      .replaceAll('…', '[^|]{0,60}')})`,
  );

import { rules } from './rule.ts';

/** `does not accept mail from you`, `over IPv6`: it takes that of others. */
const ALL = '\\b(?! (?:from|over|via|to|with|without|by|because|due|that|which|if|unless|larger|at this time|for))';

/** The recipient's domain and its hosts. */
export const DESTINATION = [
  ...rules('no_mail_host', [
    ['no (?:valid )?mx\\b|null ?mx', 'gsuite opensmtpd yahoo', 'exim'],
    [
      `(?:host|domain|server|system|machine|<host>)…(?:does(?:n't| not)|will not|not) (?:accept|accepting|receive|receiving|handle) (?:any )?(?:e-?)?mails?${ALL}`,
      'gsuite messagingserver sendmail',
      'rfc3463',
    ],
    [
      `does(?:n't| not) (?:accept|receive|handle) (?:any )?(?:e-?)?mails?${ALL}|no mail (?:is )?accepted`,
      'gsuite messagingserver sendmail',
      'words',
    ],
    ['no smtp service', 'mailru postfix', 'exim'],
    ['malformed or unexpected name server reply', 'aol', 'postfix'],
    ['mx (?:record )?(?:points? to|is) (?:\\.|null|root)', '', 'words'],
  ]),
  // The name server gave no answer: it did not say that there is no such host.
  ...rules('network', [
    ['dns soft error|servfail|host lookup did not complete|temporary (?:dns|name|lookup|resolution)', '', 'exim'],
    [
      '(?:host not found|name service error|name ?server|dns|lookup|resolv\\w+)…(?:try again|tempor|timed? ?out|timeout|servfail|server failure)',
      'postfix',
      'postfix',
    ],
    ['mxloopback|(?:mail|routing|dns|mx)\\b…loop', 'domino rfc3464 x6', 'exchange'],
    [
      'connection (?:timed? ?out|refused|reset|dropped|lost)|lost connection|no route to host|(?:host|network) (?:is )?unreachable|host (?:is )?not (?:reachable|responding)',
      'amazonses amazonworkmail ezweb postfix',
      'postfix',
    ],
    [
      'message expired|retry time(?:out)?|too long in (?:the )?queue|too many hops',
      'amazonses amazonworkmail exchange2007 exim',
      'exim',
    ],
  ]),
  ...rules('unknown_host', [
    [
      "{host}…(?:not found|unknown|does not exist|doesn't exist|not exist|is invalid|non-?exist\\w*|couldn't be found|could not be found|not known|wasn't found|has no (?:mx|mail))",
      'aol courier dragonfly exim',
      'postfix',
    ],
    [
      '(?:unknown|no such|non-?existent|invalid|illegal|bad) (?:mail |destination |recipient |target )?(?:host|domain|system)',
      'amazonses courier dragonfly exim',
      'rfc3463',
    ],
    [
      'host unknown|host not found|unrecogni[sz]ed host|nonexistentdomain',
      'aol postfix sendmail v5sendmail',
      'sendmail',
    ],
    [
      'nxdomain|name or service not known|no address associated|no mail exchanger|name ?server…host not found',
      'gsuite sendmail',
      'words',
    ],
    ['unroute?able (?:mail )?(?:domain|address)|all relevant mx|mx records? point to non-existent', 'mailru', 'exim'],
    [
      "couldn't find any host|(?:can't|cannot|could not|couldn't|unable to) (?:find|resolve|look ?up)…(?:host|domain|mail exchanger|mx)|unable to route|no route found to (?:domain|host)",
      'qmail',
      'qmail',
    ],
    [
      "<host>>?,? (?:does not exist|not found|doesn't exist)|domain you…(?:doesn't|not) exist",
      'dragonfly exim',
      'words',
    ],
    [
      'dom[ií]nio…(?:inexistente|no existe|no (?:fue )?encontrad|não (?:existe|encontrad)|non esiste|non (?:è stato )?trovato|desconhecido)',
      '',
      'exchange',
    ],
    // What cPanel has Exim say where no router takes the domain.
    ['mail server could not deliver mail to', 'exim', 'cpanel'],
    [
      "domein…(?:bestaat niet|niet gevonden)|domain…(?:existiert nicht|nicht gefunden)|domaine…(?:introuvable|n'existe pas)",
      '',
      'exchange',
    ],
    [
      'домен…(?:не (?:найден|существ)|отсутств)|ドメイン…(?:存在|見つか|不明)|(?:域名|主机)…(?:不存在|未找到|找不到)',
      '',
      'exchange',
    ],
  ]),
];

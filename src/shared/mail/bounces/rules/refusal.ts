import { rules } from './rule.ts';

/** Rules for refusals of this mail alone, because of its sender, its content or its size: another mail may arrive. */
export const REFUSAL = [
  ...rules('sender', [
    [
      '(?:sender|mail from|envelope.?from|from address|return.?path|reverse.?path|helo|ehlo|originat\\w+)\\b…(?:reject|denied|invalid|unknown|failed|bad|blocked|forbidden|not (?:found|allowed|permitted|exist|accepted|authori[sz]ed|verified|valid|be verified))',
      'cox exim gsuite messagingserver',
      'postfix',
    ],
    [
      "(?:sender|mail from|from address|helo|ehlo)\\b…(?:does(?: not|n't) (?:exist|resolve|have)|couldn't be verified|verify failed)",
      'exim postfix sendmail',
      'exim',
    ],
    [
      "your (?:ip|e-?mail address|address|domain|server|host|name|mail ?server|system|network|isp)\\b…(?:reject|denied|invalid|unknown|failed|bad|blocked|forbidden|does(?: not|n't) (?:exist|resolve|have)|not (?:found|allowed|permitted|exist|accepted|authori[sz]ed|verified|valid))",
      '',
      'lists',
    ],
    ["domain of sender|sender's? (?:domain|address)", 'postfix sendmail', 'sendmail'],
    [
      '(?:bad|invalid|unknown|unverified|unresolvable|illegal) (?:sender|helo|from|reverse.?path|return.?path)',
      '',
      'lists',
    ],
    ['(?:could not|unable to|cannot) verify sender|callout', '', 'exim'],
    ['my name was rejected|sender was rejected', 'qmail', 'qmail'],
    ['(?:e-?mail address|identit\\w+)…not verified', 'postfix', 'lists'],
    ['reverse (?:dns|lookup|host ?name)|no (?:reverse|rdns)|\\brdns\\b|fcrdns', 'exim opensmtpd postfix', 'lists'],
    ['\\bptr\\b', 'exim google postfix', 'gmail'],
    [
      '(?:cannot|could not|unable to) (?:find|resolve) your|resolve your (?:host|ip)|client host ?name|mismatches client ip|unverifiable sending',
      'outlook',
      'postfix',
    ],
    ['\\bspf\\b', 'arf exim google office365', 'lists'],
    ['\\bdkim\\b|\\bdmarc\\b', 'arf dragonfly microsoft postfix', 'lists'],
    [
      'unauthenticated|not authenticated|authentication (?:information|required|results|checks?|failed|failure|is required)|without authentication',
      'dragonfly exchange2007 messagelabs postfix',
      'gmail',
    ],
    ['unauthori[sz]ed (?:sender|mail)|not authori[sz]ed to (?:send|relay|use)', '', 'lists'],
  ]),
  ...rules('relay', [
    [
      'relay(?:ing)?\\b…(?:denied|prohibited|refused|not (?:permitted|allowed|authori[sz]ed)|rejected)',
      'amazonses sendmail',
      'postfix',
    ],
    [
      "(?:unable|not (?:permitted|allowed|authori[sz]ed|configured)|do(?:es)? not|cannot|won't) (?:to )?relay",
      'messagelabs postfix',
      'lists',
    ],
    [
      "(?:not|isn't) in my list of allowed rcpthosts|open relay|relay(?:ing)? (?:access|attempt|mail)",
      'amazonses postfix sendmail',
      'qmail',
    ],
  ]),
  ...rules('filtered', [
    ["recipient(?:'s)? preferences|privacy settings", '', 'facebook'],
    ['(?:recipient|user|mail ?box|address|group|list)\\b…only (?:accept\\w*|receiv\\w*|take\\w*)', '', 'exchange'],
    [
      '(?:blocked|rejected|refused|filtered) by (?:the )?(?:recipient|user|owner|addressee)',
      'gmail office365',
      'lists',
    ],
    [
      '(?:recipient|user|owner) (?:has )?(?:blocked|rejected|refused) (?:your|this|the) (?:message|mail|e-?mail|address)',
      '',
      'lists',
    ],
    ['message (?:has been |was )?filtered|address filter|account is protected by|challenge.?response', '', 'lists'],
    [
      '(?:address|recipient|group|mail ?box)\\b…restricted|resolver rst|not authori[sz]ed to (?:write|post)|permission to (?:post|send|write)',
      'exchange2007 googlegroups',
      'exchange',
    ],
    ['new mail is not currently being accepted', '', 'lists'],
    ['受信拒否|拒否設定', '', 'words'],
  ]),
  ...rules('blocked', [
    ['\\bspam\\w*|unsolicited|\\bjunk\\b|\\bbulk\\b|\\buce\\b', 'amavis arf barracuda franceptt', 'lists'],
    ['\\bphish|suspicious|\\babus\\w+|complaints?\\b', 'amavis arf gmail google', 'lists'],
    [
      'black-? ?list|block-? ?list|deny-? ?list|\\brbl\\b|\\bdnsbl\\b|spamhaus|spamcop|barracuda|cloudmark',
      'amazonses exim franceptt imailserver',
      'lists',
    ],
    ['gr[ae]y-? ?list', '', 'lists'],
    ['reputation|poor standing', 'microsoft postfix', 'lists'],
    [
      '(?:is|was|been|has|ip|host|access|message|client|server|connection) blocked',
      'barracuda franceptt google sendmail',
      'postfix',
    ],
    ['blocked (?:by|using|for|due|because|ip|until)|banned', 'amazonses barracuda franceptt gmail', 'lists'],
    ['(?<!not )listed (?:in|on|at|by)(?! (?:the )?(?:directory|book|name|domino|public))', '', 'lists'],
    ['access…denied|denied access', 'amazonses gmail mfilter microsoft', 'lists'],
    ['host network not allowed|not accepting connections|service refused', 'franceptt mimecast sendmail', 'lists'],
    ['delivery not authori[sz]ed|(?<!user |recipient )not authori[sz]ed', 'dragonfly', 'rfc3463'],
    [
      'polic(?:y|ies) (?:violation|reasons?|restrict\\w+|reject\\w*)|(?:violat\\w+|against|due to|because of|for|by)…polic(?:y|ies)|security polic|administrative prohibition',
      'dragonfly postfix qmail rfc3464',
      'lists',
    ],
    ['bloqu[ée]e?|service refus|mail rejet', 'einsundeins franceptt', 'words'],
    ['迷惑メール|スパム|垃圾邮件|спам', '', 'words'],
  ]),
  ...rules('content', [
    ['\\bvirus|\\bmalware|\\binfected|\\btrojan', 'amavis postfix', 'lists'],
    [
      'content…(?:reject|filter|denied|refused|not (?:accepted|allowed))|message content|prohibited|improper use of 8-bit',
      'barracuda dragonfly franceptt google',
      'lists',
    ],
    ['attachment…(?:type|not|name|block)|illegal attachment', '', 'lists'],
    [
      '(?:invalid|duplicate|malformed|multiple)…headers?|header (?:error|syntax)|media error|rfc ?2?5?3?22 compliant|multiple addresses',
      'amavis dragonfly gmail google',
      'rfc3463',
    ],
    ['mail (?:was |is )?rejected|transaction failed', 'einsundeins franceptt postfix', 'lists'],
  ]),
  ...rules('too_many', [
    ['too many|rate.?limit\\w*|throttl|frequency limit', 'franceptt microsoft postfix sendmail', 'lists'],
    [
      'limit(?:ed|ing)? (?:the )?rate|limit exceeded|exceeded…(?:rate|connections|messages per)|connection limit|unexpected volume',
      'einsundeins exim opensmtpd postfix',
      'lists',
    ],
    [
      'try (?:again )?later|resources? temporarily|server (?:is )?(?:too )?busy',
      'amazonses franceptt rfc3464 sendmail',
      'lists',
    ],
    [
      'temporar(?:y|ily)…(?:deferred|rejected|unavailable|block\\w*|suspended|locked|disabled)',
      'amazonses opensmtpd x2 yahooinc',
      'lists',
    ],
  ]),
];

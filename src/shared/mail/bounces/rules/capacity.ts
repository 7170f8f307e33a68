import { rules } from './rule.ts';

/** No room, for the mailbox or for this mail. */
export const CAPACITY = [
  ...rules('mailbox_full', [
    ['{box}…full\\b', 'amazonses amazonworkmail aol dragonfly', 'lists'],
    ['full (?:mail ?box|inbox)', '', 'lists'],
    ['over ?-?quota', 'apple google mailfoundry sendmail', 'lists'],
    ['quota…(?:exceed|full|violat|reach|limit)', 'rfc3464', 'lists'],
    [
      '{box}…(?:over|exceed\\w*|reach\\w*|above|beyond)…(?:quota|limit|size|space|storage|allocation)',
      'apple biglobe imailserver mailfoundry',
      'lists',
    ],
    [
      '(?:exceed|over|beyond|above)\\w*…(?:quota|storage alloc|allowed mailbox|(?:storage|mailbox|disk|space) (?:limit|size|alloc))',
      'apple mailfoundry sendmail',
      'rfc5321',
    ],
    ['{box}…out of…(?:space|storage)', 'google', 'gmail'],
    [
      '(?:insufficient|not enough|no|out of|lack of|low on) (?:(?:available|free|left|system|mail ?box|disk|storage|memory) ){0,2}(?:space|storage|quota)',
      'google rfc3464 sendmail',
      'rfc5321',
    ],
    ['(?:mail ?box|storage) (?:size )?limit|maximum (?:mail ?box|storage)', '', 'lists'],
    ['too much mail|no room|too many messages (?:on|in)', '', 'lists'],
    ['postfach…(?:voll|überfüllt|speicher)|kontingent', '', 'words'],
    ['boîte…(?:pleine|saturée)|quota dépassé', '', 'words'],
    ['buz[oó]n…llen|casella…piena|caixa…cheia|cuota', '', 'words'],
    ['postvak…vol\\b|skrzynka…(?:pełna|przepełniona)|переполнен|квот', '', 'words'],
    [
      'メールボックス…(?:いっぱい|一杯|満杯|容量|溢れ)|容量…(?:超|オーバー|不足)|邮箱…(?:已满|容量)|磁盘空间',
      '',
      'words',
    ],
  ]),
  ...rules('too_large', [
    [
      '(?:message|mail|e-?mail|content|header|line|attachment|data)\\w*(?: \\w+){0,4} (?:too (?:large|big|long)|exceed\\w*|larger than|over size|(?:size )?limit)',
      'biglobe einsundeins exchange2007 exim',
      'rfc3463',
    ],
    [
      '(?:exceed\\w*|over)…(?:message|mail) ?size|size ?limit|too (?:large|big) (?:message|mail|for this)',
      'einsundeins exchange2007',
      'lists',
    ],
    ['nachricht…zu groß|trop volumineux|容量制限', '', 'words'],
  ]),
  // What a program on the recipient's own host said: it broke, and proves nothing about the mailbox.
  ...rules('system', [
    [
      'command output:|command (?:failed|died)|pipe to \\||\\|\\/|mailer error|\\|\\| exit',
      'dragonfly exim postfix rfc3464',
      'sendmail',
    ],
    ['procmail|maildrop', 'postfix rfc3464 sendmail', 'postfix'],
    ['local configuration error|internal (?:system |server )?error', 'amazonworkmail dragonfly', 'sendmail'],
  ]),
];

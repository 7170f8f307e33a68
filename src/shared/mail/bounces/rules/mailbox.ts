import { rules } from './rule.ts';

/** The mailbox itself: gone elsewhere, shut, or never there. */
export const MAILBOX = [
  ...rules('moved', [
    [
      '(?:user|recipient|mail ?box|account|address|person) (?:has |have |is |was )?(?:been )?(?:moved|migrated|relocated|replaced)(?! temporar)|has moved to',
      '',
      'rfc3463',
    ],
    ['not our customer', 'sendmail', 'lists'],
    ['new address is|address (?:has )?changed|user not local', '', 'rfc5321'],
  ]),
  ...rules('disabled', [
    [
      '{who}…(?:disabled|inactive|suspend\\w*|de-?activated|locked|frozen|dormant|on hold|expired|not active\\w*|turned off|discontinued|closed|archiv(?:ed|ée?))',
      'amazonses apple dragonfly ezweb',
      'lists',
    ],
    ['(?:disabled|inactive|suspended|de-?activated|expired|locked|archived) {who}', 'apple dragonfly', 'lists'],
    [
      'account (?:that you tried to reach )?is (?:over|not)|is currently suspended|currently unavailable',
      'surfcontrol',
      'gmail',
    ],
    ['利用停止|停止中|停用|冻结', '', 'words'],
  ]),
  // RFC 5321 gives these words to a mailbox not found and to policy alike: the status must tell, or the command.
  ...rules('refused', [
    ['requested action not taken:? mail ?box (?:unavailable|not available)', 'outlook sendmail zoho', 'rfc5321'],
  ]),
  ...rules('unknown_user', [
    ['{who}…(?:is )?unknown\\b', 'activehunter amavis amazonses amazonworkmail', 'postfix'],
    [
      "{who}…(?:does not exist|doesn't exist|not exist|not exists|do not exist|no exist)",
      'exim google googlegroups gsuite',
      'lists',
    ],
    [
      "{who}…(?:not found|(?:could ?n[o']t|cannot|can't) be found|was ?n[o']t found|wasn't found|not present|does not appear)",
      'aol exchange2003 exchange2007 gsuite',
      'lists',
    ],
    [
      "{who}…(?:isn't known|not known|not recogni[sz]ed|unrecogni[sz]ed|not listed|non-?exist\\w*|undeliverable|(?:incorrect|wrong)\\b)",
      'amazonses aol exchange2003 microsoft',
      'lists',
    ],
    [
      '{who}…no longer (?:exist|valid|available|work|employed|activ|here|in use|with|on|accept)',
      'apple rfc3464',
      'lists',
    ],
    [
      '{who}…(?:(?:is |are )?invalid|not (?:a |an )?(?:valid|correct|local|registered|our|ok\\b|member))',
      'bigfoot qmail sendmail zoho',
      'lists',
    ],
    ['{who}…(?:has been (?:deleted|removed|terminated)|is (?:deleted|gone|not here)|not here)', '', 'lists'],
    [
      '(?:unknown|unrecogni[sz]ed|undefined) (?:(?:or|illegal|invalid|local|virtual|destination|e-?mail|mail|final|recipient) ){0,3}{who}',
      'amazonses courier exchange2003 exim',
      'lists',
    ],
    [
      '(?:no such|non-?existent|nonexisting|no existing) (?:(?:local|virtual|destination|e-?mail|mail|active|valid|known) ){0,2}{who}',
      'mcafee messagelabs postfix verizon',
      'lists',
    ],
    [
      '(?:invalid|bad|illegal|wrong|incorrect)[ -](?:(?:or|unknown|local|virtual|destination|e-?mail|mail|final|delivery|recipient) ){0,3}{who}(?! (?:table|list|error code|limit|format))',
      'bigfoot dragonfly exim franceptt',
      'rfc3463',
    ],
    [
      'no (?:mail ?box|account|user|one|recipient|mail box|person|valid recipients?)\\b…(?:here|by that|with that|found|of that|under|available|at this|in this|bye)',
      'activehunter',
      'qmail',
    ],
    ['no (?:valid|known|matching) {who}', 'franceptt sendmail', 'lists'],
    ["(?:doesn't|does not|not) have an?…(?:e-?mail)?account", 'powermta sendmail x2 yahooinc', 'yahoo'],
    ['not (?:an? )?(?:known|valid|existing|local|active|registered) {who}', '', 'lists'],
    [
      "(?:cannot|can't|could not|couldn't|unable to|failed to|did not|didn't) (?:find|locate|identify|recogni[sz]e|verify|validate)…{who}|couldn't find…mailbox",
      'qmail',
      'lists',
    ],
    [
      "<address>[>:.]{0,4} (?:does(?: not|n't) exist|not exists?\\b|not found|is unknown|unknown|is invalid|is not valid|(?:was|were) ?n[o']t found|wasn't found|couldn't be found|(?:is |was )?no longer (?:exist|valid|available|in use|here|with)|non-?existent|recipient rejected|not known)",
      'postfix sendmail',
      'words',
    ],
    [
      "(?:user|recipient|mail ?box|account|address)>{0,2},? (?:which|that|who) (?:does(?:n't| not)|do not|is not|isn't) (?:exist|known|valid)|that address (?:is|does)|(?:address|email) you (?:entered|sent|provided)…(?:[a-z]{2,7}n't|not)\\b",
      'barracuda office365',
      'words',
    ],
    [
      '(?:has |have )?left the (?:company|organi[sz]ation|firm|school)|no longer (?:with|employed|works?|an employee)\\b|(?:address|mail ?box|account) (?:is )?not in use|there is no ?one at|not known to us|has departed|incorrectly addressed|no longer valid|deleted (?:user|account|mail ?box)',
      '',
      'words',
    ],
    [
      'user ?unknown|nosuchuser|unknown-user|address_not_found|(?:ex)?recip(?:ient)?notfound|resolver adr notfound|\\bcuda_nsu\\b',
      'activehunter amavis amazonses amazonworkmail',
      'exchange',
    ],
    [
      "(?:not|[a-z]{2,7}n't) (?:handle|accept|deliver|have) (?:e-?)?mail for (?:that|this) (?:user|address|recipient|account)|not found in (?:the |our )?(?:ldap|directory)",
      '',
      'lists',
    ],
    ['{who}…not handled by this', '', 'lists'],
    ['double-check(?:ing)? the recipient', 'google gsuite', 'gmail'],
    ['badrcptto|validrcptto|envelope recipient', '', 'qmail'],
    // Nothing else follows: it is the address that is meant.
    [
      '(?:recipient(?: address)?|(?<!sender |from )address|\\d{3} <?<address>>?:?) rejected(?= ?(?:\\||\\(|$|>))',
      'gsuite messagelabs postfix',
      'postfix',
    ],
    ['(?:did not|does not|not) (?:like|accept) recipient(?= ?(?:\\||$))', 'qmail', 'words'],
  ]),
  ...rules('unknown_user', [
    // The verb before its subject, as Exchange says it in Romance languages and Dutch.
    [
      "(?:no (?:se )?(?:encontr|ha (?:sido )?encontr|pudo encontr|pudimos encontr)|não (?:foi possível|conseguimos|foi) (?:encontr|localiz)|impossibile trovare|non (?:è stato )?(?:possibile )?trova(?:re|to)|impossible de trouver|n'avons pas (?:pu )?trouv)…(?:direcci|destinat|usu[aá]ri|buz|endereço|caixa|indirizzo|casella|utent|adresse|utilisateur|boîte)",
      '',
      'exchange',
    ],
    [
      '(?:usuario|destin(?:atario)?|direcci[oó]n|buz[oó]n|cuenta|utente|indirizzo|casella|usu[aá]rio|destinat[aá]rio|endereço|caixa|conta)…(?:desconocid|no existe|no (?:se )?(?:encontr|v[aá]lid)|inexistent|inesistent|sconosciut|non esiste|non (?:è )?valid|non trovat|desconhecid|não existe|não (?:foi )?encontrad|inv[aá]lid|errat[oa])',
      'franceptt',
      'exchange',
    ],
    [
      'no existe (?:dicha|ese|el|la) |(?:indirizzo|destinatario|utente|casella)…non (?:è|sia) stat[oa] trovat|nessun utente',
      '',
      'exchange',
    ],
    [
      "(?:adresse|destinataire|utilisateur|boîte|compte)…(?:invalide|inconnue?|introuvable|n'existe pas|inexistante?|n'a pas été trouvée?)",
      'franceptt',
      'exchange',
    ],
    [
      '(?:empfänger|benutzer|adresse|postfach|konto|nutzer|adressat)…(?:unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungültig)|unbekannte[rn]? (?:empfänger|benutzer|nutzer)|konnte nicht gefunden werden',
      '',
      'exchange',
    ],
    [
      '(?:e-?mailadres|geadresseerde|ontvanger|postvak|gebruiker|adres|mailbox)…(?:niet (?:worden )?(?:gevonden|bestaat)|bestaat niet|onbekend)',
      '',
      'exchange',
    ],
    [
      '(?:(?:e-?post)?adress|mottagar|brukar|bruger|modtager|mottaker|användare|bruker|postkasse)…(?:inte hittas|hittas inte|ikke (?:blive )?fundet|ikke finnes|ble ikke funnet|okänd|finns inte|hittades inte|ukendt|findes ikke|ukjent|finnes ikke|ikke funnet)',
      '',
      'exchange',
    ],
    [
      '(?:osoite|vastaanottaja)…(?:ei löydy|ei ole olemassa|tuntematon)|(?:adres|alıcı|kullanıcı|posta kutusu)…(?:bulunamadı|mevcut değil|geçersiz)|(?:cím|címzett|felhasználó)…(?:nem (?:található|létezik)|ismeretlen)',
      '',
      'exchange',
    ],
    [
      '(?:użytkownik|adres|odbiorca|skrzynka|konto)…(?:nie istnieje|nieznan|nie (?:został|znaleziono))|nie ma takiego|(?:uživatel|adresa|příjemce|schránka)…(?:neexistuje|neznám|nenalezen)',
      '',
      'exchange',
    ],
    [
      '(?:пользовател|адрес|получател|ящик)…(?:не (?:найден|существует|известен)|неизвест|отсутств)|нет такого пользователя|неизвестный',
      '',
      'exchange',
    ],
    [
      '(?:ユーザ|アドレス|宛先|あて先|受信者|メールボックス|アカウント)…(?:見つかりま|存在しま|不明|みつかりま|誤り|無効|確認できま)|宛先不明|ディレクトリ…ありません',
      'domino ezweb notes',
      'exchange',
    ],
    ['(?:用户|收件人|邮箱|地址|账号)…(?:不存在|未找到|无效)|존재하지 않', '', 'exchange'],
  ]),
  ...rules('refused', [
    [
      '(?:mail ?box|account|user|recipient) (?:is )?(?:unavailable|not available)',
      'office365 outlook sendmail zoho',
      'rfc5321',
    ],
  ]),
];

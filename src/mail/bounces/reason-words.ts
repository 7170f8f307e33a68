import type { Reason } from './reasons.ts';

const any = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'));

const BOX =
  '(?:mail ?box|inbox|account|user|recipient|message store|mail (?:folder|drop|directory)|storage|disk|spool)';
const WHO =
  '(?:user|recipient|mail ?box|account|address|addressee|e-?mail|alias|name|person|customer|subscriber|group|list|member|login|id)(?:s|\\(s\\))?';

/** `does not accept mail from you`, `over IPv6`: it takes that of others. */
const NOT_ONLY_SOME =
  '\\b(?! (?:from|over|via|to|with|without|by|because|due|that|which|if|unless|larger|at this time|for))';

/**
 * The words of each reason, over lower-case text in which `<host>` and `<address>` stand for names. The first that fits counts:
 * what may pass stands before what is for ever, so that an address is called dead only where nothing else is said.
 */
export const REASON_WORDS: readonly (readonly [Reason, RegExp])[] = [
  [
    'mailbox_full',
    any(
      `${BOX}.{0,40}\\b(?:is |was )?(?:almost |too )?(?:full\\b|over ?(?:the )?(?:quota|limit|its)|over-quota|exceed|out of (?:space|storage))`,
      'over ?-?quota|quota (?:is )?(?:exceed|full|violat|reach)|(?:exceed|over|beyond|above)\\w* (?:\\w+ ){0,4}(?:quota|(?:storage|mailbox|disk|space|size) (?:limit|alloc\\w*|quota|size)|allowed mailbox)',
      '(?:insufficient|not enough|no|out of|lack of) (?:available |free |system |mailbox )?(?:disk |storage |mail ?box |memory )?(?:space|storage|quota)',
      'mailbox (?:size )?limit|maximum (?:mailbox|storage)|full mailbox|mailfolder is full|too much mail|no room',
      'postfach.{0,30}(?:voll|überfüllt|speicher)|kontingent|boîte.{0,30}(?:pleine|saturée)|buz[oó]n.{0,20}lleno|cuota|casella.{0,25}piena|caixa.{0,25}cheia|postvak.{0,15}vol\\b|skrzynka.{0,25}(?:pełna|przepełniona)|переполнен|квот',
      'メールボックス.{0,20}(?:いっぱい|一杯|満杯|容量|溢れ)|容量.{0,12}(?:超|オーバー|不足)|邮箱.{0,8}(?:已满|容量)|磁盘空间',
    ),
  ],
  [
    'too_large',
    any(
      '(?:message|mail|e-?mail|content|header|line|attachment|data)\\w*(?: \\w+){0,4} (?:too (?:large|big|long)|exceed\\w*|larger than|over size|size limit|limit exceeded)',
      '(?:exceed\\w*|over) (?:\\w+ ){0,4}(?:message|mail) ?(?:size)?|size limit|sizelimit|too (?:large|big) (?:message|mail|for this)|nachricht.{0,20}zu groß|trop volumineux|容量制限',
    ),
  ],
  // What a program on the recipient's own host said: it broke, and proves nothing about the mailbox.
  [
    'system',
    /command output:|command (?:failed|died)|procmail|maildrop|pipe to \||\|\/|mailer error|\|\| exit|local configuration error/,
  ],
  [
    'sender',
    any(
      "(?:sender|mail from|envelope.?from|from address|return.?path|reverse.?path|helo|ehlo|sending|originat\\w+|your (?=(?:ip|e-?mail address|address|domain|server|host|name|mail ?server|system|network|isp)\\b)) ?(?:address |domain |server |host |verify |verification |name |mail ?server |system )?(?:\\S+ ){0,5}(?:reject|does not (?:exist|resolve|have)|doesn't (?:exist|resolve)|not (?:found|allowed|permitted|exist|accepted|authori[sz]ed|verified|valid)|invalid|unknown|denied|failed|verify failed|couldn't be verified|bad|blocked|forbidden|not be verified)",
      "domain of sender|sender's? (?:domain|address)|(?:bad|invalid|unknown|unverified|unresolvable) (?:sender|helo|from|reverse.?path|return.?path)|could not verify sender|callout",
      'my name was rejected|reverse dns|\\brdns\\b|\\bptr\\b|reverse (?:lookup|host ?name)|no (?:reverse|rdns)|fcrdns|(?:cannot|could not|unable to) (?:find|resolve) your|mismatches client ip|client host ?name|resolve your (?:host|ip)',
      '\\bspf\\b|\\bdkim\\b|\\bdmarc\\b|unauthenticated|authentication (?:required|results|checks?|failed|failure|is required)|not authenticated|unauthori[sz]ed (?:sender|mail)',
    ),
  ],
  [
    'blocked',
    any(
      '\\bspam\\w*|unsolicited|\\bjunk\\b|\\bbulk\\b|\\bphish|suspicious|\\babus\\w+|complaints?\\b|black-? ?list|block-? ?list|deny-? ?list|grey-?list|gray-?list|\\brbl\\b|\\bdnsbl\\b|spamhaus|spamcop|barracuda|cloudmark|reputation',
      '(?:is |was |been |has |ip |host |address |access |message |client |server |connection )blocked|blocked (?:by|using|for|due|because|ip|until)|banned|(?<!not )listed (?:in|on|at|by)|bloqu[ée]e?|poor standing|access from .{0,40}(?:denied|refused)|delivery not authori[sz]ed|resolver rst|policy (?:violation|reasons?|restrict\\w+|reject\\w*)|(?:violat\\w+|against|due to|because of) .{0,30}polic(?:y|ies)|security polic|迷惑メール|スパム|垃圾邮件|спам',
    ),
  ],
  [
    'content',
    any(
      '\\bvirus|\\bmalware|\\binfected|\\btrojan|content (?:reject|filter|not|restrict)|message content|attachment (?:type|not|name|block)|improper use of 8-bit|invalid header|header (?:error|syntax)|media error|illegal attachment|prohibited',
    ),
  ],
  [
    'too_many',
    any(
      'too many|rate.?limit\\w*|limit(?:ed|ing)? (?:the )?rate|throttl|frequency limit|limit exceeded|exceeded .{0,30}(?:rate|connections|messages per)|try (?:again )?later|temporar(?:y|ily) (?:deferred|rejected|unavailable|block\\w*|suspended|locked)|unexpected volume|connection limit|resources? temporarily',
    ),
  ],
  [
    'no_mail_host',
    any(
      `no (?:valid )?mx\\b|null ?mx|does(?:n't| not) (?:accept|receive|handle) (?:any )?(?:e-?)?mails?${NOT_ONLY_SOME}|(?:host|domain|server|system|machine)(?: \\S+){0,5} (?:does(?:n't| not)|will not|not) (?:accept|accepting|receive|receiving) (?:any )?(?:e-?)?mails?${NOT_ONLY_SOME}|no mail (?:is )?accepted|no smtp service|malformed or unexpected name server reply|mx (?:record )?(?:points? to|is) (?:\\.|null|root)|smtp protocol returned a permanent error: no mx`,
    ),
  ],
  // The name server gave no answer: it did not say that there is no such host.
  [
    'network',
    any(
      'dns soft error|(?:host not found|name service error|name ?server|dns|lookup|resolv\\w+).{0,60}(?:try again|tempor|timed? ?out|timeout|servfail|server failure)|temporary (?:dns|name|lookup|resolution)|servfail|host lookup did not complete|mxloopback|(?:mail|routing|dns|mx)\\b.{0,40}\\bloop',
    ),
  ],
  [
    'unknown_host',
    any(
      "(?:host|domain|dns)(?: name| or domain name)?s?(?: \\S+){0,4} (?:not found|unknown|does not exist|doesn't exist|not exist|is invalid|non-?exist\\w*|couldn't be found|could not be found|not known|wasn't found|has no (?:mx|mail))",
      "(?:unknown|no such|non-?existent|invalid|illegal|bad|nonexistent) (?:mail |destination |recipient )?(?:host|domain|system)|nxdomain|unroute?able (?:mail )?(?:domain|address)|name or service not known|no address associated|couldn't find any host|(?:can't|cannot|could not|couldn't|unable to) (?:find|resolve|look ?up) (?:\\S+ ){0,3}(?:host|domain|mail exchanger|mx)|mx records? point to non-existent|name ?server.{0,20}host not found|host not found|all relevant mx|unrecogni[sz]ed host|nonexistentdomain|<host>>?,? (?:does not exist|not found)|no mail exchanger|domain you .{0,30}(?:doesn't|not) exist|unable to route",
      'dom[ií]nio.{0,30}(?:inexistente|no existe|no (?:fue )?encontrad|não (?:existe|encontrad)|non esiste|non (?:è stato )?trovato|desconhecido)|domein.{0,30}(?:bestaat niet|niet gevonden)|domen.{0,30}не существ|домен.{0,30}(?:не (?:найден|существ)|отсутств)|(?:域名|主机).{0,10}(?:不存在|未找到|找不到)',
      "domain.{0,20}(?:existiert nicht|nicht gefunden)|domaine.{0,30}(?:introuvable|n'existe pas)|ドメイン.{0,15}(?:存在|見つか|不明)",
    ),
  ],
  [
    'moved',
    any(
      '(?:user|recipient|mailbox|account|address|person) (?:has |have |is |was )?(?:been )?(?:moved|migrated|relocated|replaced)(?! temporar)|has moved to|not our customer|new address is|address (?:has )?changed|user not local',
    ),
  ],
  [
    'disabled',
    any(
      `${WHO} (?:\\S+ ){0,8}(?:disabled|inactive|suspend\\w*|deactivated|de-activated|locked|frozen|dormant|on hold|expired|not active|turned off|discontinued|closed)`,
      'account (?:that you tried to reach )?is (?:over|not)|is currently suspended|受信拒否|利用停止|停止中|停用|冻结',
    ),
  ],
  // RFC 5321 gives these words to a mailbox not found and to policy alike: its status must tell.
  ['refused', /requested action not taken:? mail ?box unavailable/],
  [
    'unknown_user',
    any(
      `${WHO} (?:\\S+ ){0,10}(?:unknown\\b|does not exist|doesn't exist|doesn't have|(?<!may )not exist|do not exist|not found|is unknown|isn't known|not known|not recogni[sz]ed|unrecogni[sz]ed|not listed|no longer (?:exist|valid|available|work|employed|activ|here|in use|with|on)|could ?n[o']t be found|cannot be found|was ?n[o']t found|wasn't found|(?:is )?invalid|not (?:a )?(?:valid|known|correct)|not (?:a )?(?:local|registered|our)|has been (?:deleted|removed|discontinued|terminated)|is (?:deleted|nonexistent|closed|discontinued|not here)|does not appear|non-?exist\\w*|undeliverable)`,
      '(?:unknown|no such|no|invalid|non-?existent|nonexisting|unrecogni[sz]ed|bad|illegal|wrong|undefined) (?:local |virtual |destination |email |e-mail |mail |final |rcpt |recipient |target )?(?:user|recipient|mail ?box|account|address|addressee|person|alias|local[- ]?part|subscriber|customer|login|name)s?(?! (?:table|list|error code|limit))\\b(?!.{0,12}policy)',
      "user unknown|nosuchuser|unknown-user|(?:doesn't|does not) have an? .{0,60}account|not a valid (?:user|recipient|mailbox|address)|no (?:mailbox|account|user|one|recipient) (?:here|by that|with that|found|of that|under)|double-check(?:ing)? the recipient|couldn't find .{0,60}mailbox|<address>>?(?:\\.\\.\\.)?:? (?:does not exist|not found|is unknown|unknown|was not found|wasn't found|couldn't be found|is invalid)|that address (?:is|does)|(?:address|recipient) (?:in|to) .{0,40}(?:not found|couldn't be found)|(?:address|email) you (?:entered|sent|provided).{0,60}(?:n't|not)\\b|(?:has |have )?left the (?:company|organi[sz]ation|firm|school)|no longer (?:with|employed|works?)\\b|(?:address|mail ?box|account) (?:is )?not in use|recip(?:ient)?notfound|resolver adr notfound|\\bcuda_nsu\\b",
      "(?:cannot|can't|could not|couldn't|unable to|failed to|did not|didn't) (?:find|locate|identify|recogni[sz]e) (?:\\S+ ){0,4}(?:user|recipient|mail ?box|account|address|addressee)\\b|<address>>? (?:is |was )?(?:no longer (?:exist|valid|available|in use|here|with)|non-?existent|does(?:n't| not) exist)|(?:user|recipient|mail ?box|account|address)\\S{0,3} (?:which|that|who) (?:does(?:n't| not)|do not|is not|isn't) (?:exist|known|valid)|\\bnot (?:a )?(?:known|valid|existing|local) (?:user|recipient|mail ?box|account|address|alias)",
      // The verb before its subject, as Exchange says it in Romance languages and Dutch.
      "(?:no (?:se )?(?:encontr|ha (?:sido )?encontr|pudo encontr|pudimos encontr)|não (?:foi possível|conseguimos|foi) (?:encontr|localiz)|impossibile trovare|non (?:è stato )?(?:possibile )?trova(?:re|to)|impossible de trouver|n'avons pas (?:pu )?trouv).{0,60}(?:direcci|destinat|usu[aá]ri|buz|endereço|caixa|indirizzo|casella|utent|adresse|utilisateur|boîte)",
      '(?:indirizzo|destinatario|utente|casella).{0,60}non (?:è|sia) stat[oa] trovat|(?:e-?mailadres|geadresseerde|ontvanger|postvak).{0,60}(?:niet (?:worden )?(?:gevonden|bestaat)|bestaat niet|onbekend)|(?:adress|mottagar|brukar|bruger|modtager|mottaker)\\S*.{0,50}(?:inte hittas|hittas inte|ikke (?:blive )?fundet|ikke finnes|ble ikke funnet)|(?:osoite|vastaanottaja).{0,50}(?:ei löydy|ei ole olemassa|tuntematon)|(?:adres|alıcı|kullanıcı|posta kutusu).{0,50}(?:bulunamadı|mevcut değil|geçersiz)|(?:cím|címzett|felhasználó).{0,50}(?:nem (?:található|létezik)|ismeretlen)',
      '(?:empfänger|benutzer|adresse|postfach|konto|nutzer).{0,60}(?:unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungültig)|unbekannte[rn]? (?:empfänger|benutzer|nutzer)|konnte nicht gefunden werden',
      "(?:adresse|destinataire|utilisateur|boîte|compte).{0,60}(?:invalide|inconnue?|introuvable|n'existe pas|inexistante?|n'a pas été trouvée?)",
      '(?:usuario|destinatario|direcci[oó]n|buz[oó]n|cuenta|utente|indirizzo|casella|usu[aá]rio|destinat[aá]rio|endereço|caixa|conta).{0,60}(?:desconocid|no existe|no (?:se )?(?:encontr|v[aá]lid)|inexistent|sconosciut|non esiste|non (?:è )?valid|non trovat|desconhecid|não existe|não (?:foi )?encontrad|inv[aá]lid)',
      '(?:gebruiker|ontvanger|adres|mailbox|postvak).{0,40}(?:onbekend|bestaat niet|niet gevonden)|(?:użytkownik|adres|odbiorca|skrzynka|konto).{0,40}(?:nie istnieje|nieznan|nie (?:został|znaleziono))|(?:användare|mottagare|adress|bruger|modtager|bruker|mottaker|postkasse).{0,40}(?:okänd|finns inte|hittades inte|ukendt|findes ikke|ukjent|finnes ikke|ikke funnet)|(?:uživatel|adresa|příjemce|schránka).{0,40}(?:neexistuje|neznám|nenalezen)',
      '(?:пользовател|адрес|получател|ящик).{0,40}(?:не (?:найден|существует|известен)|неизвест|отсутств)|нет такого пользователя|неизвестный',
      '(?:ユーザ|アドレス|宛先|あて先|受信者|メールボックス|アカウント).{0,40}(?:見つかりま|存在しま|不明|みつかりま|誤り|無効|確認できま)|宛先不明|(?:用户|收件人|邮箱|地址|账号).{0,12}(?:不存在|未找到|无效)|존재하지 않',
    ),
  ],
];

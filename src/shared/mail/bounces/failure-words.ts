/** How a server says that a mail did not arrive: in English, as most do, and in the languages of large providers. */
export const NOT_DELIVERED = new RegExp(
  [
    `(?:could|can|was|were|has|have|had|is|did|do|does) ?(?:not|n['’]t) (?:yet )?(?:be |been |get )?(?:successfully )?(?:deliver|sent|reach|receive th)`,
    `(?:cannot|unable to|not able to|failed to|n['’]t able to|not possible to|impossible to) (?:be )?(?:deliver|send|reach)`,
    String.raw`deliver(?:y|ing)\b[^.]{0,60}\b(?:fail|error|problem|impossible|abort|delay|suspend)`,
    String.raw`(?:fail|error|problem)\w{0,10}\b[^.]{0,60}\bdeliver`,
    `trouble (?:delivering|sending)|error (?:delivering|sending)|rejected (?:the )?recipient`,
    `undeliver|non-?deliver|not delivered|returned (?:to sender|mail|as undeliverable)`,
    String.raw`following (?:address|recipient|user)\w{0,10}[^.]{0,60}(?:fail|error|problem|reject|not|delayed)`,
    `(?:permanent fatal|fatal|permanent|transient non-?fatal) errors?`,
    `transcript of session|did not like our (?:rcpt|data|mail)|smtp error from|(?:was|been|message|mail) rejected`,
    `(?:user|recipient|mailbox)s? unknown|unknown (?:user|recipient)|no such (?:user|recipient|mailbox)`,
    `(?:may|does) not exist|couldn['’]t be found|isn['’]t (?:valid|able to receive)`,
    `nicht (?:zugestellt|zustell|ausgeliefert|gesendet)|unzustellbar`,
    `(?:pas )?pu être (?:remis|distribu|délivr|livr|envoy)|(?:n['’]a|n['’]ont) pas été (?:remis|distribu|délivr)|non remis|échec de (?:la )?remise`,
    `no (?:se )?(?:pudo|ha podido|puede|fue posible)[^.]{0,30}entreg|no (?:fue |ha sido )?entregad`,
    `non (?:è stato possibile|può essere|è stato)[^.]{0,30}(?:consegn|recapit)|mancata consegna`,
    `não (?:pôde|foi possível|pode|foi)[^.]{0,30}entreg|falha na entrega`,
    `niet (?:worden )?(?:bezorgd|afgeleverd)|onbestelbaar`,
    `nie (?:mogła|można|może|udało się|została)[^.]{0,30}(?:dostarcz|doręcz)`,
    `(?:kunde|kan) inte levereras|(?:kunne|kan) ikke leveres|(?:nelze|nepodařilo se|nebyla?)[^.]{0,20}doruč`,
    `не (?:может быть|был[оаи]?|удалось|смогл)[^.]{0,30}(?:достав|отправ)|недоставлен`,
    `(?:配信|送信|配送|お届け|届ける)[^。]{0,12}(?:でき|失敗|出来|エラー)|不達|エラーのため|送達できません`,
    `(?:无法|未能|不能)[^。]{0,10}(?:投递|送达|发送)|退信|전송되지 못|배달되지`,
  ].join('|'),
  'i',
);

/** Subjects that servers give a mail that came back. */
export const FAILURE_SUBJECT =
  /undeliver|non[- ]?(?:remis|deliver)|return(?:ed|ing) (?:mail|message|to sender|e-?mail)|fail(?:ure|ed)? (?:notice|report)|(?:deliver\w{0,10}|mail|message|e-?mail|transport)\b.{0,30}\b(?:fail\w{0,10}|status|problem|errors?|return\w{0,10}|delay\w{0,10}|reject\w{0,10}|block\w{0,10}|undelivered|not delivered)|(?:fail\w{0,10}|problem|errors?|could ?n['’o]t)\b.{0,30}\bdeliver|(?:could|can|was) ?n['’o]t (?:be )?(?:delivered|sent)|nondeliverable|unknown (?:user|recipient)|user unknown|warning: (?:message|could not)|loop alert|not member article|unzustellbar|nicht zustell|zustellung|échec de (?:la )?remise|non (?:distribu|délivr|recapit)|mancata consegna|(?:no|não)\b.{0,20}\bentreg|falha|onbestelbaar|niet bezorgd|niedostarcz|nie dostarcz|levereras|leveres|doruč|配信|送信.{0,12}(?:失敗|エラー)|エラー|不達|戻り|返送|退信|недоставлен/i;

/** The server goes on trying. */
export const STILL_TRYING =
  /warning message only|(?:has|have|been|is|was) (?:been )?delayed|still undelivered|will (?:keep|continue) (?:on )?(?:trying|to try|attempt)|will be (?:retried|reattempted)|will retry|not yet been delivered|need not (?:re-?send|take)|do not need to re-?send/i;

/** Given up: wins over words about the delays that went before. */
export const GAVE_UP =
  /given up|giving up|gave up|no longer try|not going to try|will not (?:be )?(?:retr|try|continue)|could not be delivered for|expired|too long|retry (?:time|timeout).{0,20}exceed|permanent|returned|final(?:ly)? fail/i;

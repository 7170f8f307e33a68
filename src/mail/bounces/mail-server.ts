import { headerOf, type ParsedMail } from '../reading/parsed-mail.ts';

const SERVER =
  /^(?:mailer[-_.]?daemon|post-?master|mail-?daemon|mail[-_.]?delivery(?:[-_.](?:sub)?system)?|mmdf|mdaemon|bounces?|mail-?system|delivery|smtp|double-bounce)(?:[-+=.][^@]*)?@/i;
const SERVER_NAME =
  /mail(?:er)?[- ]?(?:delivery|daemon|administrator|system)|delivery (?:sub)?system|postmaster|system (?:administrator|manager|attendant)|mail server|delivery (?:status|failure)/i;

/** A mail server wrote it: by its name, or because nobody is to answer (an empty return path, RFC 5321 section 4.5.5). */
export function isFromMailServer(mail: ParsedMail): boolean {
  return isServerName(mail) || hasEmptyReturnPath(mail) || mail.from === null;
}

export function isServerName({ from }: ParsedMail): boolean {
  return (
    from !== null && (SERVER.test(from.email) || SERVER_NAME.test(from.name) || /^mailer-daemon$/i.test(from.email))
  );
}

const hasEmptyReturnPath = (mail: ParsedMail): boolean =>
  /^\s*(?:<\s*>|<?mailer-daemon\b.*|<?null>?)\s*$/i.test(headerOf(mail, 'return-path'));

/** What servers call such a mail. */
export const FAILURE_SUBJECT =
  /undeliver|non[- ]?remis|non[- ]?deliver|returned (?:mail|to sender)|fail(?:ure|ed).{0,20}(?:notice|deliver|mail)|(?:deliver|mail|message)\w*.{0,30}(?:fail|status|problem|error|return|delay)|could ?n[o']t be delivered|unzustellbar|nicht zustell|(?:mail|message) (?:system )?error|returning message|no (?:se )?(?:pudo|entreg)|non recapit|mancata consegna|échec de (?:la )?remise|onbestelbaar|não (?:foi )?entreg|配信|送信.{0,10}(?:失敗|エラー)|エラー|不達|退信|недоставлен/i;

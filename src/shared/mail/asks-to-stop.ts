import { cutQuoted } from './cut-quoted.ts';

/** Longer texts are about something: whoever only wants no more mail says so in a line or two. */
const LONGEST = 400;
const LONGEST_LINE = 120;

/**
 * A person writes that they want no more mail. Only of short texts, and only where it is asked of us: a question about
 * unsubscribing, or a story about another list, is none. What they quote, which may hold our own footer, does not count.
 */
export function asksToStop(text: string): boolean {
  const own = cutQuoted(text).replace(/[’‘]/g, "'").trim();
  if (own === '' || own.length > LONGEST || own.startsWith('>')) return false;
  const lines = own.split(/\n+|(?<=[.!。！])\s+/).map((line) => line.trim());
  if (lines.some((line) => QUESTION.test(line) || ABOUT_OTHERS.test(line))) return false;
  return lines.some((line) => line.length <= LONGEST_LINE && (ALONE.test(line) || ASKED.some((way) => way.test(line))));
}

/** `Would you please remove me?` asks for it; `how do I unsubscribe from X?` and `did you unsubscribe?` do not. */
const QUESTION =
  /^(?:how|why|what|when|which|who|did|do you|does|is|are you|have|has|wie|warum|was|comment|pourquoi|c[óo]mo|por qu[ée]|come|perch[ée]|como|hoe|waarom|jak|hur|hvordan)\b.{0,400}\?/i;
/** Somebody else's list, or what they did already, or do not want. */
const ABOUT_OTHERS =
  /\b(?:unsubscrib\w{0,12}|remove|stop)\b.{0,40}\b(?:our|their|competitor\w{0,3}|customers?|users?|subscribers|people|rates?|feature|button|page|flow)\b|\b(?:don't|do not|not|never|nicht|pas|no) (?:want to |wish to |going to )?(?:unsubscribe|stop(?:ping)? now)\b|\bdon't stop\b/i;

/** The word alone, as lists have taught people to answer. */
const ALONE =
  /^(?:re:\s*)?["'*]?(?:please\s+|pls\s+|bitte\s+|kindly\s+)?(?:unsubscribe(?: me)?|unsubscribed|stop|stop all|opt[ -]?out|remove(?: me)?|cancel subscription|abmelden|abbestellen|austragen|d[ée]sinscri(?:re|ption|vez[- ]moi)|d[ée]sabonn(?:er|ement)|stop pub|baja|dar(?:me)? de baja|cancelar (?:la )?suscripci[óo]n|desuscribir(?:me)?|disiscri(?:viti|vimi|zione)|cancellami|annulla iscrizione|descadastrar|remover|cancelar (?:a )?inscri[çc][ãa]o|uitschrijven|afmelden|wypisz(?: mnie)?|rezygnuj[ęe]|avregistrera|avprenumerera|afmeld|meld (?:meg )?av|avmeld|odhl[áa]sit|odhlaste m[ěe]|配信停止|退会|解除)["'*]?(?:\s+(?:please|thanks|thank you|bitte|danke|merci|gracias|grazie|obrigad[oa]|s'il vous pla[îi]t|por favor|tack|tak|d[ěe]kuji))?[\s.!]*$/i;

const MAIL = '(?:e-?mails?|mails?|messages?|newsletters?|contact(?:ing)?|spam)';
/** One for each way to say it: all in one would be too large to be proven linear. */
const ASKED: readonly RegExp[] = [
  "\\b(?:please|kindly|pls|i want to|i would like to|i'd like to|can you|could you|would you|just)\\b.{0,30}\\b(?:unsubscribe|opt (?:me )?out|take me off|remove me)\\b",
  '\\b(?:remove|delete|take|drop) (?:me|my (?:e-?mail|name|address|e-?mail address|contact|details|data)|us|this address)\\b.{0,20}\\b(?:from|off)\\b',
  `\\b(?:stop|cease|quit) (?:e-?mailing|mailing|contacting|writing|messaging|spamming|sending|bothering)\\b|\\bstop (?:these|this|your|the|all) ${MAIL}`,
  `\\b(?:do not|don't|never) (?:ever )?(?:e-?mail|mail|contact|write(?: to)?|message|send|bother) (?:me|us|to me|any)\\b|\\b(?:no|not any) (?:more|further) ${MAIL}|\\b(?:don't|do not) (?:want|wish) (?:to (?:receive|get|hear)|any (?:more|further)|your|these)\\b.{0,30}\\b(?:${MAIL}|from you)|\\bunsubscribe me\\b`,
  '\\b(?:keine|nicht) (?:weiteren?|mehr)\\b.{0,30}\\b(?:e-?mails?|mails?|nachrichten|anschreiben|newsletter|werbung|kontaktier\\w{0,20}|schreiben|angeschrieben|zusenden|schicken)|\\b(?:keine|kein) (?:e-?mails?|mails?|newsletter|werbung)\\b.{0,20}\\bmehr\\b|\\b(?:löschen|entfernen|streichen|nehmen) sie (?:mich|meine)\\b|\\baus (?:ihrem|dem|eurem) verteiler|\\bmelden sie mich .{0,20}ab\\b',
  "\\bne (?:plus|m'envoyez plus|me contactez plus|souhaite plus|veux plus)\\b.{0,40}\\b(?:mails?|e-?mails?|courriels?|messages?|contacter|contact[ée]e?|recevoir|envoyer|sollicit\\w{0,20})|\\bne (?:m'(?:envoyez|[ée]crivez)|me (?:contactez|sollicitez)) plus\\b|\\b(?:retirez|supprimez|enlevez|d[ée]sinscrivez|d[ée]sabonnez)[- ](?:moi|mon)\\b|\\bme d[ée]s(?:inscrire|abonner)\\b",
  '\\bno (?:quiero|deseo) (?:recibir )?m[áa]s\\b|\\bno me (?:env[íi]e|escrib|contact|mand)\\w{0,20}(?: m[áa]s)?\\b|\\b(?:d[aáeé]n?me|darme) de baja\\b|\\b(?:elim[íi]n|borr|quit)\\w{0,20}me de\\b',
  '\\bnon (?:voglio|desidero|vorrei) (?:più )?(?:ricevere|essere)\\b|\\bnon (?:mi )?(?:scriv|contatt|invi|mand)\\w{1,20} più|\\b(?:cancell|rimuov|toglie|elimin)\\w{0,20}mi\\b',
  '\\bn[ãa]o (?:quero|desejo) (?:mais )?receber\\b|\\bn[ãa]o me (?:envie|escreva|contacte|contate|mande)\\w{0,20} mais\\b|\\b(?:remov|retir|descadastr)\\w{1,20}[- ]me\\b|\\bme (?:remova|retire|descadastre)\\b',
  '\\bgeen (?:verdere |e-?)?(?:mails?|e-?mails?|berichten)\\b.{0,15}\\bmeer\\b|\\b(?:schrijf|meld) (?:me|mij) (?:uit|af)\\b|\\b(?:verwijder|haal) (?:me|mij)\\b.{0,20}\\b(?:uit|van)\\b|\\bgeen verdere (?:e-?)?mails?\\b',
  'prosz[ęe] (?:o )?(?:wypisa|usun|nie (?:wysy|pisa|kontaktowa))|nie (?:chc[ęe]|życzę sobie)[^.]{0,30}(?:mail|wiadomo|kontakt)|prosz[ęe] mnie (?:wypisa|usun)',
  '(?:vill|önskar) inte (?:ha|få) (?:fler|mer)|sluta (?:mejla|maila|kontakta|skicka)|ta bort mig|(?:vil|ønsker) ikke (?:ha|have|motta|modtage) (?:flere|mere|mer)|stop med at (?:skrive|sende|kontakte)|(?:fjern|slett|slet) (?:meg|mig)\\b',
  'nechci (?:již |už |dále )?(?:dostávat|odebírat|další)|neposílejte mi|(?:odhlaste|vyřaďte|odstraňte) m[ěe]',
  '(?:配信|メール|送信).{0,12}(?:停止|不要|やめて|止めて|送らないで)|今後.{0,12}(?:不要|送らないで|連絡しないで)',
].map((source) => new RegExp(source, 'i'));

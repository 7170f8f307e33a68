// How mail programs introduce what they quote. Languages: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
// Swedish, Danish, Norwegian, Finnish, Czech, Russian, Turkish, Japanese.

/** `On Mon, 2 Mar 2026 at 10:00, Anna <anna@x.example> wrote:`, on one line. */
export const ATTRIBUTION = new RegExp(
  `^(?:${[
    String.raw`on\b.{5,300}\bwrote\s?:`,
    String.raw`(?:am|den)\b.{5,300}\b(?:schrieb|hat)\b.{0,200}:`,
    String.raw`le\b.{5,300}\ba [ée]crit\s?:`,
    String.raw`(?:el|en|op|em|a|o)\b.{5,300}\b(?:escribi[óo]|schreef|escreveu)(?![\p{L}]).{0,200}:`,
    String.raw`il(?: giorno)?\b.{5,300}\bha scritto\s?:`,
    String.raw`(?:w dniu|dnia|pon|wt|[śs]r|czw|pt|sob|niedz)\b.{5,300}\b(?:napisa[łl]\(?a?\)?|pisze)\s?:`,
    String.raw`(?:den|p[åa]|m[åa]n|tis|ons|tors|fre|l[öo]r|s[öo]n|tir|man)\b.{5,300}\b(?:skrev|skreiv)\b.{0,200}:`,
    String.raw`(?:dne|po|[úu]t|st|[čc]t|p[áa]|so|ne)\b.{5,300}\bnapsala?\(?a?\)?\s?:`,
    String.raw`.{3,200}<[^<>\s]{3,200}@[^<>\s]{3,200}>.{0,100}\b(?:wrote|schrieb|a [ée]crit|escribi[óo]|ha scritto|escreveu|schreef|napisa[łl]|skrev|napsal)a?\s?:`,
    String.raw`.{3,300}\(?[^\s<>()]{1,200}@[^\s<>()]{3,200}\)? kirjoitti\s?:`,
    String.raw`.{3,300}[>,] .{3,60}\btarihinde (?:[şs]unu|[şs]unlar[ıi]) yazd[ıi]\s?:`,
    String.raw`(?:пн|вт|ср|чт|пт|сб|вс|\d{1,2}[ .]).{3,200}<[^<>\s]{3,200}@[^<>\s]{3,200}>\s?:`,
    String.raw`\d{4}[年/-].{3,200}(?:<[^<>\s]{3,200}>|さん).{0,20}[:：]`,
  ].join('|')})$`,
  'iu',
);

/** Nothing of the author's own stands below these. */
export const FORWARDED =
  /^[ \t]{0,3}(?:-{2,}|_{2,}|\*{2,})[ \t]{0,5}(?:original (?:message|appointment)|forwarded message|reply message|urspr(?:ü|ue)ngliche nachricht|originalnachricht|weitergeleitete nachricht|message (?:d['’]origine|original|transf[ée]r[ée])|mensaje (?:original|reenviado)|messaggio (?:originale|inoltrato)|mensagem (?:original|encaminhada)|oorspronkelijk bericht|doorgestuurd bericht|wiadomo[śs][ćc] oryginalna|oryginalna wiadomo[śs][ćc]|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|p[ůu]vodn[íi] zpr[áa]va|元のメッセージ)|^[ \t]{0,3}_{10,}[ \t]*$|^begin forwarded message:/i;

const FIELDS = [
  /^[ \t*>]{0,4}(?:from|von|de|da|van|od|fra|fr[åa]n|mittente|差出人|expéditeur)\*?[ \t\u00a0]?[:：]\*?[ \t\u00a0]?\S/i,
  /^[ \t*>]{0,4}(?:sent|date|gesendet|datum|envoy[ée]|enviado(?: el)?|fecha|data|inviato|verzonden|wys[łl]ano|skickat|sendt|dato|odesl[áa]no|送信日時|日時|to|an|à|para|a|aan|do|till|til|komu|宛先|subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|[äa]mne|emne|p[řr]edm[ěe]t|件名)\*?[ \t\u00a0]?[:：]\*?[ \t\u00a0]?\S/i,
] as const;

/** `From: … Sent: … To: …`, as Outlook begins a quoted mail. */
export const OUTLOOK_HEADER = {
  isAt(lines: readonly string[], index: number): boolean {
    if (!FIELDS[0].test(lines[index] ?? '')) return false;
    return lines.slice(index + 1, index + 6).filter((line) => FIELDS[1].test(line)).length >= 2;
  },
};

/** A signature, or what a telephone adds. */
export const FOOTER =
  /^(?:-- ?$|sent from my |get outlook for |outlook f(?:ü|ue)r .{0,20}(?:herunterladen|beziehen)|t[ée]l[ée]chargez outlook pour |obtener outlook para |scarica outlook per |sent (?:with|from|via) \[?(?:outlook|gmail|proton|yahoo|samsung)|von meinem .{0,40}gesendet|gesendet (?:mit|von) |envoy[ée] (?:de|depuis) mon |enviado (?:desde|do) (?:mi|meu) |inviato da(?:l mio)? |verstuurd vanaf |verzonden (?:met|vanaf) |wys[łl]ane z |skickat fr[åa]n |sendt fra |odesl[áa]no z |iPhoneから送信)/i;

import { asksToStop } from './asks-to-stop.ts';
import { cutQuoted } from './cut-quoted.ts';

export type SuggestedLabel = 'interested' | 'not_now' | 'not_interested' | 'wrong_person';

/** The most characters that are read: answers say at their beginning what they are about. */
const LONGEST = 600;

/**
 * Suggests what an answer seems to say, by its words alone, in the languages of `asksToStop`; null: they say nothing clear. A
 * no comes first, since most of what declines thanks for something interesting; a later time comes before a no, since it is
 * asked for politely with one.
 */
export function suggestLabel(text: string): SuggestedLabel | null {
  const own = cutQuoted(text).replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  if (own === '') return null;
  if (asksToStop(own)) return 'not_interested';
  return RULES.find(([, words]) => words.test(own))?.[0] ?? null;
}

const anyOf = (...languages: readonly string[]): RegExp => new RegExp(languages.join('|'), 'iu');

const WRONG_PERSON = anyOf(
  "\\b(?:wrong|not the (?:right|correct|best)) (?:person|contact|one)\\b|\\b(?:no longer|don't|do not|not) (?:work(?:ing)? (?:there|here|at|for)|with the company|handle (?:this|that)|responsible)\\b|\\b(?:speak|talk|reach out) to (?:our|my) (?:head|colleague|manager|director|team)\\b|\\b(?:contact|ask) my (?:colleague|manager|boss)\\b",
  'nicht (?:zuständig|der richtige|die richtige)|falsche (?:person|ansprechpartner)|falscher? ansprechpartner|wenden sie sich (?:bitte )?an|arbeite (?:dort )?nicht mehr',
  "pas (?:la bonne personne|le bon (?:contact|interlocuteur)|la bonne interlocutrice)|mauvaise personne|adressez-vous à|ne travaille plus|pas moi qui (?:m'en occupe|gère)",
  'no soy (?:la|el) (?:persona|contacto|indicad|responsable)|persona equivocada|ya no trabajo|no me encargo',
  'non sono (?:la persona|il referente|il responsabile|la responsabile)|persona sbagliata|non lavoro più|non me ne occupo',
  'não sou (?:a pessoa|o responsável|a responsável)|pessoa errada|não trabalho mais|já não trabalho',
  'niet de juiste persoon|verkeerde persoon|ga ik niet over|werk (?:daar|hier) niet meer',
  'nie jestem (?:właściwą|odpowiednią) osobą|niewłaściw\\w{1,4} osob|już (?:tam|tu) nie pracuję',
  'fel person|inte rätt person|jobbar inte (?:kvar|längre)|forkert person|ikke den rette|ikke rette person|feil person|ikke riktig person|jobber ikke (?:der )?lenger|arbejder ikke (?:der|her) længere',
  'nejsem (?:ta )?správná osoba|špatná osoba|už tam nepracuji|není v mé kompetenci',
  '担当(?:者)?では(?:ありません|ない)|担当ではなく|退職',
);

const NOT_NOW = anyOf(
  "\\b(?:not|isn't|is not) (?:right now|now\\b|a good time|the (?:right|best) time)|\\b(?:bad|wrong|poor) timing\\b|\\b(?:maybe|perhaps|possibly) (?:later|next (?:year|quarter|month)|in (?:a|the|\\w{3,9}) )|\\b(?:next (?:year|quarter|month)|later this year|in (?:q[1-4]|(?:a few|\\w{2,9}) (?:months?|weeks?)))\\b|\\b(?:get back|reach out|check (?:back|in)|come back|ping me|follow up|contact me|try (?:me )?)\\b.{0,20}\\b(?:again|later|in|after|next)\\b|\\bjust started (?:a new|my new|here|in)\\b",
  '(?:aktuell|momentan|derzeit|zurzeit|im moment|gerade|jetzt)\\b.{0,30}\\b(?:passt es (?:leider )?(?:nicht|gar nicht)|nicht der richtige|schlecht|nicht, vielleicht|nicht möglich|keine zeit)|vielleicht (?:später|nächstes jahr|im )|(?:melden sie sich|melde dich|kontaktieren sie mich).{0,40}(?:wieder|später|nächst)|nächstes jahr|im moment nicht',
  "pas (?:pour le moment|le bon moment|maintenant)|recontactez|peut-être (?:plus tard|l'année|en )|l'année prochaine|plus tard dans l'année",
  'ahora (?:mismo )?no\\b|no es (?:un |el )?buen momento|más adelante|(?:escríbeme|escríbame|contácteme|contáctame).{0,30}(?:mes|año|semana)|el (?:próximo año|año que viene|mes que viene)',
  "non è (?:il|un) (?:momento|buon momento)|al momento no|più avanti|ci risentiamo (?:a|in|tra|più)|l'anno prossimo",
  'agora não|no momento não|não é (?:um|o) bom momento|mais (?:tarde|para a frente)|próximo (?:ano|semestre|trimestre|mês)',
  'nu (?:even )?niet|niet het (?:juiste|goede) moment|(?:misschien|wellicht) later|volgend jaar|nog eens contact',
  'nie teraz|nie (?:jest )?(?:to )?dobry moment|to nie jest dobry|w przyszłym (?:roku|kwartale|miesiącu)|(?:odezwać się|proszę o kontakt) (?:za|w|po)',
  'inte (?:just )?nu|(?:kanske|måske|kanskje) (?:senare|senere|nästa|næste|neste)|hör av (?:dig|er) (?:igen|efter|om|i)|ikke (?:lige |akkurat )?n(?:u|å)\\b|ta kontakt igjen|nästa år|næste år|neste år',
  'teď (?:ne\\b|se to nehodí)|nehodí se|není (?:vhodná|dobrá) (?:doba|chvíle)|ozvěte se|příští rok',
  '(?:今は|現在|しばらく).{0,12}(?:難しい|忙しい|厳しい)|(?:来月|来年|改めて|また後日).{0,20}(?:連絡|お願い)',
);

const NOT_INTERESTED = anyOf(
  "\\b(?:not|n't|no longer|never) (?:really |currently |at all )?(?:interested|looking|in the market|a fit)\\b|\\bno,? thank(?:s| you)\\b|\\bno (?:interest|need)\\b(?! to (?:reply|respond|answer))|\\b(?:i will|i'll|we'll|going to) pass\\b|\\b(?:we are|we're|i'm|i am) (?:all set|good|happy where|happy in|happy with)\\b|\\b(?:don't|do not) need\\b",
  'kein(?:e|en)? (?:interesse|bedarf)|nein,? danke|nicht (?:an .{1,40} )?interessiert|nicht auf (?:der )?suche|sehr zufrieden',
  "non,? merci|pas intéressée?s?|ne (?:m'|nous )?intéresse (?:pas|guère)|ne m'intéresse|ne suis pas (?:en recherche|intéressé|à l'écoute)|pas (?:besoin|de besoin)",
  'no,? gracias|no (?:me|nos) interesa|no (?:estoy|estamos) (?:interesad|buscando)|sin interés',
  'no,? grazie|non (?:sono|siamo) interessat|non (?:mi|ci) interessa|nessun interesse',
  'não,? obrigad|não tenho interesse|não (?:estou|estamos) interessad|sem interesse|não (?:me|nos) interessa',
  'nee,? (?:bedankt|dank)|geen (?:interesse|behoefte)|niet geïnteresseerd',
  'nie,? dziękuję|nie jest(?:em|eśmy) zainteresowan|brak zainteresowania|nie interesuje',
  'nej,? tack|inte intresserad|nej,? tak\\b|nei,? takk|ikke interess',
  'ne,? děkuji|nemám(?:e)? zájem|nezajímá',
  '興味(?:が|は)?(?:ありません|ございません|ない)|結構です|必要ありません|遠慮',
);

const INTERESTED = anyOf(
  "\\b(?:i am|i'm|i'd be|i would be|we are|we're|very|quite|definitely) (?:\\w{2,10} )?interested\\b|\\b(?:sounds|looks) (?:\\w{2,10} )?(?:good|great|interesting|exciting|perfect)\\b|\\b(?:happy|glad|open|keen|love|willing) to (?:\\w{2,10} )?(?:chat|talk|hear|learn|connect|discuss|meet|a (?:chat|call|conversation))|\\b(?:tell|send) (?:me|us) (?:\\w{2,10} )?(?:more|details|the|over|some)\\b|\\blet'?s? (?:us )?(?:talk|chat|speak|meet)\\b|^(?:yes|sure|gladly|absolutely)\\b|\\bdo you have time\\b|\\bhow about (?:mon|tues|wednes|thurs|fri)day",
  'klingt (?:\\w{3,9} )?(?:gut|spannend|interessant)|interessiert mich|(?:bin|wäre|sind) (?:sehr )?interessiert|(?:ja,?|sehr) gerne?\\b|^gerne?\\b|(?:schicken|senden|erzählen) sie (?:mir )?(?:bitte )?mehr|wann können wir',
  "(?:cela|ça) m'intéresse|suis (?:très )?intéressé|avec plaisir|volontiers|envoyez-moi|dites-m'en plus|quand êtes-vous",
  '\\bme interesa|(?:estoy|estaría) interesad|suena (?:muy )?bien|cuéntame|cuénteme|cuándo (?:hablamos|podemos)|podemos hablar|con gusto',
  '\\bmi interessa|sono (?:molto )?interessat|volentieri|mi (?:mandi|invii|racconti)|possiamo sentirci',
  '(?:^|[^o] )tenho interesse|estou (?:muito )?interessad|podemos (?:falar|conversar)|com prazer|me (?:conte|envie) mais',
  'klinkt (?:goed|interessant|leuk)|ben (?:wel |zeer )?geïnteresseerd|graag|stuur me meer|vertel me meer',
  '\\bjestem zainteresowan|chętnie|brzmi (?:dobrze|ciekawie)|kiedy możemy|proszę o więcej',
  'låter (?:bra|intressant|spännande)|är intresserad|berätta (?:gärna )?mer|gärna|lyder (?:godt|spændende|interessant)|er interesse(?:re)?t|er interessert|(?:fortæl|fortell) mere?|høres (?:bra|interessant|spennende)|send (?:gerne )?mere|gjerne',
  'mám(?:e)? zájem|zní to (?:dobře|zajímavě)|rád(?:a)? (?:bych|si)|pošlete mi|kdy (?:si )?můžeme',
  '興味(?:が)?(?:あります|ございます)|ぜひ|詳しく(?:教えて|聞かせて|お聞き)|お話を(?:伺|聞)',
);

const RULES: readonly (readonly [SuggestedLabel, RegExp])[] = [
  ['wrong_person', WRONG_PERSON],
  ['not_now', NOT_NOW],
  ['not_interested', NOT_INTERESTED],
  ['interested', INTERESTED],
];

// English, French, German, Spanish, Italian, Dutch, Portuguese; lower case, without accents.

/** `until`, `back`, `return`: what stands before the day on which somebody is there again. */
export const BACK = new RegExp(
  `(?<![a-z])(?:${[
    'until|till|til|thru|through|back|return(?:s|ing)?|resume|available again|in the office again',
    "jusqu'?(?:au|a)?|retour|reviens|revenir|rentre|disponible (?:a partir|des|le)|joignable (?:a partir|des|le)|reprend(?:s|rai)",
    'bis|zuruck|wieder|ruckkehr',
    'hasta|regres(?:o|are|ar)|vuelv[eo]|volvere|vuelta|incorpor(?:o|are)|de nuevo',
    'fino|sino|rientr(?:o|ero)|torn(?:o|ero)|ritorno|di nuovo',
    'tot(?: en met)?|t/m|terug|weer (?:aanwezig|bereikbaar|op kantoor)',
    'ate|volt(?:o|arei)|regresso|regressarei|retorn(?:o|arei)|de volta|novamente',
  ].join('|')})(?![a-z])`,
);

/** That day itself is still one of the absence. */
export const INCLUSIVE =
  /(?<![a-z])(?:inclusive|included|including|inclus|incluse|einschliesslich|einschlie\u00dflich|incl|incluido|incluso|inclusief|compreso|t\/m|tot en met|thru|through)(?![a-z])/;

const NAMES: readonly (readonly string[])[] = [
  ['january', 'jan', 'janvier', 'janv', 'januar', 'janner', 'enero', 'ene', 'gennaio', 'gen', 'januari', 'janeiro'],
  ['february', 'feb', 'fevrier', 'fevr', 'februar', 'febrero', 'febbraio', 'februari', 'fevereiro', 'fev'],
  ['march', 'mar', 'mars', 'marz', 'maerz', 'marzo', 'maart', 'mrt', 'marco'],
  ['april', 'apr', 'avril', 'avr', 'abril', 'abr', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'mag', 'mei', 'maio'],
  ['june', 'jun', 'juin', 'juni', 'junio', 'giugno', 'giu', 'junho'],
  ['july', 'jul', 'juillet', 'juil', 'juli', 'julio', 'luglio', 'lug', 'julho'],
  ['august', 'aug', 'aout', 'agosto', 'ago', 'augustus'],
  ['september', 'sept', 'sep', 'septembre', 'septiembre', 'setiembre', 'settembre', 'set', 'setembro'],
  ['october', 'oct', 'octobre', 'oktober', 'okt', 'octubre', 'ottobre', 'ott', 'outubro', 'out'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'decembre', 'dezember', 'dez', 'diciembre', 'dic', 'dicembre', 'dezembro'],
];

const DAYS: readonly (readonly string[])[] = [
  ['monday', 'lundi', 'montag', 'lunes', 'lunedi', 'maandag', 'segunda'],
  ['tuesday', 'mardi', 'dienstag', 'martes', 'martedi', 'dinsdag', 'terca'],
  ['wednesday', 'mercredi', 'mittwoch', 'miercoles', 'mercoledi', 'woensdag', 'quarta'],
  ['thursday', 'jeudi', 'donnerstag', 'jueves', 'giovedi', 'donderdag', 'quinta'],
  ['friday', 'vendredi', 'freitag', 'viernes', 'venerdi', 'vrijdag', 'sexta'],
  ['saturday', 'samedi', 'samstag', 'sonnabend', 'sabado', 'sabato', 'zaterdag'],
  ['sunday', 'dimanche', 'sonntag', 'domingo', 'domenica', 'zondag'],
];

/** Number by name, from 1. */
const numbered = (names: readonly (readonly string[])[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.flatMap((of, index) => of.map((name) => [name, index + 1])));

export const MONTHS = numbered(NAMES);
/** Monday is 1. */
export const WEEKDAYS = numbered(DAYS);

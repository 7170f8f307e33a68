import { PhraseSet } from '../words/phrases.ts';
import { isCharacter } from '../words/words-of.ts';
import { afterMonth, dayInYear, inNextWeek, isoOfDay, monthOf, nextOfNumber } from './calendar-days.ts';
import { anywhere, type Form, monthAt } from './counted.ts';
import { BACK, DAYS, MONTHS, NUMBERS, UNITS, UNTIL, UNTIL_BEHIND, WEEKDAYS } from './date-words.ts';
import { numberAt, type Passage } from './dates-in.ts';
import { feastAt } from './feasts.ts';

/** Words of all languages, before or behind what they belong to. */
export const AFTER = new PhraseSet([
  `after; past; following; nach; après; passé; passée; después de (la|el|los|las); tras (la|el|los|las); pasado; pasada; dopo (la|il|le|i|l); passata; depois do|da|de|dos|das; após (o|a|os|as); na (de|het); efter; etter;
   på den anden|andre side af|av; po; после; după; passato`,
]);
const AFTER_BEHIND = new PhraseSet([
  `jälkeen; sonra; sonrası; sonrasında; után; utáni; 明け; 後; 后; 之后; 以后; 过后; 結束後; 结束后; 후; 이후; 뒤; [이|가] 끝난 뒤|후; 끝나고; 연휴 후|뒤; 연휴 [가|이] 끝난`,
]);
const THIS_WEEK = new PhraseSet([
  `all week; this (whole|entire|full) week; the whole|entire|rest of the week; diese (ganze) woche; (die) ganze woche; cette semaine; toute la semaine; esta semana; toda la semana; questa settimana; tutta la settimana; a semana toda; toda a semana;
   deze (hele) week; (de) hele week; hela veckan; (den) här veckan; hele ugen; denne uge; hele uken; denne uken; tällä viikolla; koko viikon; (w) tym tygodniu; (przez) cały tydzień; tento týden; celý týden; на этой неделе; всю неделю;
   bu hafta; bütün hafta; ezen a héten; (egész) héten; săptămâna asta|aceasta; toată săptămâna; 本周; 这周; 這週; 今週; 이번 주; 이번주`,
]);
const NEW_YEAR = new PhraseSet([
  `(in) the new year; im neuen jahr; (en) el nuevo año; (en el) año nuevo; anno nuovo; nuovo anno; novo ano; (i) det nye år; (på) nyåret; nya året; (het) nieuwe jaar; next year; nächstes jahr; année prochaine; próximo año; anno prossimo; próximo ano; volgend jaar; nästa år; næste år; neste år; ensi vuonna; uuden vuoden puolella; przyszłym roku; příští rok; следующем году; новом году; gelecek yıl; yeni yılda; új évben; jövőre; noul an; anul viitor; 来年; 年明け; 明年; 내년; 새해에`,
]);
const MONTHS_END = new PhraseSet([
  'monatsende; månaden ut; måneden ud; måneden ut; kuun loppuun; (la) fin de mois; fine mese; fin de mes; fim do mês; koniec|końca miesiąca; (do) konce měsíce; hónap végéig; 月末; 月底; 월말; 이달 말; 今月いっぱい; end of month; (het) einde van de maand; maandeinde; ay sonu*; sfârșitul lunii; конца месяца',
]);
const YEARS_END = new PhraseSet([
  "jahresende; årets slut|ut; årets udgang; vuoden loppuun; (la) fin de l'année; fine anno; fin de año; fim do ano; końca roku; konce roku; év végéig; 年末; 年底; 연말; end of (the) year; yıl sonu*; sfârșitul anului; конца года",
]);
const MIDDLE = new PhraseSet([
  `mid; middle of (the); half; mitte; mi; (à la) mi; milieu (de); mediados de; metà (di); meados de; medio; mitten av; (i) midten av|af; midt i; (w) połowie; (v) půlce; (v) polovině; (k) середине; середины; (la) mijlocul (lunii)`,
]);
const MIDDLE_BEHIND = new PhraseSet(['puolivälissä; puoliväliin; puolessavälissä; ortası*; közep*; 中旬; 중순']);
const BEGINNING = new PhraseSet([
  `beginning|start of; early; first week of; anfang; début; principios de; inizio; início de; begin; början av; begynnelsen av; starten av|af; (na) początku; začátkem; (в) начале; (la) începutul (lunii)`,
]);
const BEGINNING_BEHIND = new PhraseSet(['alussa; alkuun; başı*; elej*; 上旬; 初; 초']);

/** How far before or behind a name its words may stand. */
const NEAR = 5;

const stands = (set: PhraseSet, words: Passage['words'], from: number, slack = 1): boolean =>
  set.findAll(words.slice(from, from + NEAR + slack)).some((one) => one.from <= slack);
export const endsAt = (set: PhraseSet, words: Passage['words'], to: number, slack = 1): boolean => {
  const before = words.slice(Math.max(0, to - NEAR), to);
  return set.findAll(before).some((one) => before.length - one.to <= slack);
};

/** `back after Easter`, `до Нового года`: after it the first working day behind its last one; until it that last day. */
const feast: Form = ({ words }, at, { today }) => {
  const named = feastAt(words, at);
  if (named === null) return null;
  const year = Number(isoOfDay(today).slice(0, 4));
  const last = [year, year + 1].map(named.last).find((day) => day !== null && day >= today) ?? null;
  if (last === null) return null;
  if (endsAt(AFTER, words, at, 2) || stands(AFTER_BEHIND, words, at + 1, named.to - at + 2))
    return anywhere(workdayFrom(last + 1), named.to);
  const isUntil = endsAt(UNTIL, words, at, 2) || stands(UNTIL_BEHIND, words, named.to);
  return isUntil ? anywhere(last, named.to) : null;
};

/** Monday is 0; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number): number => (day + 3) % 7;
const workdayFrom = (day: number): number => (weekdayOf(day) > 4 ? day + 7 - weekdayOf(day) : day);

/** Shorter names of months are other words, too. */
const LEAST_MONTH = 4;
/** Folded, they are names and other words, too: Marco, Mars, `you may`. */
const OTHER_NAMES = new Set(['marco', 'may']);

/** `mid-June`, `early in March`, `back in September 2027`: the fifteenth, else the first. */
const partOfMonth: Form = ({ words }, at, { today }) => {
  const month = monthAt(words, at);
  const before = numberAt(words, at - 1, 4);
  if (month === null || (before === null && /^\d+$/.test(words[at - 1]?.text ?? ''))) return null;
  const behind = numberAt(words, month.to, 4);
  const year = before ?? behind;
  const to = behind === null ? month.to : month.to + 1;
  if (/^\d{1,2}$/.test(words[to]?.text ?? '')) return null;
  const isMiddle = endsAt(MIDDLE, words, at, 2) || stands(MIDDLE_BEHIND, words, month.to, 0);
  const isBeginning = endsAt(BEGINNING, words, at, 2) || stands(BEGINNING_BEHIND, words, month.to, 0);
  const name = words[at]?.text ?? '';
  if (year === null && OTHER_NAMES.has(name)) return null;
  const isBound =
    [UNTIL, BACK].some((set) => endsAt(set, words, at, 2)) ||
    stands(UNTIL_BEHIND, words, month.to, 0) ||
    stands(BACK, words, month.to, 0);
  if (!isMiddle && !isBeginning && !isBound && year === null) return null;
  if (
    !isMiddle &&
    !isBeginning &&
    year === null &&
    name.length < LEAST_MONTH &&
    !isCharacter(words[at + 1]?.text ?? '')
  )
    return null;
  const day = dayInYear(today, month.month, isMiddle ? MIDDLE_DAY : 1, year ?? yearOf(today, month.month));
  if (day === null) return null;
  return isMiddle ? anywhere(day, to) : { day, to };
};
const MIDDLE_DAY = 15;

/** The year of the next month of that number. */
const yearOf = (today: number, month: number): number =>
  Number(isoOfDay(today).slice(0, 4)) + (month < monthOf(today) ? 1 : 0);

/** `in the new year`: its first working day. */
const newYear: Form = ({ words }, at, { today }) => {
  const read = NEW_YEAR.findAll(words.slice(at, at + NEAR)).find((one) => one.from === 0);
  if (read === undefined) return null;
  const second = dayInYear(today, 1, 2, Number(isoOfDay(today).slice(0, 4)) + 1);
  return second === null ? null : anywhere(workdayFrom(second), at + read.to);
};

/** `until the end of the month`, in one word or in words of its own. */
const monthsEnd: Form = ({ words }, at, { today }) => {
  const here = words.slice(at, at + NEAR);
  const month = MONTHS_END.findAll(here).find((one) => one.from === 0);
  if (month !== undefined && monthAt(words, at + month.to) === null)
    return anywhere(afterMonth(today, monthOf(today)), at + month.to);
  const year = YEARS_END.findAll(here).find((one) => one.from === 0);
  return year === undefined ? null : anywhere(afterMonth(today, 12), at + year.to);
};

const DAY_SIGNS = /^[日号號일]$/;

/** `Monday 26`, `21일 토요일`: the next day of that number, where it is that weekday. */
const weekdayAndNumber: Form = ({ text, words }, at, { today }) => {
  const named = WEEKDAYS.at(words, at);
  const [weekday, number, to] =
    named === null
      ? [
          WEEKDAYS.at(words, DAY_SIGNS.test(words[at + 1]?.text ?? '') ? at + 2 : at + 1),
          numberAt(words, at, 2),
          at + 1,
        ]
      : [named, numberAt(words, at + named.length, 2), at + named.length + 1];
  if (weekday === null || number === null || MONTHS.at(words, to) !== null) return null;
  if (
    /^(?::\d|[.,]\d|\s?(?:h|uhr|am|pm|時|시|点|點)\b)/i.test(
      text.slice(words[to - 1]?.to ?? 0, (words[to - 1]?.to ?? 0) + 5),
    )
  )
    return null;
  const next = nextOfNumber(today, number);
  return next === null || weekdayOf(next) !== weekday.kind ? null : anywhere(next, to);
};

/** `I am away this week` */
const thisWeek: Form = ({ words }, at, { today }) => {
  const read = THIS_WEEK.findAll(words.slice(at, at + NEAR)).find((one) => one.from === 0);
  return read === undefined ? null : anywhere(inNextWeek(today, 0), at + read.to);
};

/** `two weeks from today`, `de hoje a oito dias` */
const fromToday: Form = ({ words }, at, { today }) => {
  const digits = numberAt(words, at, 2);
  const count = digits === null ? NUMBERS.at(words, at) : { kind: digits - 1, length: 1 };
  const unit = count === null ? null : UNITS.at(words, at + count.length);
  if (count === null || unit === null || unit.kind > 1) return null;
  const to = at + count.length + unit.length;
  const isToday = (word: number) => DAYS.at(words, word)?.kind === 0;
  const behind = [to + 1, to + 2, to + 3, to + 4].find(isToday);
  if (behind === undefined && !isToday(at - 2)) return null;
  const day = today + (count.kind + 1) * (unit.kind === 0 ? 1 : 7);
  return anywhere(day, behind === undefined ? to : behind + 1);
};

/** Looked for before days that are counted from today, and behind those. */
export const FIRST_NAMED: readonly Form[] = [newYear, feast, fromToday, monthsEnd, weekdayAndNumber];
export const LAST_NAMED: readonly Form[] = [thisWeek, partOfMonth];

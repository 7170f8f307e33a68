import { PhraseSet } from '../words/phrases.ts';

const DAY = 86_400_000;
const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY;

/** Western Easter Sunday, after the anonymous algorithm of 1876 that Meeus gives (Astronomical Algorithms, chapter 8). Days since 1970. */
export function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Days between the calendars in these centuries. */
const JULIAN = 13;

/** Easter Sunday of churches that keep the Julian calendar for it, in 1900 to 2099. Days since 1970. */
export function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  return dayOf(year, 3, 22) + d + e + JULIAN;
}

/** The first day of a month of the moon, as the calendar that Node brings has it, looked for between two days of a year. */
function moonDay(
  calendar: 'chinese' | 'islamic-umalqura',
  month: number,
  day: number,
  from: number,
  to: number,
): number | null {
  const format = new Intl.DateTimeFormat('en-u-nu-latn', {
    calendar,
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  for (let at = from; at <= to; at += 1) {
    const parts = format.formatToParts(at * DAY);
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
    if (partOf('month') === String(month) && partOf('day') === String(day)) return at;
  }
  return null;
}

/** New year in China. Its new moon of 2027 comes four minutes before midnight, which Node's calendar takes for the next day. Source: Hong Kong Observatory. */
const NEW_YEARS = new Map(
  '2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03 2031-01-23 2032-02-11 2033-01-31 2034-02-19 2035-02-08 2036-01-28 2037-02-15 2038-02-04 2039-01-24 2040-02-12'
    .split(' ')
    .map((date) => [Number(date.slice(0, 4)), Date.parse(date) / DAY]),
);
const chineseNewYear = (year: number): number | null => NEW_YEARS.get(year) ?? null;
const midAutumn = (year: number) => moonDay('chinese', 8, 15, dayOf(year, 9, 1), dayOf(year, 10, 15));
const islamic = (month: number, day: number) => (year: number) =>
  moonDay('islamic-umalqura', month, day, dayOf(year, 1, 1), dayOf(year, 12, 31));
const fixed = (month: number, day: number) => (year: number) => dayOf(year, month, day);
const beside = (feast: (year: number) => number | null, days: number) => (year: number) => {
  const day = feast(year);
  return day === null ? null : day + days;
};
/** The given weekday (Monday is 0) on or after a day. */
const onOrAfter = (month: number, day: number, weekday: number) => (year: number) => {
  const from = dayOf(year, month, day);
  return from + ((weekday - ((from + 3) % 7) + 7) % 7);
};

interface Feast {
  /** The last day of the feast on which people rest; null: that year has none. */
  readonly last: (year: number) => number | null;
  readonly names: string;
}

/** Feasts after which or until which people say they are away, with the last day of rest. Where countries differ, what most of those who name it so keep. */
const FEASTS: readonly Feast[] = [
  {
    last: beside(easter, 1),
    names: `easter (monday|weekend|holidays|break); ostern; osterferien; osterfeiertage*; osterwochenende; ostermontag; pâques; lundi de pâques; vacances de pâques; semana santa; pascua; pasqua; pasquetta; páscoa; pasen; paasvakantie; paasweekend; paasmaandag;
      påsk; påsken; påskhelgen; påskledigheten; annandag påsk; påske; påsken; påskeferien; 2 påskedag; andre påskedag; anden påskedag; påskedagene; pääsiäi*; wielkanoc*; wielkiej nocy; świętach|święta wielkanocn*; velikonoc*; velikonočn*; paskalya; húsvét*; paștele catolic; 复活节; 復活節; イースター; 부활절`,
  },
  {
    last: beside(orthodoxEaster, 1),
    names: 'paște; paști; paștele; paștelui; sărbătorile pascale; пасх*; orthodox easter',
  },
  {
    last: beside(easter, 50),
    names: `pentecost; whitsun; whit monday; pfingsten; pfingstferien; pfingstmontag; pentecôte; pentecostés; pentecoste; pentecostes; pinksteren; pinksterweekend; pingst; pingsthelgen; pinse; pinsen; helluntai*; zielone świątki; letnic*; pünkösd*`,
  },
  { last: beside(orthodoxEaster, 50), names: 'rusalii; rusaliile; троиц*' },
  {
    last: beside(easter, 39),
    names:
      'ascension; christi himmelfahrt; himmelfahrt; hemelvaart; hemelvaartsdag; kristi himmelsfärd*; kristi himmelfart*; helatorstai*',
  },
  {
    last: beside(easter, -47),
    names: `carnival; karneval; fasching; fasnacht; carnaval; carnevale; vastelaovend; mardi gras; karnawał*; masopust*; rosenmontag`,
  },
  {
    last: fixed(1, 1),
    names: `new year|years (break); the new year; new years day; neujahr; jahreswechsel; nouvel an; año nuevo; fin de año; capodanno; ano novo; ano-novo; nieuwjaar; jaarwisseling; nyår; nyåret; nyårshelgen; nytår; nytåret; nyttår; årsskiftet; årsskifte; uudenvuoden; uusivuosi; nowym roku; nowy rok; nowego roku; novém roce; nový rok; nového roku; нового года; новый год; новогодн*; yılbaşı*; újév*; anul nou; revelion*; szilveszter*; les fêtes; fêtes de fin d'année; the holidays; las fiestas; le feste; as festas; den feiertagen; de feestdagen; helgerna; feiertage;
      年明け; 新年; 年末年始; 正月; 元旦; 새해; 신정; 연말연시`,
  },
  {
    last: fixed(1, 6),
    names: `epiphany; twelfth night; dreikönig; dreikönige; heilige drei könige; drei könig; épiphanie; reyes; día de reyes; epifania; befana; reis; dia de reis; driekoningen; trettondag*; trettondedag*; loppiai*; trzech króli; trzech królach; tří králů; tři krále; vízkereszt*; bobotează`,
  },
  { last: fixed(1, 8), names: 'новогодних каникул|праздников; новогодние каникулы|праздники; рождественск*' },
  {
    last: fixed(12, 26),
    names: `christmas (day|holidays); boxing day; weihnachten; weihnachtsferien; weihnachtsfeiertage*; noël; navidad; navidades; natale; santo stefano; natal; kerst; kerstmis; kerstdagen; jul; julen; julhelgen; juledagene; annandag jul; 2 juledag; joulun; joulu; bożym narodzeniu; bożego narodzenia; vánoc*; рождества; noel; karácsony*; crăciun*; 圣诞*; 聖誕*; クリスマス; 크리스마스; 성탄절`,
  },
  {
    last: fixed(11, 1),
    names: `all saints (day); allerheiligen; toussaint; todos los santos; ognissanti; todos os santos; alla helgon*; pyhäinpäiv*; wszystkich świętych; mindenszentek*`,
  },
  { last: beside(onOrAfter(11, 22, 3), 3), names: 'thanksgiving (weekend|break|holiday|holidays)' },
  { last: beside(onOrAfter(6, 19, 4), 2), names: 'midsommar; midsommarhelgen; midsummer; juhannu*' },
  { last: fixed(8, 15), names: 'ferragosto; assumption; mariä himmelfahrt; assomption; asunción' },
  { last: fixed(5, 5), names: 'golden week; ゴールデンウィーク; gw明け; 大型連休' },
  { last: fixed(8, 16), names: 'お盆; obon; 盆休み' },
  { last: fixed(10, 7), names: '国庆*; 國慶*; 国庆长假; 十一长假; 黄金周' },
  { last: beside(chineseNewYear, 7), names: '春节; 春節; 过年; 年后; 年後; lunar|chinese new year; 旧正月' },
  { last: beside(chineseNewYear, 14), names: '元宵节; 元宵節; 正月十五' },
  { last: beside(chineseNewYear, 2), names: '설; 설날; 설 연휴; 구정; seollal' },
  { last: beside(midAutumn, 1), names: '추석; 한가위; chuseok' },
  { last: midAutumn, names: '中秋节; 中秋節' },
  {
    last: beside(islamic(10, 1), 2),
    names: 'ramazan bayramı*; ramazan bayram*; şeker bayramı*; şeker bayram*; bayram*; eid; eid al fitr',
  },
  { last: beside(islamic(12, 10), 3), names: 'kurban bayramı*; kurban bayram*; eid al adha' },
];

const NAMED = FEASTS.map(({ last, names }) => ({ last, phrases: new PhraseSet([names]) }));

/** Words; characters of Japanese count as such. */
const LONGEST = 12;

/** A feast whose name begins at a word: the longest name. */
export function feastAt(
  words: Parameters<PhraseSet['findAll']>[0],
  at: number,
): { readonly last: Feast['last']; readonly to: number } | null {
  const here = words.slice(at, at + LONGEST);
  let found: { last: Feast['last']; to: number } | null = null;
  for (const { last, phrases } of NAMED) {
    const named = phrases.findAll(here).find((one) => one.from === 0);
    if (named !== undefined && named.to > (found?.to ?? at) - at) found = { last, to: at + named.to };
  }
  return found;
}

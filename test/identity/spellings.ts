import * as fc from 'fast-check';

/**
 * Spellings of one person, and others that only look like them: made from facts about mail, telephones and URLs, not from the
 * code that reads them.
 */
export interface Spelling {
  readonly text: string;
  /** The lead's country, or the list's; absent: nobody says. */
  readonly country?: string;
}

export interface Pairs {
  /** Two spellings of one person. */
  readonly one: fc.Arbitrary<readonly [Spelling, Spelling]>;
  /** Two people. */
  readonly two: fc.Arbitrary<readonly [Spelling, Spelling]>;
}

const UNSEEN = [
  '',
  '',
  ' ',
  '\u200b',
  '\ufeff',
  '\u00a0',
  '\u202a',
  '\u202c',
  '\u200e',
  '\u2060',
  '\t',
  '\u00ad',
  '\r\n',
];
const aroundIt = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...UNSEEN), text, fc.constantFrom(...UNSEEN)).map((parts) => parts.join(''));

/** Each letter as it is, or as a capital, or wide. */
const letters = (text: string, ways: readonly ((letter: string) => string)[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...Array.from(text, (letter) => fc.constantFrom(...[(same: string) => same, ...ways].map((way) => way(letter)))),
    )
    .map((all) => all.join(''));
const capital = (letter: string): string => (letter.toUpperCase().length === 1 ? letter.toUpperCase() : letter);
const wide = (letter: string): string =>
  /[!-~]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter;
const decomposed = (letter: string): string => letter.normalize('NFD');

interface Domain {
  readonly unicode: string;
  readonly ascii: string;
}

const DOMAINS: readonly Domain[] = [
  ...['x.example', 'mail.acme-corp.example', 'strasse.example', 'muenchen.example', 'a1.example'].map((name) => ({
    unicode: name,
    ascii: name,
  })),
  { unicode: 'münchen.example', ascii: 'xn--mnchen-3ya.example' },
  { unicode: 'straße.example', ascii: 'xn--strae-oqa.example' },
  { unicode: 'zürich.bücher.example', ascii: 'xn--zrich-kva.xn--bcher-kva.example' },
  { unicode: '例え.example', ascii: 'xn--r8jz45g.example' },
  { unicode: 'пример.example', ascii: 'xn--e1afmkfd.example' },
];
const inAscii = (...names: string[]): Domain[] => names.map((name) => ({ unicode: name, ascii: name }));
const OF_GOOGLE = inAscii('gmail.com', 'googlemail.com');
/** Each line is one mailbox. */
const WITH_TAGS: readonly (readonly Domain[])[] = [
  ...inAscii('outlook.com', 'hotmail.fr', 'fastmail.com', 'proton.me').map((domain) => [domain]),
  inAscii('icloud.com', 'me.com', 'mac.com'),
  inAscii('yandex.ru', 'yandex.com', 'ya.ru'),
];

const domainSpelling = ({ unicode, ascii }: Domain): fc.Arbitrary<string> =>
  fc.oneof(
    letters(ascii, [capital]),
    letters(unicode, [capital, wide, decomposed]),
    fc.constantFrom('.', '\u3002', '\uff0e', '\uff61').map((dot) => unicode.replaceAll('.', dot)),
    fc.constant(`${ascii}.`),
  );

const WORDS = [
  'ada',
  'jörg',
  'o.brien',
  'grace-h',
  'anna_maria',
  'žofie',
  'νίκος',
  'ada99',
  'r2d2',
  'straße',
  'a',
] as const;
const word = fc.constantFrom(...WORDS);

interface Mailbox {
  readonly local: string;
  /** All of this one mailbox. */
  readonly domains: readonly Domain[];
  readonly is: 'plain' | 'google' | 'with_tags';
}

const mailbox: fc.Arbitrary<Mailbox> = fc.oneof(
  fc.record({
    local: word,
    domains: fc.constantFrom(...DOMAINS).map((domain) => [domain]),
    is: fc.constant('plain' as const),
  }),
  fc.record({
    local: fc.constantFrom('ada', 'grace', 'ada99', 'adalovelace'),
    domains: fc.constant(OF_GOOGLE),
    is: fc.constant('google' as const),
  }),
  fc.record({ local: word, domains: fc.constantFrom(...WITH_TAGS), is: fc.constant('with_tags' as const) }),
);

const TAGS = ['', '', '+news', '+a.b', '+'];

/** All that a mail server delivers to this mailbox, as people and programs write it. */
function mailSpelling({ local, domains, is }: Mailbox): fc.Arbitrary<Spelling> {
  const dotted =
    is === 'google'
      ? letters(local, [(letter) => `${letter}.`]).map((text) => text.replace(/\.$/, ''))
      : fc.constant(local);
  const tag = fc.constantFrom(...(is === 'plain' ? [''] : TAGS));
  const where = fc.constantFrom(...domains).chain(domainSpelling);
  const name = dotted.chain((text) => letters(text, [capital, decomposed]));
  const address = fc.tuple(name, tag, where).map(([before, tagged, behind]) => `${before}${tagged}@${behind}`);
  const prefix = fc.constantFrom('', '', '', 'mailto:', 'MAILTO:', 'mailto: ');
  const linked = address.map((text) => `mailto:${encodeURIComponent(text)}?subject=Hello%20there`);
  return aroundIt(
    fc.oneof({ weight: 5, arbitrary: fc.tuple(prefix, address).map((parts) => parts.join('')) }, linked),
  ).map((text) => ({ text }));
}

/** One who is somebody else by a letter, a dot, a tag or a domain that counts. */
function otherMailbox({ local, domains, is }: Mailbox): fc.Arbitrary<Mailbox> {
  const others = DOMAINS.filter(({ ascii }) => domains.every((one) => one.ascii !== ascii));
  const changed = [`${local}x`, `${local}-`, `x${local}`, local.replace(/ß/, 'ss')];
  const dots = is === 'google' ? [] : [`${local}.x`, `${local[0]}.${local.slice(1)}x`];
  const tagged = is === 'plain' ? [`${local}+news`, `${local}+`] : [];
  const locals = [...changed, ...dots, ...tagged].filter((text) => text !== local);
  return fc.oneof(
    fc.constantFrom(...locals).map((text) => ({ local: text, domains, is })),
    fc
      .constantFrom(...others)
      .map((other): Mailbox => ({ local: local.split('+')[0] ?? '', domains: [other], is: 'plain' })),
  );
}

const spelled = <Who>(
  who: fc.Arbitrary<Who>,
  other: (who: Who) => fc.Arbitrary<Who>,
  spell: (who: Who) => fc.Arbitrary<Spelling>,
): Pairs => ({
  one: who.chain((one) => fc.tuple(spell(one), spell(one))),
  two: who.chain((one) => other(one).chain((two) => fc.tuple(spell(one), spell(two)))),
});

export const mailboxPairs: Pairs = spelled(mailbox, otherMailbox, mailSpelling);

interface Phone {
  readonly country: string;
  readonly code: string;
  /** The digits that are dialed before the number within the country. */
  readonly trunk: string;
  readonly number: string;
}

/** Numbers of people there, of any last digits. */
const PHONES: readonly (Omit<Phone, 'number'> & { readonly begins: string; readonly digits: number })[] = [
  { country: 'FR', code: '33', trunk: '0', begins: '612', digits: 6 },
  { country: 'DE', code: '49', trunk: '0', begins: '1512', digits: 7 },
  { country: 'GB', code: '44', trunk: '0', begins: '7911', digits: 6 },
  { country: 'US', code: '1', trunk: '', begins: '212736', digits: 4 },
  { country: 'IT', code: '39', trunk: '', begins: '347', digits: 7 },
  { country: 'ES', code: '34', trunk: '', begins: '612', digits: 6 },
  { country: 'JP', code: '81', trunk: '0', begins: '9012', digits: 6 },
  { country: 'NL', code: '31', trunk: '0', begins: '612', digits: 6 },
  { country: 'IN', code: '91', trunk: '0', begins: '9812', digits: 6 },
];

const phone: fc.Arbitrary<Phone> = fc.constantFrom(...PHONES).chain(({ begins, digits, ...of }) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: digits, maxLength: digits }).map((last) => ({
    ...of,
    number: begins + last.join(''),
  })),
);

const arabic = (digit: string): string => (/\d/.test(digit) ? String.fromCharCode(0x660 + Number(digit)) : digit);

/** In groups of two or three, with whatever between them. */
const grouped = (digits: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u2011', '\u2009'), fc.constantFrom(2, 3, 4))
    .map(([between, length]) => (digits.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(between));

function phoneSpelling({ country, code, trunk, number }: Phone): fc.Arbitrary<Spelling> {
  const international = fc
    .tuple(
      fc.constantFrom('+', '00', 'tel:+', '\uff0b'),
      fc.constantFrom('', ' ', trunk === '' ? '' : ` (${trunk})`),
      grouped(number),
    )
    .map(([plus, between, digits]) => plus + code + between + digits);
  const whole = fc
    .oneof(
      international,
      international.chain((text) => letters(text, [wide])),
      international.map((text) => Array.from(text, arabic).join('')),
    )
    .chain((text) => fc.constantFrom<Spelling>({ text }, { text, country }, { text, country: 'CH' }));
  const national = fc
    .oneof(grouped(trunk + number), fc.constant(`(${trunk}${number.slice(0, 3)}) ${number.slice(3)}`))
    .map((text) => ({ text, country }));
  return fc
    .oneof({ weight: 3, arbitrary: whole }, national)
    .chain(({ text, ...more }) => aroundIt(fc.constant(text)).map((around) => ({ text: around, ...more })));
}

function otherPhone(one: Phone): fc.Arbitrary<Phone> {
  const last = Number(one.number.at(-1));
  const next = { ...one, number: one.number.slice(0, -1) + String((last + 1) % 10) };
  return fc.oneof(
    fc.constant(next),
    phone.filter(({ code, number }) => code + number !== one.code + one.number),
  );
}

export const phonePairs: Pairs = spelled(phone, otherPhone, phoneSpelling);

interface Page {
  /** Lower case for a slug, as it is for an id. */
  readonly name: string;
  readonly is: 'slug' | 'id';
}

const SLUGS = [
  'ada-lovelace',
  'jörg-müller-1a2b3c',
  'adal',
  'acomb-consulting',
  'o’brien',
  '山田-太郎',
  'active-ada-lovelace',
];
const IDS = ['ACoAAB1c2D3e4F5g6H7i8J9k0', 'ACwAAB1c2D3e4F5g6H7i8J9k0', 'ACoAAB1c2D3e4F5g6H7i8J9kO'];
const page: fc.Arbitrary<Page> = fc.oneof(
  fc.constantFrom(...SLUGS).map((name): Page => ({ name, is: 'slug' })),
  fc.constantFrom(...IDS).map((name): Page => ({ name, is: 'id' })),
);

function pageSpelling({ name, is }: Page): fc.Arbitrary<Spelling> {
  const written = is === 'id' ? fc.constant(name) : letters(name, [capital, decomposed]);
  const segment = written.chain((text) => fc.constantFrom(text, encodeURIComponent(text)));
  const address = fc
    .tuple(
      fc.constantFrom('', 'https://', 'http://', 'HTTPS://'),
      fc.constantFrom(
        'www.network.example',
        'network.example',
        'de.network.example',
        'M.Network.example',
        'www.network.example:443',
      ),
      fc.constantFrom('/in/', '/IN/', '/mwlite/in/', '/de/in/', '//in/', '/pt-br/in/'),
      segment,
      fc.constantFrom(
        '',
        '/',
        '/de',
        '/en-us/',
        '?trk=x&lipi=y',
        '/?locale=de_DE',
        '#about',
        '/overlay/contact-info/',
        '/detail/recent-activity/',
      ),
    )
    .map((parts) => parts.join(''));
  const urn = fc.constantFrom(
    `urn:li:fsd_profile:${name}`,
    `urn:li:fs_salesProfile:(${name},NAME_SEARCH,ab1c)`,
    `urn:member:${name}`,
  );
  const short = segment.chain((text) => fc.constantFrom(`in/${text}`, `/in/${text}/`));
  const all = is === 'id' ? [address, short, urn, fc.constant(name)] : [address, short, written];
  return aroundIt(fc.oneof(...all)).map((text) => ({ text }));
}

function otherPage({ name, is }: Page): fc.Arbitrary<Page> {
  const longer = { name: `${name}1`, is };
  return fc.oneof(
    fc.constant(longer),
    page.filter((two) => two.name !== name),
  );
}

export const pagePairs: Pairs = spelled(page, otherPage, pageSpelling);

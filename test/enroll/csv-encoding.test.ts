import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../src/runtime/enroll/csv/read-csv.ts';

async function* parts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(bytes: Uint8Array, { encoding: given, size = 7 }: { encoding?: string; size?: number } = {}) {
  const { encoding, rows } = await readCsv(parts(bytes, size), { encoding: given });
  const names = [];
  for await (const { given } of rows) {
    const { first_name, location } = given.lead as { first_name?: string; location?: string };
    names.push(`${first_name} ${location}`);
  }
  return { encoding: encoding(), names };
}

const errorOf = (bytes: Uint8Array, given?: string): Promise<unknown> =>
  read(bytes, given === undefined ? {} : { encoding: given }).then(
    (file) => file,
    (error: { code?: unknown; message?: unknown; fix?: unknown }) => `${error.code}: ${error.message} ${error.fix}`,
  );

const file = (rows: readonly (readonly [string, string])[], encoding: string, mark = false): Buffer =>
  iconv.encode(
    ['First name;Email;City', ...rows.map(([name, city], n) => `${name};p${n}@x.example;${city}`), ''].join('\r\n'),
    encoding,
    {
      addBOM: mark,
    },
  );

const PEOPLE = {
  german: [
    ['Jürgen', 'München'],
    ['Özil', 'Düsseldorf'],
    ['Zoë', 'Zürich'],
  ],
  french: [
    ['Zoé', 'Besançon'],
    ['François', 'Orléans'],
  ],
  polish: [
    ['Łukasz', 'Łódź'],
    ['Zażółć', 'Gdańsk'],
    ['Małgorzata', 'Wrocław'],
  ],
  turkish: [
    ['Şule', 'İstanbul'],
    ['Çağrı', 'Eskişehir'],
  ],
  russian: [
    ['Иван', 'Москва'],
    ['Наталья', 'Санкт-Петербург'],
  ],
} as const;

describe('the encoding of a file of people', () => {
  it.each([
    ['utf-8', PEOPLE.german, 'utf8', false],
    ['utf-8', PEOPLE.turkish, 'utf8', true],
    ['utf-16le', PEOPLE.russian, 'utf16le', true],
    ['utf-16be', PEOPLE.polish, 'utf16be', true],
    ['utf-16le', PEOPLE.german, 'utf16le', false],
    ['windows-1252', PEOPLE.german, 'windows-1252', false],
    ['windows-1252', PEOPLE.french, 'windows-1252', false],
    ['macintosh', PEOPLE.french, 'macintosh', false],
    ['windows-1250', PEOPLE.polish, 'windows-1250', false],
    ['windows-1254', PEOPLE.turkish, 'windows-1254', false],
    ['windows-1251', PEOPLE.russian, 'windows-1251', false],
  ] as const)('is found to be %s', async (encoding, people, written, mark) => {
    const names = people.map((one) => one.join(' '));
    for (const size of [1, 3, 100_000]) {
      expect(await read(file(people, written, mark), { size })).toEqual({ encoding, names });
    }
  });

  it('is looked at where the first letter beyond ASCII stands, however far down', async () => {
    const rows = [
      ...Array.from({ length: 5000 }, (): [string, string] => ['Bob', 'Paris']),
      ['Jürgen', 'München'] as const,
    ];
    const { encoding, names } = await read(file(rows, 'windows-1252'), { size: 60_000 });
    expect([encoding, names.length, names.at(-1)]).toEqual(['windows-1252', 5001, 'Jürgen München']);
  });

  it('is asked for where it may be one or the other, with how each reads; and taken where it is given', async () => {
    const bytes = file([['Begoña', 'Madrid']], 'windows-1252');
    expect(await errorOf(bytes)).toBe(
      'invalid_encoding: The file is not UTF-8, and may be windows-1252 (“Begoña;p0@x.example;Madrid”) or iso-8859-2 (“Begońa;p0@x.example;Madrid”), from line 2 on. Save it as “CSV UTF-8”, or say its encoding, such as windows-1252.',
    );
    expect(await errorOf(bytes, ' Windows-1252 ')).toEqual({ encoding: 'windows-1252', names: ['Begoña Madrid'] });
    expect(await errorOf(file([['太郎', '東京都']], 'shift_jis'), 'shift_jis')).toMatchObject({
      names: ['太郎 東京都'],
    });
  });

  it('is an error where it is given wrongly, with the line', async () => {
    const bytes = file(
      [
        ['Ada', 'Paris'],
        ['Jürgen', 'München'],
      ],
      'windows-1252',
    );
    expect(await errorOf(bytes, 'utf-8')).toBe(
      'invalid_encoding: The file is not UTF-8 text, from about line 3 on. Save it as “CSV UTF-8”, or say its encoding.',
    );
    expect(await errorOf(bytes, 'klingon')).toBe(
      'unknown_encoding: There is no encoding klingon. Name it as the web does: utf-8, windows-1252, shift_jis.',
    );
  });

  it('is the one of Japanese mails where the file has its escapes, wherever it is cut', async () => {
    const header = Buffer.from('First name,Email,City\n');
    // 太郎,a@x.example,東京
    const row = Buffer.from('\x1b$BB@O:\x1b(B,a@x.example,\x1b$BEl5~\x1b(B\n', 'latin1');
    for (const size of [1, 5, 1000]) {
      const file = Buffer.concat([header, row]);
      expect(await read(file, { size })).toEqual({ encoding: 'iso-2022-jp', names: ['太郎 東京'] });
    }
  });

  it('is none of a workbook, and the error says what it is', async () => {
    expect(await errorOf(Buffer.from('504b0304140006000800', 'hex'))).toBe(
      'invalid_encoding: The file is a workbook of a spreadsheet, or another archive, and no CSV. Save it as “CSV UTF-8”.',
    );
  });

  it('is none where the file is no text at all', async () => {
    expect(await errorOf(Buffer.from('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d'.replaceAll(' ', ''), 'hex'))).toMatch(
      /^invalid_encoding: The file is not UTF-8 text, from about line 1 on\./,
    );
  });
});

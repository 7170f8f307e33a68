const MEGABYTE = 1024 * 1024;

const head = (name: string, more: readonly string[] = []): string =>
  [
    `From: ${name.replaceAll(' ', '-')}@hostile.example`,
    `Subject: ${name}`,
    `Message-ID: <${name.replaceAll(' ', '-')}@hostile.example>`,
    `Date: ${new Date().toUTCString()}`,
    ...more,
  ].join('\r\n');

const mail = (name: string, headers: readonly string[], body: string): readonly [string, string] => [
  name,
  `${head(name, headers)}\r\n\r\n${body}\r\n`,
];

const html = (name: string, body: string) => mail(name, ['Content-Type: text/html; charset=utf-8'], body);

/** 76 characters a line, as encoders write it. */
const base64 = (bytes: number): string => `${'QUFB'.repeat(19)}\r\n`.repeat(Math.ceil(bytes / 78));

/** Lines that SMTP allows, of at most 998 characters. */
const lines = (text: string, count: number): string => `${text}\r\n`.repeat(count);

function nested(levels: number): string {
  let body = 'Content-Type: text/plain\r\n\r\nthe core';
  for (let level = 0; level < levels; level++) {
    body = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--`;
  }
  return body;
}

/** Mails that are made to cost whoever reads them, by what they are. */
export const HOSTILE_MAILS: readonly (readonly [name: string, source: string])[] = [
  mail(
    'fifty megabytes',
    ['Content-Type: multipart/mixed; boundary=b'],
    `--b\r\nContent-Type: text/plain\r\n\r\nsee the file\r\n--b\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(50 * MEGABYTE)}--b--`,
  ),
  ['thirty levels', `${head('thirty levels')}\r\n${nested(30)}\r\n`],
  ['a thousand levels', `${head('a thousand levels')}\r\n${nested(1000)}\r\n`],
  mail(
    'ten thousand recipients',
    [`To: ${Array.from({ length: 10_000 }, (_, n) => `person${n}@works.example`).join(',\r\n ')}`],
    'to all',
  ),
  mail('a header of a million lines', [lines('X-Line: a', 1_000_000).trim()], 'behind the header'),
  mail(
    'one header line of a million pieces',
    [`References: ${lines(' <a@hostile.example>', 300_000).trim()}`],
    'behind it',
  ),
  mail(
    'a base64 bomb',
    ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
    base64(30 * MEGABYTE),
  ),
  mail('an alphabet of nobody', ['Content-Type: text/plain; charset=x-nobodys'], lines('\u00e9\u00ff words', 50_000)),
  mail('utf-16 that is none', ['Content-Type: text/plain; charset=utf-16'], lines('odd', 50_001)),
  html('a hundred thousand open tags', lines('<div><table><tr><td><b>', 20_000)),
  html('tags that never end', lines('<a href="<a href="<!-- <![CDATA[ <script', 20_000)),
  html('scripts and entities', lines('<script>alert(1)</script>&#x10FFFF;&#99999999;&amp;amp;<style>*{}', 20_000)),
  html('nothing but angles', lines('<'.repeat(900), 2000)),
];

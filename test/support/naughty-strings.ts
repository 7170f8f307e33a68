/** Texts that people's fields hold, by mistake or on purpose, and that somewhere broke something: each by what it is. */
export const NAUGHTY: readonly (readonly [what: string, text: string])[] = [
  ...codes(0x00, 0x1f),
  ...codes(0x7f, 0x9f),
  ...[0x00ad, 0x061c, 0x180e, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029, 0x202e, 0x2066, 0xfeff, 0xfffd, 0xfffe].map(
    named,
  ),
  ['a line break as Windows writes it', 'Acme\r\nBcc: all@x.example'],
  ['a line break and a body', 'Acme\r\n\r\n<script>alert(1)</script>'],
  ['the end of a mail', 'Acme\r\n.\r\nMAIL FROM:<a@x.example>'],
  ['the end of a mail, with CR alone', 'Acme\r.\rMAIL FROM:<a@x.example>'],
  ['the end of a mail, with LF alone', 'Acme\n.\nMAIL FROM:<a@x.example>'],
  ['half of a surrogate pair', 'Acme \ud83d works'],
  ['the other half', 'Acme \ude00 works'],
  ['surrogates the wrong way round', '\ude00\ud83d'],
  ['letters of many scripts', 'Ωmega Łódź 社會科學院 ﷽ ދިވެހި'],
  ['right to left', 'مرحبا RTL שלום'],
  ['stacked marks', 'Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤'],
  ['emoji of many parts', '👩‍👩‍👧‍👦🏳️‍🌈👨🏿‍🚀'],
  ['emoji of no picture', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
  ['half-width forms', '､ﾞ･✿ヾ╲(｡◕‿◕｡)╱✿･ﾟ'],
  ['spaces of every width', 'a\u00a0b\u2003c\u3000d\u202fe'],
  ['an encoded word', '=?UTF-8?B?QmNjOiBhbGxAeC5leGFtcGxl?='],
  ['an encoded line break', '=?UTF-8?Q?Acme=0D=0ABcc:_all@x.example?='],
  ['a comma and an address', 'Acme, <all@x.example>, "x" <b@x.example>;'],
  ['quotes and backslashes', String.raw`"Acme\" \\ 'Works' \0 \r\n`],
  ['a long word', 'x'.repeat(1990)],
  ['a long word of another script', '社'.repeat(1990)],
  ['many words', 'Acme Works '.repeat(180)],
  ['a template', '{{ 7 | times: 7 }}{% include "x" %}{% if %}'],
  ['the end of a raw block', '{% endraw %}{{ lead }}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one of another language.
  ['a template of another kind', '${7*7} <%= 7*7 %> #{7*7} %s %d %n %x'],
  ['SQL', `1'; DROP TABLE leads; --`],
  ['a path', '../../../../etc/passwd\u0000.txt'],
  ['a formula', '=cmd|"/C calc"!A0'],
  ['a prototype', '__proto__'],
  ['no value', 'undefined'],
  ['a number', 'NaN'],
  ['JSON', '{"a":[1,null],"__proto__":{}}'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['CDATA', '<![CDATA[<a href=javascript:alert(1)>]]>'],
  ['a comment', '<!-- --!> --> <!-->'],
  ['entities', '&lt;script&gt;&#106;avascript&colon;&#x3c;img&#62;'],
  ...hostileHtml(),
];

function named(code: number): readonly [string, string] {
  return [`U+${code.toString(16).padStart(4, '0')}`, `Acme${String.fromCharCode(code)}Works`];
}

function codes(from: number, to: number): (readonly [string, string])[] {
  return Array.from({ length: to - from + 1 }, (_, index) => named(from + index));
}

function hostileHtml(): (readonly [string, string])[] {
  return [
    '<script>alert(1)</script>',
    '&lt;script&gt;alert(1);&lt;/script&gt;',
    '<img src=x onerror=alert(1)>',
    '"><img src=x onerror=alert(1)>',
    "'><script>alert(1)</script>",
    '" onclick=alert(1) x="',
    ' onmouseover=alert(1) ',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=javascript:alert(1)>x</a>',
    ' href=javascript:alert(1) ',
    "href='javascript:alert(1)'",
    '<a href="\u000bjavascript:alert(1)">x</a>',
    '<a href="java\u0000script:alert(1)">x</a>',
    '<a href="\u3000javascript:alert(1)">x</a>',
    '<a href="java&#9;script:alert(1)">x</a>',
    'ABC<div style="x:expression(alert(1))">DEF',
    '<iframe src=javascript:alert(1)>',
    '<svg/onload=alert(1)>',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<base href="javascript:alert(1)//">',
    '<form action=javascript:alert(1)><input>',
    '<object data="data:text/html,x">',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    '</title></style></textarea></script><script>alert(1)</script>',
    '`"\'><img src=x onerror=javascript:alert(1)>',
    '\\x3Cscript\\x3Ejavascript:alert(1)\\x3C/script\\x3E',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<IMG """><SCRIPT>alert("XSS")</SCRIPT>">',
    '<<SCRIPT>alert("XSS");//<</SCRIPT>',
  ].map((text) => [text.replace(/[^ -~]/g, '?'), text] as const);
}

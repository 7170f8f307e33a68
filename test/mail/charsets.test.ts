import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';

/** Texts that people write, in every charset in which programs write them. */
const TEXTS: readonly (readonly [text: string, ...charsets: string[]])[] = [
  ['配信停止してください。今後の連絡は不要です。', 'shift_jis', 'euc-jp'],
  ['수신 거부합니다. 더 이상 보내지 마세요.', 'euc-kr'],
  ['请不要再发邮件给我。谢谢', 'gb18030'],
  ['請不要再寄郵件給我。謝謝', 'big5'],
  ['Пожалуйста, удалите меня из списка рассылки.', 'windows-1251', 'koi8-r', 'cp866'],
  ['Prosím, neposílejte mi další e-maily. Děkuji', 'windows-1250', 'iso-8859-2', 'cp852'],
  ['Proszę mnie wypisać z listy. Dziękuję', 'windows-1250', 'iso-8859-2'],
  ['Kérem, töröljön a listáról. Köszönöm! Győző', 'windows-1250', 'iso-8859-2'],
  ['Bitte löschen Sie mich aus Ihrem Verteiler. Grüße', 'windows-1252', 'cp850'],
  ['Merci de ne plus me contacter. Désolé, à bientôt', 'windows-1252', 'cp850'],
  ['Jeg er på ferie, tak for mailen. Ønsker ikke flere mails', 'windows-1252', 'cp850'],
  ['Lütfen beni listenizden çıkarın. Teşekkürler, görüşürüz', 'windows-1254'],
];
const CASES = TEXTS.flatMap(([text, ...charsets]) => charsets.map((charset) => [charset, text] as const));

const mail = (headers: string, body: Uint8Array) =>
  readMail(Buffer.concat([Buffer.from(`From: a@x.example\nMIME-Version: 1.0\n${headers}\n\n`), body]));

describe.each(CASES)('a text in %s', (charset, text) => {
  it.each([
    ['its own label', charset],
    ['the label of UTF-8', 'utf-8'],
    ['the label of ASCII', 'us-ascii'],
    ['a label that nobody knows', 'x-unknown'],
    ['the label that programs put where they know none', 'iso-8859-1'],
  ])('is read under %s', async (_, label) => {
    const read = await mail(`Content-Type: text/plain; charset="${label}"`, iconv.encode(text, charset));
    expect(read.text.trim()).toBe(text);
  });

  it('is read without a label, as a part, in HTML and in the headers', async () => {
    const bytes = iconv.encode(text, charset);
    expect((await mail('Content-Type: text/plain', bytes)).text.trim()).toBe(text);
    const parts = Buffer.concat([Buffer.from('--b\nContent-Type: text/plain\n\n'), bytes, Buffer.from('\n--b--\n')]);
    expect((await mail('Content-Type: multipart/mixed; boundary=b', parts)).text.trim()).toBe(text);
    const html = Buffer.concat([Buffer.from('<p>'), bytes, Buffer.from('</p>')]);
    expect((await mail('Content-Type: text/html', html)).text.trim()).toBe(text);
    const raw = Buffer.concat([Buffer.from('From: a@x.example\nSubject: '), bytes, Buffer.from('\n\nHello')]);
    expect((await readMail(raw)).subject).toBe(text);
    const word = `Subject: =?${charset}?B?${bytes.toString('base64')}?=`;
    expect((await mail(word, Buffer.from('Hello'))).subject).toBe(text);
  });
});

describe('ISO-2022', () => {
  const JAPANESE = '\u001b$B:#8e$OITMW$G$9\u001b(B';

  it.each(['iso-2022-jp', 'iso-2022-jp-ms', 'utf-8', 'us-ascii', 'shift_jis', ''])('is read as %s', async (label) => {
    const type = label === '' ? 'Content-Type: text/plain' : `Content-Type: text/plain; charset=${label}`;
    expect((await mail(type, Buffer.from(JAPANESE, 'latin1'))).text.trim()).toBe('今後は不要です');
  });

  it('is read of Korean, too', async () => {
    const wide = [...iconv.encode('수신거부', 'euc-kr')].map((byte) => String.fromCharCode(byte & 0x7f)).join('');
    const body = Buffer.from(`\u001b$)C\u000e${wide}\u000f.\n`, 'latin1');
    expect((await mail('Content-Type: text/plain; charset=iso-2022-kr', body)).text.trim()).toBe('수신거부.');
  });
});

describe('a part that says its charset rightly', () => {
  it('stays as it says', async () => {
    const read = await mail('Content-Type: text/plain; charset=iso-8859-7', iconv.encode('Παρακαλώ', 'iso-8859-7'));
    expect(read.text.trim()).toBe('Παρακαλώ');
    const meta = Buffer.concat([
      Buffer.from('<html><head><meta charset="windows-1253"></head><p>'),
      iconv.encode('Καλημέρα', 'windows-1253'),
    ]);
    expect((await mail('Content-Type: text/html', meta)).text.trim()).toBe('Καλημέρα');
  });
});

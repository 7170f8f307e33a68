import { describe, expect, it } from 'vitest';
import { findActiveContent } from '../../src/v2/contract/actions/messages/active-content.ts';
import { referenceTime } from '../support/reference-time.ts';

describe('what acts in the HTML of a mail', () => {
  it.each([
    ['<p>Hi<script>steal()</script>', '<script>'],
    ['<SCRIPT src=x>', '<script>'],
    ['<iframe src="https://x.example">', '<iframe>'],
    ['<form action="https://x.example"><input></form>', '<form>'],
    ['<base href="https://x.example/">', '<base>'],
    ['<meta http-equiv="refresh" content="0;url=https://x.example">', '<meta http-equiv="refresh">'],
    ['<img src=x onerror=alert(1)>', 'onerror='],
    ['<svg/onload=alert(1)>', 'onload='],
    ['<a href="javascript:alert(1)">x</a>', 'a javascript: address'],
    ['<a href=" java\nscript:alert(1)">x</a>', 'a javascript: address'],
    ['<a href="&#106;avascript&colon;alert(1)">x</a>', 'a javascript: address'],
    ['<a href="data:text/html,<b>x</b>">x</a>', 'a data:text/html: address'],
    ['<a href="&#106avascript:alert(1)">x</a>', 'a javascript: address'],
    ['<a title=">" href="javascript:alert(1)">x</a>', 'a javascript: address'],
    ['<a " href=javascript:alert(1)>x</a>', 'a javascript: address'],
    ['<!--><a href=javascript:alert(1)>x</a>-->', 'a javascript: address'],
    ['<![CDATA[><a href=javascript:alert(1)>x</a>]]>', 'a javascript: address'],
    ['<svg><title><a href=javascript:alert(1)>x</a></title></svg>', 'a javascript: address'],
    ['<p title=">" onclick=alert(1)>', 'onclick='],
  ])('is found in %s', (html, found) => {
    expect(findActiveContent(html)).toBe(found);
  });

  it.each([
    '<!doctype html><html><head><meta charset="utf-8"><style>p{color:red}</style></head><body><p>Hi</p></body></html>',
    '<table role="presentation"><tr><td background="https://x.example/a.png">one = on</td></tr></table>',
    '<p>Write a script, put it in a form: javascript: is a word. 1 < 2, on = off.</p>',
    '<a href="https://x.example/?on=1&script=2">formality</a><img src="cid:logo" alt="Moon">',
    // What a person's field may say, once it is escaped.
    '<p>Hi &lt;a href=&#34;javascript:alert(1)&#34;&gt;, or href=javascript:alert(1)</p>',
    '<p>Hi &lt;img src=x onerror=alert(1)&gt;</p><p title=" onclick=alert(1) href=javascript:x">',
    '<!-- <a href=javascript:alert(1)> --><style>a::after { content: "<a href=javascript:x>" }</style>',
  ])('is not in %s', (html) => {
    expect(findActiveContent(html)).toBeNull();
  });

  it('takes no longer than the text is long', async () => {
    for (const piece of [
      '<a ',
      '<a on',
      '<meta ',
      ' onx ',
      '&#',
      '<a href= ',
      'java ',
      '\n',
      '<b>',
      '<b x=1>',
      '<svg>',
      '<!--',
      '<a "',
    ]) {
      const html = piece.repeat(100_000);
      expect(await referenceTime(() => findActiveContent(html), { most: 500 }), piece).toBeLessThan(500);
    }
  });
});

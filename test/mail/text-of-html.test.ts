import { describe, expect, it } from 'vitest';
import { textOfHtml } from '../../src/shared/mail/text-of-html.ts';
import { referenceTime } from '../support/reference-time.ts';

describe('what a reader sees of html', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<p>One</p>\n<p></p>\n<p>&nbsp;</p><p>Two</p>', 'One\n\nTwo'],
    ['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
    ['<div>One</div><div>Two</div>', 'One\nTwo'],
    ['One<br/>Two<br>Three', 'One\nTwo\nThree'],
    ['<div>\n  spread   over\n  lines\n</div>', 'spread over lines'],
    ['<ul><li>a</li><li><p>b</p></li></ul>', '- a\n\n- b'],
    ['<head><title>no</title></head><style>.x{}</style><script>alert(1)</script><!-- no -->yes', 'yes'],
    ['<head><style>p{}</style><body>yes', 'yes'],
    ['Tom &amp; Ada &lt;3 &#8364; &#x20AC; &nbsp;&unknown;', 'Tom & Ada <3 € € &unknown;'],
    ['Gr&uuml;&szlig;e, a&ccedil;&atilde;o &Lstrok;&oacute;d&zacute; &check;', 'Grüße, ação Łódź ✓'],
    ['&lt;b&gt;not bold&lt;/b&gt;', '<b>not bold</b>'],
    ['<h1>Title</h1>text', 'Title\ntext'],
    ['1 < 2 and <3', '1 < 2 and <3'],
    ['<!DOCTYPE html><p>x', 'x'],
    ['<style>never closed', ''],
    ['Yes<blockquote><div>Hello</div><br><br><br><div>You</div></blockquote>', 'Yes\n> Hello\n> \n> You'],
    ['', ''],
  ])('of %s', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  it.each([
    ['<a href="https://x.example">here</a>', 'here (https://x.example)'],
    ['<a href="https://x.example/?a=1&amp;b=2">here</a>', 'here (https://x.example/?a=1&b=2)'],
    ["<a class='b' href='https://x.example'>https://x.example</a>", 'https://x.example'],
    ['<a href="mailto:jo@x.example">Jo</a> <a href="#top">up</a>', 'Jo (jo@x.example) up'],
    ['<a href=https://x.example>never closed', 'never closed (https://x.example)'],
  ])('has where links lead behind their words, for who asks: %s', (html, text) => {
    expect(textOfHtml(html, { links: true })).toBe(text);
    expect(textOfHtml(html)).not.toContain('(');
  });

  it('is made in no time of html that is never closed', async () => {
    const pieces = [
      '<a href="x">',
      '<style>',
      '<!--',
      '<',
      '<p',
      '</a>x',
      '&',
      '<a href=',
      ' \n',
      '<b></i>',
      '<blockquote>',
    ];
    for (const piece of pieces) {
      const html = piece.repeat(100_000);
      const read = () => textOfHtml(html, { links: true });
      expect(await referenceTime(read, { most: 1_000 }), piece).toBeLessThan(1_000);
    }
  });
});

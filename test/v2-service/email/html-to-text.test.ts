import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../src/v2/service/actions/messages/html-to-text.ts';
import { referenceTime } from '../../support/reference-time.ts';

describe('the text part that is made from html', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['One<br/>Two<br>Three', 'One\nTwo\nThree'],
    ['<div>\n  spread   over\n  lines\n</div>', 'spread over lines'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['<head><title>no</title></head><style>.x{}</style><script>alert(1)</script><!-- no -->yes', 'yes'],
    ['Tom &amp; Ada &lt;3 &#8364; &#x20AC; &nbsp;&unknown;', 'Tom & Ada <3 € € &unknown;'],
    ['&lt;b&gt;not bold&lt;/b&gt;', '<b>not bold</b>'],
    ['<a href="https://x.example">here</a>', 'here (https://x.example)'],
    ["<a class='b' href='https://x.example'>https://x.example</a>", 'https://x.example'],
    ['<a href="mailto:jo@x.example">Jo</a> <a href="#top">up</a>', 'Jo (jo@x.example) up'],
    ['<h1>Title</h1>text', 'Title\ntext'],
    ['1 < 2 and <3', '1 < 2 and <3'],
    ['<!DOCTYPE html><p>x', 'x'],
    ['<style>never closed', ''],
    ['', ''],
  ])('of %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('is made in no time of html that is never closed', async () => {
    for (const piece of ['<a href="x">', '<style>', '<!--', '<', '<p', '</a>x', '&', '<a href=', ' \n']) {
      const html = piece.repeat(100_000);
      expect(await referenceTime(() => htmlToText(html), { most: 1_000 }), piece).toBeLessThan(1_000);
    }
  });
});

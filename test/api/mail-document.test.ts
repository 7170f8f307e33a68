import { describe, expect, it } from 'vitest';
import { mailDocument } from '../../src/app/api/mail-document.ts';

const bodyOf = (html: string): string => mailDocument(html).split('\n').slice(1).join('\n');

describe('the HTML of a mail as a document', () => {
  it('keeps what is only to be read', () => {
    const html = '<p>Hi <b>Ada</b>, &lt;link&gt;</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">';
    expect(bodyOf(html)).toBe(html);
  });

  it.each([
    '<iframe src="https://tracker.example/">',
    '<LINK rel=preconnect href="//tracker.example">',
    '<meta http-equiv=refresh content="0;url=https://tracker.example">',
    '</base><base href="https://tracker.example">',
    '<link rel=preconnect href=//tracker.example',
    '<LINK/rel=preconnect href=//tracker.example>',
  ])('has nothing that speaks to other machines: %s', (html) => {
    expect(bodyOf(`a${html}`)).not.toMatch(/<\/?(?:iframe|link|meta|base)|tracker/i);
  });

  it('has no link that leads anywhere', () => {
    const html = '<a/HREF = "https://tracker.example">x</a><svg><a xlink:href=//tracker.example>';
    expect(bodyOf(html)).not.toMatch(/[^-]href\s*=/i);
  });

  it('leaves what no browser takes for a tag', () => {
    expect(bodyOf('1 < base')).toBe('1 < base');
  });

  it.each(['<lin<link>k rel=preconnect>', '<<link>link>', '<a hr<link>ef="https://tracker.example">'])(
    'does not become one by what is taken out of it: %s',
    (html) => {
      expect(bodyOf(html)).not.toMatch(/<\/?link|[\s"']href/i);
    },
  );

  it('is made in one pass, however deep tags are put into tags', () => {
    const deep = 200_000;
    const document = bodyOf(`${'<lin'.repeat(deep)}<link>${'k>'.repeat(deep)}`);
    expect(document).toBe(`${'<lin'.repeat(deep)} ${'k>'.repeat(deep)}`);
  });
});

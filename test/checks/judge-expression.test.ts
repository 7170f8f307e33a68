import { describe, expect, it } from 'vitest';
import { findExpressions } from './find-expressions.ts';
import { judgeExpression } from './judge-expression.ts';

describe('a regular expression', () => {
  it.each([
    [String.raw`^\s*"?([^"<>]+?)"?\s*<[^<>]+>\s*$`, ''],
    [String.raw`<hostname>\s*([^<]*?)\s*</hostname>`, ''],
    ['/+$', ''],
    ['inmail.*declin|declin.*inmail', 'i'],
    ['^(a+)+$', ''],
  ])('is refused when its time grows faster than its text: /%s/%s', async (source, flags) => {
    expect(await judgeExpression(source, flags)).toMatchObject({
      is: 'not shown linear',
      why: expect.stringMatching(/polynomial|exponential/),
    });
  });

  it.each([
    ['^[a-z]+@[a-z]+$', 'i'],
    [String.raw`^"?([^"<>]+)(?:"\s*)?<[^<>]+>$`, ''],
    [String.raw`\b(?:[a-z]{1,20}\.){1,3}de\b`, 'g'],
  ])('is taken when it does not: /%s/%s', async (source, flags) => {
    expect(await judgeExpression(source, flags)).toMatchObject({ is: 'linear' });
  });

  it('is found as a literal with its line, and where it is made', () => {
    expect(
      findExpressions('a.ts', "const a = 1;\nconst b = /x\\/y/gi;\nnew RegExp('a');\nRegExp('b');\nx.RegExp('c');"),
    ).toEqual({
      literals: [{ line: 2, source: 'x\\/y', flags: 'gi' }],
      made: [3, 4],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { layout, visible, visibleBetweenPaint, visibleJson, visibleLine } from '../../src/shared/kit/visible.ts';

const ESC = '\u001b';

describe('text for a terminal', () => {
  it('shows what a terminal would obey', () => {
    expect(visible(`a${ESC}]52;c;aGk=\u0007b`)).toBe('a␛]52;c;aGk=␇b');
    expect(visible(`${ESC}[2J\u009b31m\u007f\b`)).toBe('␛[2J<U+009B>31m␡␈');
    expect(visible('Ada\u202eecalevoL\u2066')).toBe('Ada<U+202E>ecalevoL<U+2066>');
    expect(visible('one\r\ntwo\rthree\n\tfour')).toBe('one\ntwo␍three\n\tfour');
  });

  it('leaves every control character out, and all that people write in', () => {
    const all = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(visibleLine(all)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    for (const name of ['Ada Lovelace', 'Zoë', '李', 'محمد', '👩‍🚀', 'O’Neil – “x”'])
      expect(visibleLine(name)).toBe(name);
  });

  it('keeps a line on its line', () => {
    expect(visibleLine('Ada\nerror: all is lost\u2028x\ty')).toBe('Ada⏎error: all is lost⏎x␉y');
    expect(layout(['one', 'tw\no'])).toBe('one\ntw⏎o');
  });

  it('lets paint through, and nothing that looks like it but is more', () => {
    expect(visibleBetweenPaint(`${ESC}[31mred${ESC}[0m ${ESC}[8mhidden ${ESC}[31;5m`)).toBe(
      `${ESC}[31mred${ESC}[0m ␛[8mhidden ␛[31;5m`,
    );
  });

  it('escapes the rest in JSON, which says the same', () => {
    const value = { a: 'x\u001b\u009b\u007f\u202e\n' };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(visibleJson(value)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(visibleJson(value))).toEqual(value);
  });
});

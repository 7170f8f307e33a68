import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { rounds } from '../../support/rounds.ts';

const places = (text: string): string[] =>
  compileSequence(text).diagnostics.map(({ code, line, column, length }) => `${code} ${line}:${column}+${length}`);
const steps = (body: string): string => `sequence: example\nlimits: { invites: 9/day }\nsteps:\n${body}`;

describe('a problem inside a text is shown where it is written', () => {
  const table: [string, string, string][] = [
    ['a plain text', '  - invite: Hi {{ typo }}\n', 'SEQ022 4:19+4'],
    ['double quotes', '  - invite: "Hi {{ typo }}"\n', 'SEQ022 4:20+4'],
    ['escapes before it', '  - invite: "\\"Hi\\" \\u00e9 {{ typo }}"\n', 'SEQ022 4:31+4'],
    ['single quotes', "  - invite: 'It''s {{ typo }}'\n", 'SEQ022 4:23+4'],
    ['a literal block', '  - invite: |\n      Hi\n\n        there {{ typo }}\n', 'SEQ022 7:18+4'],
    ['a folded block', '  - invite: >-\n      Hi\n      there {{ typo }}\n', 'SEQ022 6:16+4'],
    ['a folded plain text', '  - invite: Hi\n      there {{ typo }}\n', 'SEQ022 5:16+4'],
    ['Windows line ends', '  - invite: |\r\n      Hi\r\n      there {{ typo }}\r\n', 'SEQ022 6:16+4'],
    ['a condition', '  - visit: {}\n    if: "state.conected"\n', 'SEQ023 5:16+8'],
  ];
  it.each(table)('%s', (_, body, expected) => {
    expect(places(steps(body))).toEqual([expected]);
  });
});

describe('what YAML makes of a mistake is put in plain words', () => {
  it('an unquoted template alone is read on as the text that was meant', () => {
    expect(places(steps('  - invite: {{ typo }}\n'))).toEqual(['SEQ005 4:13+10', 'SEQ022 4:16+4']);
  });
  it('an unquoted template with text behind it says: quote it', () => {
    const { diagnostics } = compileSequence(steps('  - invite: {{ first_name }}, hello: you\n'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['SEQ005']);
    expect(diagnostics[0]?.fix).toContain('in quotes');
  });
  it('a colon in a text says so', () => {
    expect(compileSequence(steps('  - invite: Hello: you\n')).diagnostics[0]?.fix).toContain('colon');
  });
  it('another document, version or tag is refused', () => {
    expect(places('a: 1\n---\nb: 2\n')[0]).toMatch(/^SEQ001/);
    expect(places('%YAML 1.1\n---\nsequence: yes\n')[0]).toMatch(/^SEQ001/);
    expect(places(steps('  - invite: !secret x\n'))[0]).toMatch(/^SEQ001/);
  });
  it('aliases are expanded, and each place is reported once', () => {
    const text = steps('  - if: state.connected\n    then: &a [{ wait: soon }]\n    else: *a\n');
    expect(places(text)).toEqual(['SEQ014 5:23+4']);
  });
  it('an alias that contains itself is an error', () => {
    expect(places('sequence: example\nsteps: &a [visit, *a]\n')[0]).toMatch(/^SEQ004/);
  });
  it('nothing, or only comments, is an empty document', () => {
    for (const text of ['', '\n\n', '# nothing\n', '---\n']) expect(places(text)).toEqual(['SEQ008 1:1+1']);
  });
  it('deep nesting is refused before it can overflow a stack', () => {
    for (const part of ['[', '{a: ', '- ', '? ']) {
      expect(compileSequence(part.repeat(60_000)).diagnostics[0]?.message).toBe('the document is nested too deeply');
    }
  });
  it('texts nested or chained without end are refused', () => {
    for (const body of [
      `  - invite: "${'{% if company %}'.repeat(5000)}"\n`,
      `  - visit: {}\n    if: "${'!'.repeat(50_000)}true"\n`,
      `  - visit: {}\n    if: "${'('.repeat(900)}"\n`,
    ]) {
      const { ok, diagnostics } = compileSequence(steps(body));
      expect(ok).toBe(false);
      expect(diagnostics[0]?.message).not.toContain('call stack');
    }
  });
});

describe('whatever the text', () => {
  const word = fc.constantFrom(
    ...['sequence', 'steps', 'visit', 'invite', 'wait', 'wait_for', 'message', 'email', 'if', 'then', 'else', 'end'],
    ...[
      '- ',
      '  ',
      ': ',
      ', ',
      '\n',
      '\n  ',
      '\n    ',
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      '{{',
      '}}',
      '{% if ',
      '%}',
      '|',
      '>',
    ],
    ...[
      '&a',
      '*a',
      '!t',
      '#',
      '?',
      '%',
      '@',
      '2 days',
      'first_name',
      'state.connected',
      '\t',
      '\r\n',
      '\u0000',
      '\ufeff',
      '😀',
    ],
  );
  it('compiling never throws, and says why when it is not ok', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const compiled = compileSequence(text);
          const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error');
          expect(compiled.ok).toBe(errors.length === 0);
          for (const { line, column } of compiled.diagnostics) {
            expect(line).toBeLessThanOrEqual(text.split('\n').length);
            expect(column).toBeGreaterThanOrEqual(1);
          }
        },
      ),
      { numRuns: rounds(3000) },
    );
  });
});

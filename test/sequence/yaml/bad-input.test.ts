import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { formatDiagnostics } from '../../../src/language/sequence/diagnostics/format-diagnostics.ts';

const STEPS = 'steps: [visit]\n';
const first = (text: string) => {
  const { ok, diagnostics } = compileSequence(text);
  expect(ok).toBe(false);
  // Whatever it is, it can be shown.
  formatDiagnostics(text, diagnostics);
  return diagnostics[0];
};

describe('text that is no sequence', () => {
  it.each([
    ['nothing at all', '', { code: 'SEQ008', message: 'the document is empty' }],
    ['comments alone', '# later\n', { code: 'SEQ008', message: 'the document is empty' }],
    ['UTF-16 read as UTF-8', 's\0t\0e\0p\0s\0', { code: 'SEQ071', line: 1, column: 2 }],
    ['a control character', `sequence: a\ndescription: a\u0007b\n${STEPS}`, { code: 'SEQ071', line: 2, column: 15 }],
    ['half a surrogate pair', `sequence: a\ndescription: a\ud83db\n${STEPS}`, { code: 'SEQ071', line: 2, column: 15 }],
    ['NUL by an escape', `sequence: a\ndescription: "a\\0"\n${STEPS}`, { code: 'SEQ071', line: 2, column: 14 }],
    ['half a pair by an escape', `sequence: a\ndescription: "\\ud83d"\n${STEPS}`, { code: 'SEQ071', line: 2 }],
    [
      'line ends of old',
      'sequence: a\rsteps: [visit]\r',
      { code: 'SEQ001', message: 'a line ends in a carriage return alone' },
    ],
    ['tabs that indent', 'sequence: a\nsteps:\n\t- visit\n', { code: 'SEQ001', line: 3, fix: 'Indent with spaces.' }],
    ['YAML 1.1', `%YAML 1.1\n---\nsequence: a\n${STEPS}`, { code: 'SEQ001', fix: 'Remove the %YAML line.' }],
    ['two documents', `sequence: a\n${STEPS}---\nsequence: b\n${STEPS}`, { code: 'SEQ001', line: 3 }],
    ['a merge key', `sequence: a\nvars: { <<: { a: 1 } }\n${STEPS}`, { code: 'SEQ001', line: 2, column: 9 }],
    ['an alias of nothing', `sequence: a\nvars: *x\n${STEPS}`, { code: 'SEQ001', line: 2, column: 7 }],
    ['a key twice', `sequence: a\nsequence: b\n${STEPS}`, { code: 'SEQ002', line: 2, column: 1 }],
    ['__proto__ as a key', `sequence: a\n__proto__: { steps: [] }\n${STEPS}`, { code: 'SEQ007', line: 2, column: 1 }],
    [
      '__proto__ as a variable',
      `sequence: a\nvars: { __proto__: 1 }\n${STEPS}`,
      { code: 'SEQ010', line: 2, column: 9 },
    ],
    [
      'no for false',
      `sequence: a\nreview: no\n${STEPS}`,
      { code: 'SEQ006', fix: expect.stringContaining('Write false') },
    ],
    [
      'an unquoted template',
      'sequence: a\nsteps:\n  - invite: {{ first_name }}!\n',
      { code: 'SEQ005', line: 3, column: 13 },
    ],
  ])('%s is refused at its place', (_, text, expected) => {
    expect(first(text)).toMatchObject(expected);
  });

  it.each([
    ['a letter too many', 'a'.repeat(256 * 1024 + 1), 'SEQ003'],
    ['thousands of steps', `sequence: a\nsteps:\n${'  - vist\n'.repeat(28_000)}`, 'SEQ003'],
    ['thousands of steps on a line', `sequence: a\nsteps: [${'visit,'.repeat(40_000)}]\n`, 'SEQ003'],
    ['thousands of keys', `sequence: a\n${Array.from({ length: 12_000 }, (_, i) => `k${i}: 1\n`).join('')}`, 'SEQ003'],
    ['thousands of tags', '!a '.repeat(80_000), 'SEQ003'],
    ['thousands of broken lines', 'steps: {{ a }} b\n'.repeat(15_000), 'SEQ003'],
    ['brackets that never close', '['.repeat(100_000), 'SEQ001'],
    ['dashes without end', '- '.repeat(120_000), 'SEQ001'],
    ['steps in steps in steps', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}- a:\n`).join(''), 'SEQ001'],
  ])('%s are refused before they cost time', (_, text, code) => {
    const { diagnostics } = compileSequence(text);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  it('aliases that grow to gigabytes are refused at the hundredth', () => {
    const levels = Array.from(
      { length: 20 },
      (_, i) =>
        `a${i}: &a${i} [${
          i
            ? Array(10)
                .fill(`*a${i - 1}`)
                .join(',')
            : 'x'
        }]`,
    );
    const { diagnostics } = compileSequence(`${levels.join('\n')}\nsequence: a\n${STEPS}`);
    expect(diagnostics[0]).toMatchObject({ code: 'SEQ004', line: 2 });
    expect(diagnostics.length).toBeLessThanOrEqual(100);
  });

  it('a byte order mark, CRLF and a missing last line end are no problem', () => {
    expect(compileSequence('\ufeffsequence: a\r\nsteps:\r\n  - visit')).toMatchObject({ ok: true, diagnostics: [] });
  });

  it('words that YAML 1.1 reads otherwise stay texts, with a warning where they are values', () => {
    const text = `sequence: a\nvars: { remote: no, at: 09:00, quoted: "no" }\n${STEPS}`;
    const compiled = compileSequence(text);
    expect(compiled.ok && compiled.plan.vars).toEqual({ remote: 'no', at: '09:00', quoted: 'no' });
    expect(compiled.diagnostics.map(({ code, column }) => `${code} ${column}`)).toEqual(['SEQ070 17', 'SEQ070 25']);
  });

  it('what a message quotes cannot move the terminal', () => {
    const text = `sequence: a\nstop_on: ["\\e[2J"]\n${STEPS}`;
    expect(formatDiagnostics(text, compileSequence(text).diagnostics)).not.toContain('\u001b');
  });
});

import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { formatDiagnostics } from '../../../src/language/sequence/diagnostics/format-diagnostics.ts';

const TEXT = `sequence: backend
steps:
  - visit
  - wait: 2 dys
  - invite: "Hi {{ frist_name }}"
`;

describe('diagnostics as text', () => {
  it('show the place, the line with a caret, why, and how to fix it', () => {
    const { diagnostics } = compileSequence(TEXT);
    expect(formatDiagnostics(TEXT, diagnostics.slice(0, 1), { file: 'backend.yaml' })).toBe(
      [
        'backend.yaml:4:11 error SEQ014 "2 dys" is not a duration',
        '  4 |   - wait: 2 dys',
        '    |           ^^^^^',
        '    why: A wait needs a number and a unit.',
        '    fix: Write a number and a unit, like 90m, 2 hours, 3 days, 1 week or 3 business days (at most two years).',
        '',
      ].join('\n'),
    );
  });

  it('explain the same mistake once, however often it was made', () => {
    const text =
      'sequence: x\nsteps:\n  - wait: 2 dys\n  - visit\n  - wait: 3 dys\n  - wait: 4 dys\n  - wait_for: replly\n';
    const shown = formatDiagnostics(text, compileSequence(text).diagnostics);
    expect(shown.match(/is not a duration/g)).toHaveLength(3);
    expect(shown.match(/why: A wait needs a number and a unit/g)).toHaveLength(1);
    expect(shown.match(/fix: Write a number and a unit/g)).toHaveLength(1);
    expect(shown).toContain('Did you mean "reply"?');
  });

  it('point at a name inside a text', () => {
    const { diagnostics } = compileSequence(TEXT);
    const shown = formatDiagnostics(TEXT, diagnostics, { file: 'backend.yaml' });
    expect(shown).toContain('  5 |   - invite: "Hi {{ frist_name }}"\n    |                    ^^^^^^^^^^\n');
    expect(shown).toContain('Did you mean "first_name"?');
  });

  it('are colored only when asked to', () => {
    const { diagnostics } = compileSequence(TEXT);
    expect(formatDiagnostics(TEXT, diagnostics)).not.toContain('\u001b');
    expect(formatDiagnostics(TEXT, diagnostics, { color: true })).toContain('\u001b[31merror SEQ014\u001b[0m');
  });

  it('cut long lines around the place and show no control characters', () => {
    const text = `sequence: x\nsteps:\n  - invite: "${'word '.repeat(60)}\u0007{{ typo }} ${'word '.repeat(60)}"\n`;
    const [, line = '', caret = ''] = formatDiagnostics(
      text,
      compileSequence(text).diagnostics.filter(({ code }) => code === 'SEQ022'),
    ).split('\n');
    expect(line.length).toBeLessThan(140);
    expect(line).not.toContain('\u0007');
    expect(line.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('typo');
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import type { Diagnostic } from '../../../src/language/sequence/diagnostics/diagnostic.ts';
import { DIAGNOSTICS } from '../../../src/language/sequence/diagnostics/diagnostic-codes.ts';
import { decodeText } from '../../../src/language/sequence/yaml/decode-text.ts';
import { KNOWN } from '../known.ts';

const folder = new URL('../../../docs/diagnostics/', import.meta.url);
const codes = Object.entries(DIAGNOSTICS);

interface Example {
  readonly wrong: string;
  readonly right: string;
}

/** A page is UTF-8, so an example of another encoding says so in its first line. */
function problemsOf(wrong: string): readonly Diagnostic[] {
  if (!wrong.startsWith('# In Windows-1252')) return compileSequence(wrong, KNOWN).diagnostics;
  const decoded = decodeText(Buffer.from(wrong, 'latin1'));
  return decoded.ok ? [] : decoded.error.diagnostics;
}

function examplesOf(page: string): Example {
  const block = (heading: string): string => {
    const [, info = '', body = ''] =
      new RegExp(`## ${heading}\\n\\n\`\`\`(yaml[^\\n]*)\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    // A page cannot show 256 KiB, so it says that its example stands for a document of that size.
    return info.includes('padded') ? `${body}${'#'.repeat(256 * 1024)}\n` : body;
  };
  return { wrong: block('Wrong'), right: block('Right') };
}

describe('the pages of the diagnostics', () => {
  it('there is no page without a code', () => {
    const pages = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
    expect(pages.filter((page) => !(page in DIAGNOSTICS))).toEqual([]);
  });

  it.each(codes)('%s has a page with its title and severity', (code, { title, severity }) => {
    const page = new URL(`${code}.md`, folder);
    expect(existsSync(page)).toBe(true);
    const text = readFileSync(page, 'utf8');
    expect(text.startsWith(`# ${code}: ${title}\n`)).toBe(true);
    expect(text).toContain(`Severity: ${severity}.`);
  });

  it.each(codes)('%s is given for the wrong example of its page and for nothing in the right one', (code) => {
    const { wrong, right } = examplesOf(readFileSync(new URL(`${code}.md`, folder), 'utf8'));
    expect(problemsOf(wrong).map((diagnostic) => diagnostic.code)).toContain(code);
    const fixed = compileSequence(right, KNOWN);
    expect(fixed.diagnostics).toEqual([]);
    expect(fixed.ok).toBe(true);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FoundSequence, runTestFile } from '../../../src/core/simulate/sequence-tests/run-test-file.ts';
import { TEST_DIAGNOSTICS } from '../../../src/core/simulate/sequence-tests/test-codes.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const folder = new URL('../../../docs/test-diagnostics/', import.meta.url);
const codes = Object.entries(TEST_DIAGNOSTICS);

/** The sequence that `overture init` makes, which the pages' examples test. */
const welcome = readFileSync(
  new URL('../../../src/app/cli/init/templates/sequences/welcome.yaml', import.meta.url),
  'utf8',
);

function find(name: string): FoundSequence {
  if (name === 'broken') return { found: false, code: 'TST011', why: 'it has an error', fix: 'Repair it.' };
  const compiled = compileSequence(welcome);
  if (name !== 'welcome' || !compiled.ok) return { found: false, code: 'TST010', why: 'not there', fix: 'Name it.' };
  return { found: true, plan: compiled.plan };
}

function exampleOf(page: string, heading: string): string {
  const [, info = '', body = ''] =
    new RegExp(`## ${heading}\\n\\n\`\`\`(yaml[^\\n]*)\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  return info.includes('padded') ? `${body}${'#'.repeat(256 * 1024)}\n` : body;
}

describe('the pages of the diagnostics of tests', () => {
  it('each code has its page, and each page its code', () => {
    expect(readdirSync(folder).sort()).toEqual(codes.map(([code]) => `${code}.md`).sort());
  });

  it.each(codes)('%s: the wrong example gives it, the right one passes', (code, { title }) => {
    const page = readFileSync(new URL(`${code}.md`, folder), 'utf8');
    expect(page.startsWith(`# ${code}: ${title}\n`)).toBe(true);
    const wrong = runTestFile(exampleOf(page, 'Wrong'), find);
    expect(wrong.ok ? [] : wrong.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    const right = runTestFile(exampleOf(page, 'Right'), find);
    if (!right.ok) throw new Error(JSON.stringify(right.diagnostics));
    expect(right.outcomes.flatMap(({ reasons }) => reasons)).toEqual([]);
    expect(right.outcomes.length).toBeGreaterThan(0);
  });
});

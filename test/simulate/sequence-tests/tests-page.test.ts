import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFailure } from '../../../src/core/simulate/sequence-tests/format-outcome.ts';
import { type FoundSequence, runTestFile } from '../../../src/core/simulate/sequence-tests/run-test-file.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = read('docs/sequence-tests.md');
const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];

function find(): FoundSequence {
  const compiled = compileSequence(read('src/app/cli/init/templates/sequences/welcome.yaml'));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return { found: true, plan: compiled.plan };
}

describe('the page about tests', () => {
  it('its example passes', () => {
    const ran = runTestFile(example, find);
    expect(ran.ok && ran.outcomes.map(({ reasons }) => reasons)).toEqual([[], []]);
  });

  it('its failure is what is printed', () => {
    const ran = runTestFile(example.replace('2026-03-03 09:00.., contains: Hi Ada', '2026-03-04..'), find);
    const [failed] = ran.ok ? ran.outcomes : [];
    if (!failed) throw new Error('it did not run');
    for (const line of formatFailure(failed).split('\n')) expect(page).toContain(line.trim());
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

const folder = new URL('../../sequences/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'));

describe('the sequences that people start from', () => {
  it.each(files)('%s compiles without an error or a warning', (name) => {
    const compiled = compileSequence(readFileSync(new URL(name, folder), 'utf8'));
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.ok).toBe(true);
  });

  it('the demo needs only what a candidate brings', () => {
    const compiled = compileSequence(readFileSync(new URL('backend-engineers.yaml', folder), 'utf8'));
    expect(compiled.ok && compiled.plan.needs).toEqual(['first_name', 'profile_url']);
    expect(compiled.ok && compiled.plan.senders).toEqual({});
  });
});

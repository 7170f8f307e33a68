import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../src/language/expression/condition-environment.ts';
import { FILTERS } from '../../src/language/expression/liquid.ts';
import { LEAD_FIELDS } from '../../src/language/plan/lead.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { DIAGNOSTICS } from '../../src/language/sequence/diagnostics/diagnostic-codes.ts';
import { STEP_KINDS } from '../../src/language/sequence/steps/kinds.ts';

const page = readFileSync(new URL('../../docs/sequence-language.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, body = '']) => body);

describe('the page of the language', () => {
  it.each(examples)('has an example that is valid as it stands: %#', (example) => {
    expect(compileSequence(example)).toMatchObject({ ok: true, diagnostics: [] });
  });

  it('names every diagnostic that is proven or warned of over all paths', () => {
    const codes = Object.keys(DIAGNOSTICS).filter((code) => code >= 'SEQ030' && code < 'SEQ070' && code !== 'SEQ040');
    expect(codes.filter((code) => !page.includes(`[${code}](diagnostics/${code}.md)`))).toEqual([]);
  });

  it('names every step, field, filter and function there is', () => {
    const words = [...STEP_KINDS.map(({ form }) => form.word), ...LEAD_FIELDS, ...FILTERS, ...FUNCTIONS];
    expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });
});

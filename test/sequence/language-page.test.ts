import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../src/expression/condition-environment.ts';
import { FILTERS } from '../../src/expression/liquid.ts';
import { LEAD_FIELDS } from '../../src/plan/lead.ts';
import { compileSequence } from '../../src/sequence/compile-sequence.ts';
import { STEP_KINDS } from '../../src/sequence/steps/kinds.ts';

const page = readFileSync(new URL('../../docs/sequence-language.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, body = '']) => body);

describe('the page of the language', () => {
  it.each(examples)('has an example that is valid as it stands: %#', (example) => {
    expect(compileSequence(example)).toMatchObject({ ok: true, diagnostics: [] });
  });

  it('names every step, field, filter and function there is', () => {
    const words = [...STEP_KINDS.map(({ word }) => word), ...LEAD_FIELDS, ...FILTERS, ...FUNCTIONS];
    expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });
});

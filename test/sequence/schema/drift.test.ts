import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { rounds, sample } from '../../support/rounds.ts';
import { asJson } from './as-json.ts';
import { mutations } from './mutations.ts';
import { randomSequence } from './random-sequence.ts';
import { sequenceTexts } from './sequence-texts.ts';
import { validateSequence } from './validate-schema.ts';

/** Codes of what the schema can see: forms, keys and words, but no names, templates, conditions or paths. */
const STRUCTURAL = new Set(['SEQ006', 'SEQ007', 'SEQ008', 'SEQ012', 'SEQ013', 'SEQ015']);

const texts = sequenceTexts();

/** Why checks and schema disagree about a document; null where they do not. */
function disagreement(text: string, document: unknown, compiled = compileSequence(text)): string | null {
  const { ok, diagnostics } = compiled;
  const accepted = validateSequence(document);
  const refused = diagnostics.find(({ code, severity }) => severity === 'error' && STRUCTURAL.has(code));
  if (ok && !accepted) return `the schema alone refuses: ${whyOf(validateSequence.errors)}\n${text}`;
  if (refused && accepted) return `the checks alone refuse: ${refused.code} ${refused.message}\n${text}`;
  return null;
}

/** The deepest place says most; every step of the way there fails too. */
const whyOf = (errors: typeof validateSequence.errors): string =>
  (errors ?? [])
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
    .sort((a, b) => b.split('/').length - a.split('/').length)
    .slice(0, 2)
    .join('; ');

describe('the schema and the checks', () => {
  it.each(texts)('agree about $name', ({ text }) => {
    const document = asJson(text);
    if (document !== null) expect(disagreement(text, document)).toBeNull();
  });

  it('agree about every sequence with one key or value changed', () => {
    let tried = 0;
    const differ: string[] = [];
    for (const [i, { name, text }] of texts.entries()) {
      if (!compileSequence(text).ok) continue;
      // Whole sequences have the same keys many times over; of their changes, every twelfth.
      const step = name.startsWith('docs/') ? 1 : 12;
      const few = [...mutations(asJson(text))].filter((_changed, n) => (n + i + 1) % step === 0);
      for (const changed of sample(few)) {
        tried += 1;
        const difference = disagreement(JSON.stringify(changed), changed);
        if (difference) differ.push(difference);
      }
    }
    expect(differ.slice(0, 5)).toEqual([]);
    expect(tried).toBeGreaterThan(rounds(1000));
  });

  it('agree about sequences that nobody wrote', () => {
    let accepted = 0;
    void fc.assert(
      fc.property(randomSequence, (document) => {
        const text = JSON.stringify(document);
        const compiled = compileSequence(text);
        if (compiled.ok) accepted += 1;
        expect(disagreement(text, document, compiled)).toBeNull();
      }),
      { numRuns: rounds(600), seed: 7 },
    );
    // A generator that only makes mistakes would prove nothing.
    expect(accepted).toBeGreaterThan(rounds(60));
  });
});

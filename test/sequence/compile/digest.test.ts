import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument, type ToStringOptions, visit } from 'yaml';
import { edgesOf } from '../../../src/language/plan/node-traits.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { rounds } from '../../support/rounds.ts';
import { documents } from '../documents.ts';

const styles: fc.Arbitrary<ToStringOptions> = fc.record({
  indent: fc.constantFrom(2, 4),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 40, 120),
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  flowCollectionPadding: fc.boolean(),
});

function written(value: unknown, style: ToStringOptions, comment: boolean): string {
  const document = parseDocument(JSON.stringify(value));
  visit(document, {
    Collection: (_, node) => {
      // An empty list has no block form.
      if (node.items.length === 0) return;
      node.flow = false;
      if (comment) node.commentBefore = ' a comment';
    },
    Scalar: (_, node) => {
      delete node.type;
    },
  });
  return document.toString(style);
}

describe('the digest', () => {
  it('is the same for the same sequence, however it is written', () => {
    fc.assert(
      fc.property(documents, styles, styles, (value, one, other) => {
        const first = compileSequence(written(value, one, false));
        const second = compileSequence(written(value, other, true));
        expect(first.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(first.ok && first.digest).toBe(second.ok && second.digest);
      }),
      { numRuns: rounds(300) },
    );
  });

  it('changes with every word that is sent', () => {
    const digest = (note: string) => {
      const compiled = compileSequence(`sequence: example\nsteps:\n  - invite: ${note}\n`);
      return compiled.ok && compiled.digest;
    };
    expect(digest('Hello')).not.toBe(digest('Hallo'));
    expect(digest('Hello')).toBe(digest('"Hello"  # said politely'));
  });
});

describe('every plan', () => {
  it('has no dangling edge, no loop but counted rounds, and an end on every path', () => {
    fc.assert(
      fc.property(documents, (value) => {
        const compiled = compileSequence(JSON.stringify(value));
        if (!compiled.ok) return;
        const { nodes, start } = compiled.plan;
        const seen = new Set<string>();
        const walk = (id: string, above: readonly string[]): void => {
          const node = nodes[id];
          expect(node?.id).toBe(id);
          // Only what counts its rounds may be come back to.
          if (node?.kind !== 'repeat') expect(above).not.toContain(id);
          if (!node || seen.has(id)) return;
          seen.add(id);
          if (node.kind !== 'end') expect(edgesOf(node).length).toBeGreaterThan(0);
          for (const edge of edgesOf(node)) walk(edge, [...above, id]);
        };
        walk(start, []);
        expect([...seen].sort()).toEqual(Object.keys(nodes).sort());
      }),
      { numRuns: rounds(300) },
    );
  });
});

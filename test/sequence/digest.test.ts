import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument, type ToStringOptions, visit } from 'yaml';
import { edgesOf } from '../../src/plan/node-traits.ts';
import { compileSequence } from '../../src/sequence/compile-sequence.ts';

type Plain = string | { [key: string]: unknown };

const text = fc.constantFrom(
  'Hi {{ first_name }}',
  "It's fine: yes",
  'Two\n\nparagraphs # with {{ team }}',
  'no',
  '12',
  '"quoted"',
);
const duration = fc.constantFrom('2 days', '90m', '3 business days', '1 day 12h');
const { steps: stepLists } = fc.letrec<{ steps: Plain[]; step: Plain }>((tie) => ({
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  step: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Plain>('visit', 'withdraw', 'invite'),
    text.map((note): Plain => ({ invite: note })),
    duration.map((wait): Plain => ({ wait })),
    fc.record({ subject: text, text }).map((email): Plain => ({ email })),
    fc.constantFrom('done', 'no_answer').map((end): Plain => ({ end, if: 'state.connected' })),
    fc.record({ message: text, else: tie('steps') }).map((step): Plain => ({ ...step })),
    fc
      .record({ within: fc.constantFrom('1 day', '1 week'), yes: tie('steps'), no: tie('steps') })
      .map(({ within, yes, no }): Plain => {
        // biome-ignore lint/suspicious/noThenProperty: a key of the language
        return { wait_for: 'accepted_invitation', within, then: yes, else: no };
      }),
  ),
}));
const documents = fc.record({
  sequence: fc.constant('example'),
  vars: fc.constant({ team: 'Platform' }),
  limits: fc.constant({ visits: '9/day' }),
  steps: stepLists,
});

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
      { numRuns: 300 },
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
  it('has no dangling edge, no loop, and an end on every path', () => {
    fc.assert(
      fc.property(documents, (value) => {
        const compiled = compileSequence(JSON.stringify(value));
        if (!compiled.ok) return;
        const { nodes, start } = compiled.plan;
        const seen = new Set<string>();
        const walk = (id: string, above: readonly string[]): void => {
          const node = nodes[id];
          expect(node?.id).toBe(id);
          expect(above).not.toContain(id);
          if (!node || seen.has(id)) return;
          seen.add(id);
          if (node.kind !== 'end') expect(edgesOf(node).length).toBeGreaterThan(0);
          for (const edge of edgesOf(node)) walk(edge, [...above, id]);
        };
        walk(start, []);
        expect([...seen].sort()).toEqual(Object.keys(nodes).sort());
      }),
      { numRuns: 300 },
    );
  });
});

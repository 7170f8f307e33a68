import { describe, expect, it } from 'vitest';
import { splitKey } from '../../src/language/plan/split-key.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

const ARMS = `  - split:
      long: { weight: 1, steps: [{ invite: "Long" }, { wait: 1 day }] }
      short: { weight: 1, steps: [{ invite: "Short" }] }
`;
function keyOf(steps: string): string {
  const compiled = compileSequence(`sequence: s\nsteps:\n${steps}`);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const split = Object.values(compiled.plan.nodes).find((node) => node.kind === 'split');
  if (split === undefined) throw new Error('no split');
  return splitKey(compiled.plan, split);
}

describe('the key of a split', () => {
  it('is the same wherever it stands, whatever comes before and after it', () => {
    expect(keyOf(`  - visit\n${ARMS}  - wait: 3 days\n  - end: done\n`)).toBe(keyOf(ARMS));
  });

  it.each([
    ['a weight', ARMS.replace('weight: 1', 'weight: 9')],
    ['a text', ARMS.replace('"Short"', '"Shorter"')],
    ['a wait in an arm', ARMS.replace('1 day', '2 days')],
    ['a step in an arm', ARMS.replace('[{ invite: "Short" }]', '[visit, { invite: "Short" }]')],
    ['the name of an arm', ARMS.replace('short:', 'brief:')],
    ['where an arm leads to', ARMS.replace('{ wait: 1 day }', '{ end: done }')],
  ])('is another one with %s that changed', (_, changed) => {
    expect(keyOf(changed)).not.toBe(keyOf(ARMS));
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { copyTree } from './compiled-tree.ts';
import { INCOMPLETE, LISTS, WAVE, WAVE_IN_THE_PLAN } from './new-kind.ts';

/** The types that an error names as lacking something: `effect` is missing in … → `effect`. */
const lacking = (errors: readonly string[]): string[] =>
  errors.map((error) => /^(.*?): Property '(\w+)' is missing/.exec(error)?.slice(1).join(' lacks ') ?? error);

describe('adding a kind of step', () => {
  it('touches eight files, and the types refuse what is forgotten', { timeout: 300_000 }, async () => {
    expect(Object.keys(WAVE)).toHaveLength(8);
    const tree = copyTree();
    onTestFinished(tree.dispose);
    const complete = await tree.errorsWith(WAVE);
    const unlisted = await tree.errorsWith(WAVE_IN_THE_PLAN);
    const incomplete = await tree.errorsWith({ ...WAVE, ...INCOMPLETE });
    expect(complete).toEqual([]);
    expect(lacking(unlisted)).toEqual(LISTS.map((path) => `${path} lacks wave`).sort());
    expect(lacking(incomplete)).toEqual([
      'activities/steps/network/wave.ts lacks absorb',
      'src/core/simulate/calls/wave.ts lacks reactions',
      'src/language/plan/nodes/wave.ts lacks effect',
      'src/language/sequence/steps/wave.ts lacks needs',
    ]);
  });
});

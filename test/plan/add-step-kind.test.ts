import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CALLS, OWN_STEPS } from '../../src/language/plan/node.ts';
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
      'activities/steps/wave.ts lacks absorb',
      'src/core/simulate/calls/wave.ts lacks reactions',
      'src/language/plan/nodes/wave.ts lacks effect',
      'src/language/sequence/steps/wave.ts lacks needs',
    ]);
  });

  it('changes no switch: no file asks for more than two kinds by name', () => {
    const kinds = new Set<string>([...Object.keys(CALLS), ...Object.keys(OWN_STEPS)]);
    // Limit classes have the names of the steps that they count.
    for (const counted of ['visit', 'invite', 'message', 'inmail', 'email']) kinds.delete(counted);
    const named = (text: string): number =>
      new Set([...text.matchAll(/\bcase '(\w+)':/g)].flatMap(([, word = '']) => (kinds.has(word) ? [word] : []))).size;
    expect(named("case 'like':\ncase 'react':\ncase 'like':\ncase 'other':")).toBe(2);
    const files = ['src', 'workflows', 'activities'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    );
    const modules = files.filter((path) => path.endsWith('.ts'));
    expect(modules.length).toBeGreaterThan(1000);
    expect(modules.filter((path) => named(readFileSync(path, 'utf8')) > 2)).toEqual([]);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** The rules that a small tree of files breaks. */
describe('the import rules', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overture-imports-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const broken = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
    for (const [path, text] of Object.entries({ 'tsconfig.json': '{}', ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { output } = await cruise(['src'], {
      ...options,
      tsConfig: { fileName: join(folder, 'tsconfig.json') },
      ruleSet: { forbidden },
      validate: true,
      baseDir: folder,
    });
    if (typeof output === 'string') throw new TypeError(output);
    return [...new Set(output.summary.violations.map(({ rule }) => rule.name))];
  };

  it('let a room import what its row names, and no more', async () => {
    const files = {
      'src/core/engine/walk.ts': "import { node } from '../../language/plan/node.ts';\nexport const walk = node;\n",
      'src/language/plan/node.ts': 'export const node = 1;\n',
    };
    expect(await broken(files)).toEqual([]);
    const graph = {
      'src/language/graph/draw.ts': "import { walk } from '../sequence/walk.ts';\nexport const draw = walk;\n",
    };
    const sequence = { 'src/language/sequence/walk.ts': 'export const walk = 1;\n' };
    expect(await broken({ ...files, ...graph, ...sequence })).toEqual([
      'src/language/graph imports only what the table allows',
    ]);
  });

  it('refuse an import of a higher wing', async () => {
    const files = {
      'src/core/engine/walk.ts': "import { row } from '../../runtime/store/row.ts';\nexport const walk = row;\n",
      'src/runtime/store/row.ts': 'export const row = 1;\n',
    };
    expect(await broken(files)).toContain('core imports no higher wing');
  });

  it('refuse the demo to all but the command that runs it', async () => {
    const demo = { 'src/app/demo/start-demo.ts': 'export const start = 1;\n' };
    const from = (up: string): string =>
      `import { start } from '${up}/demo/start-demo.ts';\nexport const run = start;\n`;
    expect(await broken({ ...demo, 'src/app/cli/commands/system/dev.ts': from('../../..') })).toEqual([]);
    expect(await broken({ ...demo, 'src/app/main/roles/worker.ts': from('../..') })).toEqual([
      'only the command that runs the demo reaches it',
    ]);
  });

  const service = (room: string, imported: string): Record<string, string> => ({
    [`src/v2/service/${room}/one.ts`]: `import { two } from '../${imported}/two.ts';\nexport const one = two;\n`,
    [`src/v2/service/${imported}/two.ts`]: 'export const two = 1;\n',
  });
  // The second pair stands in one row, within which the order of the list counts as well.
  it.each([
    ['actions', 'channels'],
    ['connect-links', 'endpoints'],
  ])('let %s of the V2 service import %s', async (higher, lower) => {
    expect(await broken(service(higher, lower))).toEqual([]);
  });
  it.each([
    ['channels', 'actions'],
    ['endpoints', 'connect-links'],
  ])('refuse to %s of the V2 service an import of %s', async (lower, higher) => {
    expect(await broken(service(lower, higher))).toEqual([
      `src/v2/service/${lower} imports only rooms of the V2 service that stand before it`,
    ]);
  });

  it('let the files beside the rooms of the V2 service import them all', async () => {
    const files = { 'src/v2/service/service.ts': "export { one } from './server/one.ts';\n" };
    expect(await broken({ ...files, 'src/v2/service/server/one.ts': 'export const one = 1;\n' })).toEqual([]);
  });

  it('refuse to every room of the V2 service the files beside them', async () => {
    const files = { 'src/v2/service/server/one.ts': "export { start } from '../service.ts';\n" };
    expect(await broken({ ...files, 'src/v2/service/service.ts': 'export const start = 1;\n' })).toEqual([
      'src/v2/service/server imports only rooms of the V2 service that stand before it',
    ]);
  });

  it('refuse a room of the V2 service that has no place in the rows', async () => {
    const files = { 'src/v2/service/attic/one.ts': "export { two } from '../actions/two.ts';\n" };
    expect(await broken({ ...files, 'src/v2/service/actions/two.ts': 'export const two = 1;\n' })).toEqual([
      'no room of the V2 service without a place in its rows',
    ]);
  });

  it('refuse activities below them, though they stand beside the wings', async () => {
    const files = {
      'src/language/plan/node.ts': "import { act } from '../../../activities/act.ts';\nexport const node = act;\n",
      'activities/act.ts': 'export const act = 1;\n',
    };
    expect(await broken(files)).toContain('language imports no higher wing');
  });

  it('refuse a stage of a step that knows a later one', async () => {
    const role = { 'src/app/main/worker.ts': "export { look } from '../../../activities/look/look.ts';\n" };
    const record = { 'activities/record/record.ts': 'export const record = 1;\n' };
    const look = (imports: string): Record<string, string> => ({
      'activities/look/look.ts': `import { record } from '${imports}';\nexport const look = record;\n`,
      'activities/wording.ts': 'export const record = 1;\n',
    });
    expect(await broken({ ...role, ...record, ...look('../wording.ts') })).toEqual([]);
    expect(await broken({ ...role, ...record, ...look('../record/record.ts') })).toEqual([
      'the stage look imports no later stage',
    ]);
  });

  it('refuse a room that has no row, and a Node module in a pure one', async () => {
    const files = {
      'src/core/attic/box.ts': 'export const box = 1;\n',
      'src/core/engine/read.ts':
        "import { readFileSync } from 'node:fs';\nimport { box } from '../attic/box.ts';\nexport const read = [readFileSync, box];\n",
    };
    expect(await broken(files)).toEqual(
      expect.arrayContaining([
        'pure rooms import no Node module',
        'src/core/engine imports only what the table allows',
      ]),
    );
    expect(
      await broken({
        'src/core/attic/box.ts': "export { walk } from './walk.ts';\n",
        'src/core/attic/walk.ts': 'export const walk = 1;\n',
      }),
    ).toContain('no room without a row in the import table');
  });

  it('refuse a circle of types', async () => {
    const files = {
      'src/core/engine/one.ts': "import type { Two } from './two.ts';\nexport interface One {\n  two: Two;\n}\n",
      'src/core/engine/two.ts': "import type { One } from './one.ts';\nexport interface Two {\n  one: One;\n}\n",
    };
    expect(await broken(files)).toEqual(['no cycles, of types neither']);
  });
});

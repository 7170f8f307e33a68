import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { bundleWorkflows, SHARED_BY_WORKFLOWS } from '../../src/runtime/temporal/workflow-bundle.ts';
import { planShelf } from '../support/temporal.ts';

/** Modules of ours by their names in a bundle, which is made of the sources or of what the build has made of them. */
const MODULE = /^\/\*\*\*\/ "\.\/(?:dist\/)?(.+?)"$/gm;

describe('the workflow bundle', () => {
  it("holds the engine and Temporal's own modules, and none of Node's or of other packages", async () => {
    const { dataConverter } = planShelf();
    expect(existsSync(dataConverter.failureConverterPath ?? '')).toBe(true);
    const { code } = await bundleWorkflows();
    const modules = [...code.matchAll(/^\/\*\*\*\/ "(.+?)"$/gm)].map(([, path]) => path ?? '');
    const ours = [...code.matchAll(MODULE)]
      .map(([, path]) => path ?? '')
      .filter((path) => !path.includes('node_modules'));
    expect(modules.length).toBeGreaterThan(20);
    expect(ours.map((path) => path.replace(/\.js$/, '.ts'))).toContain('src/core/engine/advance.ts');
    const foreign = ours.filter(
      (path) =>
        !/^(workflows|src\/(core\/engine|language\/plan|shared\/kit)|src\/runtime\/temporal\/failure-converter\.cjs)\b/.test(
          path,
        ),
    );
    expect(foreign).toEqual([]);
    const packages = new Set(
      modules.flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/)?.[1] ?? []),
    );
    for (const banned of [
      'zod',
      'yaml',
      'pg',
      'liquidjs',
      'luxon',
      'fastify',
      'undici',
      'pino',
      '@noble/hashes',
      '@marcbachmann/cel-js',
    ]) {
      expect([...packages]).not.toContain(banned);
    }
    expect(code).not.toMatch(/require\("node:/);
  });

  it('shares the engine between workflows, which keeps nothing of any of them', async () => {
    const { code } = await bundleWorkflows();
    const [, preloaded = ''] = /exports\.preloadModules = function preloadModules\(\) \{([^}]*)\}/.exec(code) ?? [];
    for (const module of SHARED_BY_WORKFLOWS) expect(preloaded).toMatch(new RegExp(`\\./(?:dist/)?${module}\\.[jt]s`));
    const shared = [...code.matchAll(MODULE)]
      .map(([, path = '']) => path.replace(/\.js$/, '.ts'))
      .filter((path) => /^src\/(?:core|language|shared)\//.test(path));
    expect(shared.length).toBeGreaterThan(20);
    const keeps = /^(?:export )?(?:let |var |const \w+(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\]|\{\}))/m;
    const reaches = /from '@temporalio\//;
    for (const path of shared) {
      const text = readFileSync(join(PACKAGE_ROOT, path), 'utf8');
      expect([path, keeps.exec(text)?.[0] ?? null, reaches.test(text)]).toEqual([path, null, false]);
    }
  });
});

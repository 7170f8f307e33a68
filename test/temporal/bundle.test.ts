import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleWorkflows } from '../../src/runtime/temporal/workflow-bundle.ts';
import { planShelf } from '../support/temporal.ts';

describe('the workflow bundle', () => {
  it("holds the engine and Temporal's own modules, and none of Node's or of other packages", async () => {
    const { dataConverter } = planShelf();
    expect(existsSync(dataConverter.failureConverterPath ?? '')).toBe(true);
    const { code } = await bundleWorkflows();
    const modules = [...code.matchAll(/^\/\*\*\*\/ "(.+?)"$/gm)].map(([, path]) => path ?? '');
    const ours = modules.filter((path) => path.startsWith('./') && !path.includes('node_modules'));
    expect(modules.length).toBeGreaterThan(20);
    expect(ours).toContain('./src/core/engine/advance.ts');
    const foreign = ours.filter(
      (path) =>
        !/^\.\/(workflows|src\/(core\/engine|language\/plan|shared\/kit)|src\/runtime\/temporal\/failure-converter\.cjs)\b/.test(
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
});

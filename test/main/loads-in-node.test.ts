import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

// What acts as soon as it is loaded; workflow code runs in Temporal's sandbox.
const NOT_LOADED = [/src\/app\/cli\/bin\.js$/, /^workflows\//];

describe('what was built', () => {
  it('loads in plain Node, module by module: the tests load it in another way, which forgives imports that Node refuses', () => {
    const dist = join(PACKAGE_ROOT, 'dist');
    const modules = ['src', 'activities']
      .flatMap((folder) =>
        readdirSync(join(dist, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
      )
      .filter((path) => path.endsWith('.js') && !NOT_LOADED.some((pattern) => pattern.test(path)));
    const urls = modules.map((path) => pathToFileURL(join(dist, path)).href);
    const program = `for (const url of ${JSON.stringify(urls)})
      await import(url).catch((error) => console.error(url.slice(${pathToFileURL(dist).href.length + 1}), error.message.split('\\n')[0]));
      process.exit();`;
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(modules.length).toBeGreaterThan(1000);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

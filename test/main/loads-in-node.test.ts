import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

// What acts as soon as it is loaded, `start` on what the bundle has beside it; workflow code runs in Temporal's sandbox.
const NOT_LOADED = [/src\/app\/cli\/(?:bin|start)\.js$/, /^workflows\//];

describe('what was built', () => {
  it('loads in plain Node, module by module: the tests load it in another way, which forgives imports that Node refuses', () => {
    const dist = join(PACKAGE_ROOT, 'dist');
    const modules = ['src', 'activities']
      .flatMap((folder) =>
        readdirSync(join(dist, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
      )
      .filter((path) => path.endsWith('.js') && !NOT_LOADED.some((pattern) => pattern.test(path)))
      // The compiler leaves what it made of a file that is gone since.
      .filter((path) => existsSync(join(PACKAGE_ROOT, path.replace(/js$/, 'ts'))));
    const program = `for (const path of ${JSON.stringify(modules)})
      await import(${JSON.stringify(`${pathToFileURL(dist).href}/`)} + path)
        .catch((error) => console.error(path, error.message.split('\\n')[0]));
      process.exit();`;
    // By standard input: as an argument a thousand paths are more than a system takes.
    const { error, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-'], {
      encoding: 'utf8',
      input: program,
    });
    expect(error).toBeUndefined();
    expect(modules.length).toBeGreaterThan(1000);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { isAlive } from '../../src/app/main/processes.ts';
import { npmEnvironment } from '../support/npm.ts';
import { allEnrollments } from './support/judge.ts';
import { startOverture } from './support/start-overture.ts';

const workflow = z.object({
  jobs: z.object({
    check: z.object({ steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })) }),
  }),
});

const folder = mkdtempSync(join(tmpdir(), 'overture-package-'));
const ours = join(folder, 'ours');
let initialized = '';
// What this machine has of the registry's answers is good enough.
const env = { ...npmEnvironment(), npm_config_prefer_offline: 'true' };

/** As a CI runs a step: the first command that fails ends it. */
function runStep(command: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', command], { cwd: ours, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** The paths in the package as `init` packed it. */
const packed = (): string[] => {
  const { stdout } = spawnSync('tar', ['-tzf', tarball()], { cwd: ours, encoding: 'utf8', maxBuffer: 10_000_000 });
  return stdout.split('\n').flatMap((path) => (path === '' ? [] : [path.replace(/^package\//, '')]));
};

const tarball = (): string => {
  const { devDependencies } = JSON.parse(readFileSync(join(ours, 'package.json'), 'utf8'));
  expect(devDependencies.overture).toMatch(/^file:overture-\d.*\.tgz$/);
  return devDependencies.overture.slice('file:'.length);
};

const below = (folder: string): string[] =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PACKAGE_ROOT.length + 1));

const steps = () =>
  workflow
    .parse(parse(readFileSync(join(ours, '.github/workflows/overture.yml'), 'utf8')))
    .jobs.check.steps.flatMap(({ name, run }) => (run === undefined ? [] : [{ name: name ?? run, run }]));

beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_COMMAND, 'init', ours], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  initialized = stdout;
  writeFileSync(
    join(ours, 'use.mjs'),
    `import { ApiProblem, createClient } from 'overture/client';
     const [, , base_url, key] = process.argv;
     const { items } = await createClient({ base_url, key }).listSequences();
     const refused = await createClient({ base_url }).listSequences().catch((error) => error);
     console.log(items.length > 0, refused instanceof ApiProblem && refused.code);\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The folder holds what `init` writes, this package packed by npm among it; nothing else of ours can be reached from there.
describe("the package, in a folder of somebody's own", () => {
  it('stands there as a file that package.json names, as long as no registry has it', () => {
    expect(initialized).toContain(`+ ${tarball()}\n`);
    expect(existsSync(join(ours, tarball()))).toBe(true);
  });

  it('holds what runs, what it reads, and what people read: no test, no source, nothing of this machine', () => {
    const places = new Set(packed().map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)));
    expect([...places].sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'limits', 'package.json', 'sequences', 'src'].sort(),
    );
    expect(packed().filter((path) => /(?<!\.d)\.tsx?$|\.test\.js$|\.map$|tsbuildinfo/.test(path))).toEqual([]);
  });

  it('holds every file that the sources read beside their modules: tables, pages, templates', () => {
    // The console's are built into its own folder.
    const read = below('src').filter((path) => !path.endsWith('.ts') && !path.startsWith('src/app/console/'));
    expect(read.length).toBeGreaterThan(40);
    expect(packed()).toEqual(expect.arrayContaining(read));
    expect(packed()).toEqual(expect.arrayContaining([...below('limits'), ...below('docs/diagnostics')]));
  });

  it('holds every module that was built', () => {
    const modules = ['src', 'workflows', 'activities']
      .flatMap((folder) => below(folder).filter((path) => path.endsWith('.ts')))
      .map((path) => `dist/${path.slice(0, -3)}.js`)
      .filter((path) => existsSync(join(PACKAGE_ROOT, path)));
    expect(modules.length).toBeGreaterThan(1000);
    expect(packed()).toEqual(expect.arrayContaining(modules));
  });

  it('is not published under a name that anybody may take: a scope of ours first', () => {
    const manifest = z
      .object({ name: z.string(), private: z.boolean().optional() })
      .parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')));
    expect(manifest.private === true || manifest.name.startsWith('@')).toBe(true);
  });

  it('is installed by the steps of the CI example, which pass', { timeout: 600_000 }, () => {
    for (const { name, run } of steps()) {
      const { status, output } = runStep(run);
      expect(status, `${name}:\n${output}`).toBe(0);
    }
    expect(existsSync(join(ours, 'node_modules/overture/package.json'))).toBe(true);
    expect(JSON.parse(readFileSync(join(ours, 'overture.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('does there what the README says', () => {
    const readme = readFileSync(join(ours, 'README.md'), 'utf8');
    const commands = [...readme.matchAll(/^\| `(npx [^`]+)` \|/gm)].map(([, command = '']) => command);
    // The others ask a server, or stay to watch.
    const alone = commands.filter((command) => /validate|simulate|graph/.test(command));
    expect(alone).toHaveLength(3);
    for (const command of alone) {
      const { status, output } = runStep(command);
      expect(status, `${command}:\n${output}`).toBe(0);
    }
  });

  it('fails the CI on a sequence with a mistake, at its place', () => {
    const file = join(ours, 'sequences/welcome.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('first_name', 'frist_name'));
    const validate = steps().find(({ name }) => name === 'Validate');
    if (!validate) throw new Error('the CI example has no step named Validate');
    const { status, output } = runStep(validate.run);
    expect(output).toContain('unknown variable "frist_name"');
    expect(status).toBe(1);
    writeFileSync(file, text);
  });

  it('is a typed client: what fits compiles, what is asked without its id does not', () => {
    writeFileSync(
      join(ours, 'use.mts'),
      `import { createClient } from 'overture/client';
       const client = createClient({ base_url: 'http://127.0.0.1:4400', key: 'ovk_1' });
       for await (const { id, status } of client.each('listEnrollments', { query: { limit: 5 } })) {
         const lines: { title: string }[] = (await client.listTimeline({ params: { id } })).items;
         console.log(status satisfies string, lines.length);
         await client.listTimeline({ params: {} });
       }\n`,
    );
    const options = ['--pretty', 'false', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
    const ended = spawnSync(
      process.execPath,
      [join(PACKAGE_ROOT, 'node_modules/typescript-native/bin/tsc'), ...options, 'use.mts'],
      { cwd: ours, env, encoding: 'utf8' },
    );
    const said = ended.stdout;
    expect(said.match(/error TS\d+/g), inspect(ended)).toHaveLength(1);
    expect(said).toMatch(/^use\.mts\(6,.*Property 'id' is missing/s);
  });

  it('starts the whole system with npx overture dev, which carries people through, and ends it', async () => {
    const system = await startOverture({
      command: ['npx', '--no', 'overture', 'dev'],
      folder: ours,
      env: { ...env, OVERTURE_DEMO_MAIL: 'sandbox' },
    });
    try {
      const { status, output } = runStep(`node use.mjs ${system.run().api.url} ${system.api_key}`);
      expect(output).toBe('true no_key\n');
      expect(status).toBe(0);
      await system.speedUp(17_280);
      await expect
        .poll(async () => (await allEnrollments(system)).filter(({ finished_at }) => finished_at !== null).length, {
          timeout: 120_000,
          interval: 1000,
        })
        .toBeGreaterThan(3);
      const { pids, temporal, postgres } = system.run();
      await system.interrupt();
      await expect
        .poll(
          () => [...Object.values(pids), temporal.pid, postgres.pid].filter((one) => one !== undefined && isAlive(one)),
          { timeout: 120_000 },
        )
        .toEqual([]);
    } finally {
      await system.dispose();
    }
  });
});

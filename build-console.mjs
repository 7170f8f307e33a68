// Builds the console for browsers: `src/app/console` into `dist/console`, by Vite. `npm run build` runs it after the command; nothing is done
// where nothing has changed. See docs/decisions/console-in-the-browser.md.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { thirdPartyLicenses } from './third-party-licenses.mjs';

const ROOT = import.meta.dirname;
const FOLDER = join(ROOT, 'dist/console');
const INPUTS = '.inputs.json';
/** What the server puts in its place for each answer. */
const NONCE = '__NONCE__';

if (!isFresh()) await buildConsole();

function isFresh() {
  const list = join(FOLDER, INPUTS);
  if (!existsSync(list)) return false;
  const made = statSync(list).mtimeMs;
  const inputs = [...JSON.parse(readFileSync(list, 'utf8')), 'node_modules/.package-lock.json', 'build-console.mjs'];
  return inputs.map((path) => join(ROOT, path)).every((path) => existsSync(path) && statSync(path).mtimeMs <= made);
}

async function buildConsole() {
  // A test that builds it must not get React's parts for development.
  process.env.NODE_ENV = 'production';
  // Whoever builds it at the same time finds a whole one, theirs or ours.
  const made = `${FOLDER}-${process.pid}`;
  // They take longer to load than to find that nothing has changed.
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const inputs = new Set(['src/app/console/index.html']);
  const remembersItsInputs = {
    name: 'remembers-its-inputs',
    moduleParsed({ id }) {
      const path = relative(ROOT, id.split('?')[0] ?? id);
      if (!path.startsWith('..') && existsSync(join(ROOT, path))) inputs.add(path);
    },
  };
  await build({
    root: join(ROOT, 'src/app/console'),
    base: '/console/',
    configFile: false,
    logLevel: 'warn',
    html: { cspNonce: NONCE },
    plugins: [react(), remembersItsInputs],
    // The compiler of sequences is a worker: a bundle of its own.
    worker: { format: 'es', plugins: () => [remembersItsInputs] },
    build: {
      outDir: made,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  writeFileSync(join(made, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses([...inputs]));
  writeFileSync(join(made, INPUTS), JSON.stringify([...inputs].sort()));
  putInPlace(made);
}

/** By renaming alone: two that build at once, for two test files, would remove what the other writes. */
function putInPlace(made) {
  const before = `${made}-before`;
  tryRename(FOLDER, before, ['ENOENT']);
  // Somebody else may have put theirs there in between.
  if (!tryRename(made, FOLDER, ['ENOTEMPTY', 'EEXIST'])) rmSync(made, { recursive: true, force: true });
  rmSync(before, { recursive: true, force: true });
}

function tryRename(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!expected.includes(error.code)) throw error;
    return false;
  }
}

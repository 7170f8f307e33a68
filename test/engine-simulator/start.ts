import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

// What the bundle of the simulator begins with. It keeps what V8 has compiled once a run has walked for a while, so that the next one compiles neither what it loads nor what its first histories need. The
// command's own way to keep such code (src/app/cli/keep-compiled.ts) does so when a process has begun, and what that took.

/** Milliseconds of CPU after which a run has needed nearly all that a run needs. */
const WALKED = 5_000;
const SUM = 4;

const path = fileURLToPath(new URL('run.cjs', import.meta.url));
const folder = join(dirname(path), 'compiled');
const code = readFileSync(path, 'utf8');
// V8 looks at the length of the code alone.
const file = join(folder, `${process.version}-${process.arch}-${crc32(code)}`);

/** V8 would run what a damaged disk has made of it. */
function readKept(): Buffer | undefined {
  try {
    const whole = readFileSync(file);
    const kept = whole.subarray(SUM);
    return crc32(kept) === whole.readUInt32LE(0) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** In place of what was kept of another bundle. */
function keep(script: Script): void {
  if (process.cpuUsage().user / 1000 < WALKED) return;
  const kept = script.createCachedData();
  const sum = Buffer.alloc(SUM);
  sum.writeUInt32LE(crc32(kept));
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // Whole or not there.
    writeFileSync(`${file}.new`, Buffer.concat([sum, kept]));
    renameSync(`${file}.new`, file);
  } catch {
    // Another run keeps its own at this moment.
  }
}

// What ran once, when it was loaded, would be forgotten by the end.
setFlagsFromString('--no-flush-bytecode');
// V8 optimizes what has run four times as much as usual. A run is short and its code wide: compiling what pays only in a longer one took up a tenth of its time.
setFlagsFromString('--interrupt-budget=270336');
const kept = readKept();
const script = new Script(Module.wrap(code), { filename: path, ...(kept === undefined ? {} : { cachedData: kept }) });
const isFirst = !process.argv.includes('--worker');
if (isFirst && (kept === undefined || script.cachedDataRejected === true)) process.once('exit', () => keep(script));
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));

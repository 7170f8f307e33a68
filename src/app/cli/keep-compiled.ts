import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Parts of Node's loader that its types do not name. */
interface Loader {
  /** From Node 22.8 on: it does all of this by itself. */
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly prototype: { _compile(this: NodeJS.Module, code: string, path: string, format?: string): unknown };
}

/**
 * The index of kept code by the path of each module: the checksum of its code, and where its compiled form begins and ends behind
 * the list.
 */
type Index = Readonly<Record<string, readonly [sum: number, from: number, to: number]>>;

interface Kept {
  readonly index: Index;
  readonly data: Buffer;
}

interface Compiled {
  readonly sum: number;
  /** As it was kept; else the script, which V8 can be asked for it later. */
  readonly kept: Buffer | null;
  readonly script: Script;
}

/** The wait before the code is kept: by then a role has begun, and has compiled what it needs for that. Wall milliseconds. */
const BEGUN = 5_000;
const SUM = 4;
const NOTHING: Kept = { index: {}, data: Buffer.alloc(0) };
/** Nobody has that many commands: words that are none, each with a file, would fill the disk. */
const MOST_FILES = 100;
/** V8 forgets what such code needs for it. The build leaves none in our own, where comments speak of it. */
const IMPORTS_LATER = /\bimport\s*\(/;

/**
 * Keeps what V8 compiles of the modules that are loaded from now on, and takes it from there at the next start: compiling is a third of
 * what a role needs to begin. Whatever stands in the way (a folder that cannot be written, a file of another version), the
 * modules are compiled as ever.
 */
export function keepCompiled(folder: string, name: string): void {
  // Coverage and source maps ask Node's own loader.
  const { NODE_DISABLE_COMPILE_CACHE: isOff, NODE_V8_COVERAGE: isCounted } = process.env;
  if (isOff === '1' || isCounted !== undefined || isMapped()) return;
  // Node's types know neither of the two.
  const loader = Module as unknown as Loader;
  if (loader.enableCompileCache !== undefined) {
    loader.enableCompileCache(folder);
    return;
  }

  const ours = dirname(folder);
  const file = join(folder, `${process.version}-${process.arch}-${name}`);
  let known: Kept | null = read(file);
  const compiled = new Map<string, Compiled>();
  const byNode = loader.prototype._compile;
  loader.prototype._compile = function (code, path, format) {
    const importsLater = dirname(path) !== ours && IMPORTS_LATER.test(code);
    const isFit = format !== 'module' && !code.startsWith('#!') && !importsLater;
    const made = known !== null && isFit ? compile(code, path, known) : null;
    // It says better what is wrong with code.
    if (made === null) return byNode.call(this, code, path, format);
    compiled.set(path, made);
    const body: (...given: unknown[]) => unknown = made.script.runInThisContext();
    return body.call(this.exports, this.exports, createRequire(path), this, path, dirname(path));
  };

  const write = () => {
    if ([...compiled.values()].some(({ kept }) => kept === null)) keep(folder, file, compiled);
    // What is loaded later is not kept, and a role that lives for months holds nothing of this.
    known = null;
    compiled.clear();
  };
  process.once('exit', write);
  setTimeout(write, BEGUN).unref();
}

const isMapped = (): boolean => 'sourceMapsEnabled' in process && process.sourceMapsEnabled === true;

function compile(code: string, path: string, { index, data }: Kept): Compiled | null {
  // V8 looks at the length of the code alone.
  const sum = crc32(code);
  const [of, from, to] = index[path] ?? [];
  const kept = of === sum ? data.subarray(from, to) : null;
  try {
    const script = new Script(Module.wrap(code), { filename: path, ...(kept === null ? {} : { cachedData: kept }) });
    return { sum, kept: script.cachedDataRejected ? null : kept, script };
  } catch {
    return null;
  }
}

/** The checksum of all that follows, the length of the list, the list, and what V8 compiled. */
function read(file: string): Kept {
  try {
    const whole = readFileSync(file);
    const rest = whole.subarray(SUM);
    // V8 would run what a damaged disk has made of it.
    if (crc32(rest) !== whole.readUInt32LE(0)) return NOTHING;
    const from = 4 + rest.readUInt32LE(0);
    return { index: JSON.parse(rest.subarray(4, from).toString()), data: rest.subarray(from) };
  } catch {
    return NOTHING;
  }
}

function keep(folder: string, file: string, compiled: ReadonlyMap<string, Compiled>): void {
  const index: Record<string, Index[string]> = {};
  const parts: Buffer[] = [];
  let end = 0;
  for (const [path, { sum, kept, script }] of compiled) {
    const part = kept ?? script.createCachedData();
    index[path] = [sum, end, end + part.length];
    parts.push(part);
    end += part.length;
  }
  const list = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length >= MOST_FILES) return;
    // Whole or not there: others read it meanwhile.
    const mine = `${file}.${process.pid}`;
    const whole = Buffer.concat([length, list, ...parts]);
    const sum = Buffer.alloc(SUM);
    sum.writeUInt32LE(crc32(whole));
    writeFileSync(mine, Buffer.concat([sum, whole]));
    renameSync(mine, file);
  } catch {
    // An installation that this user may not write.
  }
}

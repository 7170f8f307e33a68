// Every regular expression that meets foreign text takes time in proportion to its length, whatever the text (docs/decisions/linear-expressions.md).
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from '../../src/app/main/temporal/find-temporal.ts';
import { findExpressions } from './find-expressions.ts';
import { judgeExpression } from './judge-expression.ts';

/** Where texts are only the operator's own: sequences and their tests, commands, the start of the servers, and what is drawn of them. */
const OWN = ['src/language/sequence/', 'src/core/simulate/', 'src/language/graph/', 'src/app/cli/', 'src/app/main/'];
/** Made while it runs, of names of our own that are no foreign text: with the reason. */
const MADE: Readonly<Record<string, string>> = {
  'src/v2/service/http/route-table.ts': 'of the routes that the service has',
};
const JUDGE = [
  createRequire(import.meta.url)('recheck/package.json').version,
  readFileSync(new URL('./judge-expression.ts', import.meta.url), 'utf8'),
];
/** In the user's cache, for `npm ci` empties `node_modules`. Of this judge: what it has proven of an expression stays so. */
const CACHE = join(
  cacheFolder(),
  `linear-expressions-${createHash('sha256').update(JUDGE.join()).digest('hex').slice(0, 12)}.json`,
);
const AT_ONCE = 2;

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly where: string;
}

const files = ['src', 'activities', 'workflows'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]s$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => !OWN.some((folder) => path.startsWith(folder)) && !/\/(?:page|assets)\/\w+\.js$/.test(path)),
);
const problems: string[] = [];
const expressions = new Map<string, Expression>();
const add = (one: Expression) =>
  expressions.set(`${one.flags}/${one.source}`, expressions.get(`${one.flags}/${one.source}`) ?? one);

for (const path of files) {
  const { literals, made } = findExpressions(path, readFileSync(path, 'utf8'));
  for (const { source, flags, line } of literals) add({ source, flags, where: `${path}:${line}` });
  if (made.length === 0) continue;
  // What a module makes when it is loaded is heard of by standing in for `RegExp` meanwhile.
  const own = await expressionsMadeBy(path);
  // Those that a function makes are made by its neighbors when they are loaded.
  const beside = files.filter((one) => one !== path && dirname(one) === dirname(path));
  const heard = own.length > 0 || MADE[path] !== undefined ? own : await expressionsMadeBy(...beside);
  for (const one of heard) add({ ...one, where: path });
  if (heard.length === 0 && MADE[path] === undefined)
    problems.push(`${path}:${made[0]}: makes an expression while it runs`);
}

const proven = new Set(readCache());
const queue = [...expressions].filter(([key]) => !proven.has(key));
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [key, { where, source, flags }] = next;
      const verdict = await judgeExpression(source, flags);
      if (verdict) problems.push(`${where}: /${source}/${flags} is not linear: ${verdict.why}, ${verdict.attack}`);
      else proven.add(key);
    }
  }),
);
writeCache();
for (const problem of problems) console.error(problem);
console.log(`regular expressions: ${expressions.size} in ${files.length} files, ${problems.length} not shown linear`);
if (expressions.size === 0 || problems.length > 0) process.exitCode = 1;
process.exit();

async function expressionsMadeBy(...paths: readonly string[]): Promise<readonly Omit<Expression, 'where'>[]> {
  const real = globalThis.RegExp;
  const heard: Omit<Expression, 'where'>[] = [];
  globalThis.RegExp = new Proxy(real, {
    construct(target, given: [string | RegExp, string?]) {
      const made = new target(...given);
      heard.push({ source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const path of paths) await import(`${pathToFileURL(resolve(path)).href}?heard`);
  } finally {
    globalThis.RegExp = real;
  }
  return heard;
}

function readCache(): string[] {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as string[];
  } catch {
    return [];
  }
}

/** Whole or not at all: another check may read it. */
function writeCache(): void {
  mkdirSync(dirname(CACHE), { recursive: true });
  const near = `${CACHE}.${process.pid}`;
  writeFileSync(near, JSON.stringify([...proven].sort()));
  renameSync(near, CACHE);
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findExpressions } from './find-expressions.ts';

/**
 * Rooms whose texts are only the operator's own: sequences and their tests, commands, the start of the servers, and what is
 * drawn of them.
 */
const OWN = ['src/language/sequence/', 'src/core/simulate/', 'src/language/graph/', 'src/app/cli/', 'src/app/main/'];
/** Made while it runs, of names of our own that are no foreign text: with the reason. */
const MADE: Readonly<Record<string, string>> = {
  'src/shared/http/route-table.ts': 'of the routes that a server has',
};

export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** `path:line` of the first place that has it. */
  readonly where: string;
}

export interface Collected {
  readonly files: number;
  /** Each once. */
  readonly expressions: readonly Expression[];
  /** Places where an expression is made that nobody can judge before it is made. */
  readonly problems: readonly string[];
}

/** Every regular expression of the product that meets foreign text: literals, and those that modules make. */
export async function collectExpressions(): Promise<Collected> {
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
  return { files: files.length, expressions: [...expressions.values()], problems };
}

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

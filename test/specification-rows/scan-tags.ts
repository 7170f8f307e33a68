import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** A tag and the test that carries it, in its own title or in that of a suite around it. */
export interface Tagged {
  readonly tag: string;
  /** Relative to the tests' folder. */
  readonly file: string;
  readonly title: string;
}

/** Reads the titles of all tests below a folder without running them. */
export function scanTags(folder: string): Tagged[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  return files.sort().flatMap((file) => {
    const path = join(folder, file);
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    return tagsIn(source).map((one) => ({ ...one, file: relative(folder, path).split(sep).join('/') }));
  });
}

const TESTS = ['it', 'test'];
const SUITES = ['describe', 'suite'];

function tagsIn(source: ts.SourceFile): Omit<Tagged, 'file'>[] {
  const found: Omit<Tagged, 'file'>[] = [];
  const imported = importedFromVitest(source);
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? titledCall(node, imported) : null;
    if (call?.kind === 'test') {
      for (const tag of new Set([...around, ...tagsOf(call.title)])) found.push({ tag, title: call.title });
    }
    const inside = call?.kind === 'suite' ? [...around, ...tagsOf(call.title)] : around;
    node.forEachChild((child) => visit(child, inside));
  };
  visit(source, []);
  return found;
}

/** A function of a test's own may be called `test` too. */
function importedFromVitest(source: ts.SourceFile): ReadonlySet<string> {
  const bindings = source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const named = statement.importClause?.namedBindings;
    return statement.moduleSpecifier.text === 'vitest' && named && ts.isNamedImports(named) ? [...named.elements] : [];
  });
  return new Set(bindings.map(({ name }) => name.text));
}

/** `it('…')`, `it.skipIf(x)('…')`, `describe.each(rows)('…')`: the root of the callee says what it is. */
function titledCall(
  call: ts.CallExpression,
  imported: ReadonlySet<string>,
): { kind: 'test' | 'suite'; title: string } | null {
  const first = call.arguments[0];
  const title = first && textOf(first);
  if (title === undefined) return null;
  let root: ts.Expression = call.expression;
  while (!ts.isIdentifier(root)) {
    if (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root) || ts.isTaggedTemplateExpression(root)) {
      root = ts.isTaggedTemplateExpression(root) ? root.tag : root.expression;
    } else return null;
  }
  if (!imported.has(root.text)) return null;
  if (TESTS.includes(root.text)) return { kind: 'test', title };
  return SUITES.includes(root.text) ? { kind: 'suite', title } : null;
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  // What is filled in is not known here; around it the tags can be read.
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
}

/** The bracket pairs at the end of a title. */
function tagsOf(title: string): string[] {
  const brackets = /((?:\s*\[[^\]]+\])+)\s*$/.exec(title)?.[1] ?? '';
  return [...brackets.matchAll(/\[([^\]]+)\]/g)].flatMap(([, inside = '']) => inside.match(TAG) ?? []);
}

/** Some ids hold a space: `POST /v2/login`, `v1 /v1/profile/me`, `sandbox POST /sandbox/jobs`. */
const TAG = /(?:sandbox )?(?:GET|POST|PUT|DELETE) \S+|v1 \S+|\S+/g;

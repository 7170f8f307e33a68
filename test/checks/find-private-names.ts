import ts from 'typescript';
import { type FieldsWord, KEPT, KEPT_IN_SQL, NAMES } from './private-names.ts';

export interface PrivateName {
  readonly line: number;
  readonly name: string;
  readonly word: string;
}

const SQL = /^\s*(?:select|insert into|update|delete from|with|create|alter)\s/i;

/** Finds names in code, and in the SQL within it, that hold a word of our own where the field has one; each name once. */
export function findPrivateNames(file: string, text: string): readonly PrivateName[] {
  const words = NAMES.filter(({ except }) => !except?.test(file));
  // Most files hold none of the words, and reading a file as code takes long.
  if (wordIn(text, words) === null) return [];
  const found = new Map<string, PrivateName>();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const note = (name: string, at: number): void => {
    const word = KEPT.has(name) || found.has(name) ? null : wordIn(name, words);
    const line = source.getLineAndCharacterOfPosition(at).line + 1;
    if (word !== null) found.set(name, { line, name, word: word.instead });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) note(node.text, node.getStart());
    for (const name of namesInSql(node)) if (!KEPT_IN_SQL.has(name)) note(name, node.getStart());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

function namesInSql(node: ts.Node): string[] {
  const sql = textOf(node);
  if (sql === null || !SQL.test(sql)) return [];
  const bare = sql.replaceAll(/--.*$/gm, '').replaceAll(/'[^']*'/g, '');
  return [...bare.matchAll(/\w+/g)].map(([name]) => name);
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' $ ');
}

/** The row of the first word that stands in a name (`takenTwins`, `MOST_TWINS`) or a text; null: none does. */
function wordIn(text: string, rows: readonly FieldsWord[]): FieldsWord | null {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return rows.find(({ words: mark }) => mark.test(words)) ?? null;
}

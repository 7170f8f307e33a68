import ts from 'typescript';

export interface FoundExpression {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** The regular expressions that a source has as literals, and the lines where it makes others. */
export function findExpressions(path: string, text: string) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const literals: FoundExpression[] = [];
  const made: number[] = [];
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ line: lineOf(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      if (ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') made.push(lineOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { literals, made };
}

import ts from 'typescript';

export interface OwnForm {
  readonly line: number;
  /** The call, shortened. */
  readonly what: string;
}

/** Ways in which code brings a text into a form of its own. */
const METHODS = ['toLowerCase', 'toLocaleLowerCase', 'toUpperCase', 'trim', 'trimStart', 'trimEnd', 'normalize'];
const IN_SQL = /\b(?:lower|upper|btrim|trim|normalize)\s{0,9}\(([^()]{0,80}(?:\([^()]{0,80}\))?[^()]{0,80})\)/gi;
/** Words of names for what tells a person, also as parts of longer ones. */
const TELLS_PERSON =
  /(?:^|_)(?:e?mails?|addresse?s?|recipients?|mailbox(?:es)?|domains?|phones?|msisdn|profiles?|slugs?|public_identifier|reply_to|cc|bcc)(?:_|$)/;

/**
 * Finds where the source folds or trims an address, a domain, a phone number or a profile, told by the names of what it does
 * that to.
 */
export function findOwnForms(path: string, source: string): readonly OwnForm[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: OwnForm[] = [];
  const note = (node: ts.Node, what: string) =>
    found.push({
      line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      what: what.replace(/\s+/g, ' ').slice(0, 100),
    });
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (METHODS.includes(name.text) && tellsPerson(namesBehind(expression))) note(node, node.getText());
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      for (const [call, of = ''] of node.getText().matchAll(IN_SQL)) if (tellsPerson(wordsIn(of))) note(node, call);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const tellsPerson = (names: readonly string[]): boolean => names.some((name) => TELLS_PERSON.test(name));

/** `fromEmail` as `from_email`. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g)].map(([name]) =>
    name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
  );

/** Names of what a method is called on, and of where its value comes from: of a list, a declaration, a field of a schema. */
function namesBehind(receiver: ts.Expression): string[] {
  const names = wordsIn(lastNames(receiver));
  const root = rootOf(receiver);
  if (ts.isIdentifier(root) && root.text === 'z') names.push(...declaredAs(receiver));
  if (!ts.isIdentifier(root)) return names;
  const origin = originOf(root);
  return origin === null ? names : [...names, ...wordsIn(origin)];
}

/** The last name of an expression, which says what it is: `email` of `mail.from?.email`; of a call, what it is called with. */
function lastNames(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node)) return METHODS.includes(node.name.text) ? '' : node.name.text;
  if (ts.isCallExpression(node)) {
    const { expression: callee } = node;
    const inner = ts.isPropertyAccessExpression(callee) ? lastNames(callee.expression) : '';
    return `${inner} ${node.arguments
      .map((one) => one.getText())
      .join(' ')
      .slice(0, 200)}`;
  }
  if (ts.isElementAccessExpression(node)) return `${lastNames(node.expression)} ${node.argumentExpression.getText()}`;
  if (ts.isBinaryExpression(node)) return `${lastNames(node.left)} ${lastNames(node.right)}`;
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return lastNames(node.expression);
  if (ts.isConditionalExpression(node)) return `${lastNames(node.whenTrue)} ${lastNames(node.whenFalse)}`;
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => lastNames(expression)).join(' ');
  return ts.isIdentifier(node) ? node.text : '';
}

function rootOf(node: ts.Expression): ts.Expression {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return rootOf(node.expression);
  return ts.isCallExpression(node) || ts.isParenthesizedExpression(node) ? rootOf(node.expression) : node;
}

/** The expression that a parameter of a callback goes through. */
function originOf(name: ts.Identifier): string | null {
  for (let node: ts.Node = name.parent; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isArrowFunction(node) || !node.parameters.some((one) => one.name.getText() === name.text)) continue;
    const call = node.parent;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return null;
    const { expression: list } = call.expression;
    const root = rootOf(list);
    // What a whole schema is about says nothing of one of its fields.
    if (ts.isIdentifier(root) && root.text === 'z') return null;
    return ts.isArrayLiteralExpression(list) ? list.elements.map((one) => one.getText()).join(' ') : lastNames(list);
  }
  return null;
}

/** The field or the constant that a schema is written down as. */
function declaredAs(node: ts.Node): string[] {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isPropertyAssignment(at) || ts.isVariableDeclaration(at)) return wordsIn(at.name.getText());
  }
  return [];
}

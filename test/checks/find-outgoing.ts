import ts from 'typescript';

export interface Outgoing {
  readonly line: number;
  /** The module, without `node:`, or the global. */
  readonly what: string;
}

/** Modules that can open a connection or ask a name server. Of a library all paths are meant. */
const MODULES = [
  ...['undici', 'net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'inspector'],
  ...['nodemailer', 'imapflow', 'pg', '@temporalio/client', '@temporalio/worker', '@temporalio/testing'],
];
/** Exports of these modules that dial nothing. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  net: ['createServer', 'isIP', 'isIPv4', 'isIPv6'],
  http: ['createServer', 'STATUS_CODES'],
};
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];
const GLOBAL_OBJECTS = ['globalThis', 'global', 'window', 'self'];

/** Every way in which the source comes by something that opens connections; types are none. */
export function findOutgoing(path: string, source: string): readonly Outgoing[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Outgoing[] = [];
  const note = (node: ts.Node, what: string) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, what });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const module = moduleOf(node.moduleSpecifier);
      if (module !== null && takesValue(node, module)) note(node, module);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      const module = moduleOf(node.moduleReference.expression);
      if (module !== null && !node.isTypeOnly) note(node, module);
    } else if (ts.isCallExpression(node)) {
      const module = loads(node.expression) ? moduleOf(node.arguments[0]) : null;
      if (module !== null) note(node, module);
    } else if (ts.isIdentifier(node) && GLOBALS.includes(node.text) && isGlobalUse(node)) note(node, node.text);
    else if (ts.isElementAccessExpression(node) && isGlobalObject(node.expression)) {
      const { argumentExpression: name } = node;
      if (!ts.isStringLiteralLike(name)) note(node, 'globalThis[…]');
      else if (GLOBALS.includes(name.text)) note(node, name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function moduleOf(specifier: ts.Expression | undefined): string | null {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return null;
  const name = specifier.text.replace(/^node:/, '');
  return MODULES.find((one) => name === one || name.startsWith(`${one}/`)) ?? null;
}

function takesValue(node: ts.ImportDeclaration | ts.ExportDeclaration, module: string): boolean {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  if (ts.isImportDeclaration(node) ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly)
    return false;
  if (ts.isImportDeclaration(node) && node.importClause?.name) return true;
  if (!bindings || (!ts.isNamedImports(bindings) && !ts.isNamedExports(bindings))) return true;
  return [...bindings.elements].some(
    ({ isTypeOnly, propertyName, name }) => !isTypeOnly && !HARMLESS[module]?.includes((propertyName ?? name).text),
  );
}

/** `import()`, `require()`, `process.getBuiltinModule()`, whatever they hang on. */
function loads(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && ['require', 'getBuiltinModule'].includes(name.text);
}

/** Not where the word is only the name of a member, a parameter or a type. */
function isGlobalUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return isGlobalObject(parent.expression);
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
    const declaration = parent.parent.parent;
    return (
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      isGlobalObject(declaration.initializer)
    );
  }
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return false;
  return !('name' in parent && parent.name === node) && !('propertyName' in parent && parent.propertyName === node);
}

const isGlobalObject = (node: ts.Expression): boolean => ts.isIdentifier(node) && GLOBAL_OBJECTS.includes(node.text);

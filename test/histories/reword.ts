import ts from 'typescript';

/** Code of ours in a bundle; what else is in it belongs to the SDK. */
const OURS = /^\.\/(?:dist\/)?(?:src\/core\/engine|workflows)\//;
/** A text for people: no name, code or length of time. */
const isText = (text: string): boolean => /\s|[A-Z][a-z]/.test(text) && !/^use strict|^\d+ \w+$/.test(text);

/** The same workflow code with every text for people in other words, and how many those were. */
export function reword(bundle: string): { readonly code: string; readonly texts: readonly string[] } {
  const source = ts.createSourceFile('bundle.js', bundle, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const places: number[] = [];
  const texts: string[] = [];
  const visit = (node: ts.Node, ours: boolean): void => {
    const name = ts.isMethodDeclaration(node) && ts.isStringLiteral(node.name) ? node.name.text : null;
    if (ours && isLiteral(node) && isText(node.text)) {
      texts.push(node.text);
      places.push(node.getStart(source) + 1);
    }
    ts.forEachChild(node, (child) => visit(child, ours || (name !== null && OURS.test(name))));
  };
  visit(source, false);
  const ends = [...places, bundle.length];
  const code = [0, ...places].map((from, index) => bundle.slice(from, ends[index])).join('In other words: ');
  return { code, texts };
}

type Literal =
  | ts.StringLiteral
  | ts.NoSubstitutionTemplateLiteral
  | ts.TemplateHead
  | ts.TemplateMiddle
  | ts.TemplateTail;

const isLiteral = (node: ts.Node): node is Literal =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

import ts from 'typescript';

export interface PrivateTitle {
  readonly line: number;
  readonly found: string;
  readonly word: string;
}

/** Words that titles of tests once had, with the field's word: those of the design's table that a word alone betrays. */
const FIELDS_WORD: readonly (readonly [private_word: RegExp, word: string])[] = [
  [/\b(?:taken|takes?|taking|took) in\b/, 'ingest, enroll, import, read: whichever it is'],
  [/\b(?:told|tells?|telling)\b/, 'report, say, name, show, notify, emit, distinguish: whichever it is'],
  [/\bsettl(?:es?|ed|ing|ements?)\b/, 'record, resolve, complete: whichever it is'],
  [/\bstandings?\b/, 'status snapshot, position: whichever it is'],
  [/\b(?:lets?|letting) out\b/, 'send'],
  [/\bcarr(?:y|ies|ied|ying) out\b/, 'execute'],
  [/\bnudg(?:es?|ed|ing)\b/, 'wake'],
  // The keys of an installation are a key ring.
  [/\b(?:bells?|(?<!\bkey )rings?|ringing|rang)\b/, 'notify, notifier'],
  [/\bgather(?:s|ed|ing)?\b/, 'batch, buffer'],
  [/\bpace[sd]?\b/, 'token bucket, rate: whichever it is'],
  [/\b(?:barred|unconcerned)\b/, 'suppressed, irrelevant'],
  [/\btwins?\b/, 'duplicate'],
  [/\b(?:ladders?|rungs?)\b/, 'probe'],
  [/\bbookings?\b/, 'slot'],
  [/\btroubl(?:es?|ed)\b/, 'bounce or complaint, failing, outage: whichever it is'],
  [/\bfates?\b/, 'migration outcome'],
];

/** Finds private words in the titles that a test file gives to `describe`, `it` and `test`, each word of a title once. */
export function findPrivateTitles(file: string, text: string): readonly PrivateTitle[] {
  // Reading a file as code takes long, and most files hold none of the words.
  if (wordsIn(text).length === 0) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: PrivateTitle[] = [];
  const visit = (node: ts.Node): void => {
    const title = titleOf(node);
    if (title !== null) {
      const line = source.getLineAndCharacterOfPosition(title.at).line + 1;
      found.push(...wordsIn(title.text).map((word) => ({ line, ...word })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The title of a test or of a group of tests, with blanks for what a template fills in; null: the node is none. */
function titleOf(node: ts.Node): { readonly at: number; readonly text: string } | null {
  if (!ts.isCallExpression(node) || !isOfTests(node.expression)) return null;
  const [title] = node.arguments;
  if (title === undefined) return null;
  const at = title.getStart();
  if (ts.isStringLiteralLike(title)) return { at, text: title.text };
  if (!ts.isTemplateExpression(title)) return null;
  return { at, text: [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join(' … ') };
}

/** `it`, `it.skipIf(…)`, `test.each(…)`, `` it.each`…` ``, `describe.concurrent.each(…)`: what begins with a name of the runner. */
function isOfTests(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return ['describe', 'it', 'test'].includes(called.text);
  if (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called)) return isOfTests(called.expression);
  return ts.isTaggedTemplateExpression(called) && isOfTests(called.tag);
}

function wordsIn(text: string): { readonly found: string; readonly word: string }[] {
  const lower = text.toLowerCase();
  return FIELDS_WORD.flatMap(([mark, word]) => {
    const found = mark.exec(lower);
    return found === null ? [] : [{ found: found[0], word }];
  });
}

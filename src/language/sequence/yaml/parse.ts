import { isScalar, parseDocument } from 'yaml';
import type { YamlReporter } from '../diagnostics/diagnostic.ts';
import { lineEndEdits } from '../fix/line-end-edits.ts';
import { excessOf } from './nesting-depth.ts';
import { createYamlReader } from './read-yaml.ts';
import { reportYamlProblems } from './report-yaml-problems.ts';
import { isNoText, unwritableAt, whatIsAt } from './unwritable.ts';
import type { YamlMap } from './yaml-value.ts';

const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 100;
/** Room for some thousand steps; reading more would take longer than anyone wants to wait. */
const MAX_TOKENS = 20_000;
/** The kind of document that is read, for messages about the whole of it. */
const SEQUENCE = { name: 'a sequence', start: 'Start with `sequence: name` and `steps:`.' };

/** Text → the document's mapping with places; null, with diagnostics, when it cannot be read at all. Never throws. */
export function parse(text: string, reporter: YamlReporter, kind = SEQUENCE): YamlMap | null {
  const start = { offset: 0, end: 1 };
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_BYTES) {
    reporter.report(
      'SEQ003',
      start,
      `the document has ${bytes} bytes, ${MAX_BYTES} is the most`,
      'Split it into several sequences.',
    );
    return null;
  }
  const strange = unwritableAt(text);
  if (strange !== null) {
    const fix = 'Remove it; if the whole file looks like this, save it as a UTF-8 text.';
    const place = { offset: strange, end: strange + 1 };
    reporter.report('SEQ071', place, `the document contains ${whatIsAt(text, strange)}`, fix);
    if (isNoText(text)) return null;
  }
  const lineEnds = lineEndEdits(text);
  const [first] = lineEnds;
  if (first) {
    const message = 'a line ends in a carriage return alone';
    reporter.report('SEQ001', first, message, 'Save the file with the line ends of Unix or Windows.', lineEnds);
    return null;
  }
  const excess = excessOf(text, { depth: MAX_DEPTH, tokens: MAX_TOKENS });
  if (excess?.of === 'depth') {
    const fix = `Nest at most ${MAX_DEPTH} levels.`;
    const place = { offset: excess.offset, end: excess.offset + 1 };
    reporter.report('SEQ001', place, 'the document is nested too deeply', fix);
    return null;
  }
  if (excess) {
    const place = { offset: excess.offset, end: excess.offset + 1 };
    const message = `the document has more than ${MAX_TOKENS} words and marks`;
    reporter.report('SEQ003', place, message, 'Split it into several sequences.');
    return null;
  }
  const document = parseDocument(text, {
    version: '1.2',
    prettyErrors: false,
    resolveKnownTags: false,
    // Done below in linear time; the library compares each key with each.
    uniqueKeys: false,
    // At `silent` the library does not report a second document either.
    logLevel: 'error',
  });
  const before = reporter.errorCount();
  if (document.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    reporter.report(
      'SEQ001',
      start,
      'the document asks for another version of YAML than 1.2',
      'Remove the %YAML line.',
    );
  }
  reportYamlProblems(text, [...document.errors, ...document.warnings], reporter);
  if (reporter.errorCount() > before) return null;
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    reporter.report('SEQ008', start, 'the document is empty', kind.start);
    return null;
  }
  const reader = createYamlReader(text, reporter);
  const value = reader.read(contents);
  if (value === null || reader.incomplete()) return null;
  if (value.kind === 'map') return value;
  reporter.report('SEQ006', value.place, `${kind.name} is a mapping`, kind.start);
  return null;
}

import type { Diagnostic } from '../diagnostic.ts';
import { DIAGNOSTICS } from '../diagnostic-codes.ts';
import type { Edit } from '../edit.ts';
import { positionOf } from './position-of.ts';

interface CheckedFile {
  /** Relative to the folder that is checked, with slashes, percent-encoded. */
  readonly uri: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

interface SarifOptions {
  readonly version: string;
  /** The address of a code's page. */
  readonly page: (code: string) => string;
}

/** Diagnostics as SARIF 2.1.0, which code hosts show beside the lines of a change. Columns count UTF-16 units, from 1. */
export function toSarif(files: readonly CheckedFile[], { version, page }: SarifOptions) {
  const codes = Object.entries(DIAGNOSTICS);
  const rules = codes.map(([id, { severity, title, reason }]) => ({
    id,
    shortDescription: { text: title },
    fullDescription: { text: reason },
    help: { text: `${title}. ${reason}`, markdown: `${title}. ${reason} [${id}](${page(id)})` },
    helpUri: page(id),
    defaultConfiguration: { level: severity },
  }));
  const index = new Map(codes.map(([id], i) => [id, i]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'overture', version, rules } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The folder in which overture was started.' } } },
        artifacts: files.map(({ uri }) => ({ location: locationOf(uri), sourceLanguage: 'yaml' })),
        results: files.flatMap((file, i) =>
          file.diagnostics.map((diagnostic) => ({
            ruleId: diagnostic.code,
            ruleIndex: index.get(diagnostic.code) ?? 0,
            level: diagnostic.severity,
            message: { text: `${diagnostic.message}. ${diagnostic.fix}` },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { ...locationOf(file.uri), index: i },
                  region: regionOf(diagnostic),
                },
              },
            ],
            ...fixesOf(file, diagnostic),
          })),
        ),
      },
    ],
  };
}

const locationOf = (uri: string) => ({ uri, uriBaseId: '%SRCROOT%' });

const regionOf = ({ line, column, length = 1 }: Diagnostic) => ({
  startLine: line,
  startColumn: column,
  endColumn: column + length,
});

function fixesOf({ uri, text }: CheckedFile, { fix, edits }: Diagnostic) {
  if (!edits) return {};
  const replacements = edits.map((edit) => ({
    deletedRegion: deletedBy(text, edit),
    insertedContent: { text: edit.text },
  }));
  return {
    fixes: [{ description: { text: fix }, artifactChanges: [{ artifactLocation: locationOf(uri), replacements }] }],
  };
}

function deletedBy(text: string, { offset, end }: Edit) {
  const [start, stop] = [positionOf(text, offset), positionOf(text, end)];
  return { startLine: start.line, startColumn: start.column, endLine: stop.line, endColumn: stop.column };
}

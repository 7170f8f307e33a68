import { resolve } from 'node:path';
import ts from 'typescript';

/** The tree with these texts in place of those on disk, and the files whose errors are asked for; null: all. */
export interface Tree {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly string[] | null;
}

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(
  { ...config, include: ['src', 'workflows', 'activities'] },
  ts.sys,
  process.cwd(),
);
const { tsBuildInfoFile: _, ...given } = options;
/** What is compiled here is nobody's to go on with. */
const whole: ts.CompilerOptions = { ...given, incremental: false };
const read = new Map<string, ts.SourceFile | undefined>();

function errorsIn({ texts, files }: Tree): string[] {
  const changed = new Map(Object.entries(texts).map(([path, text]) => [resolve(path), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (path) => changed.has(path) || fileExists(path);
  host.readFile = (path) => changed.get(path) ?? readFile(path);
  host.getSourceFile = (path, language) => {
    const text = changed.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language, true);
    if (!read.has(path)) read.set(path, getSourceFile(path, language));
    return read.get(path);
  };
  const program = ts.createProgram({
    rootNames: [...new Set([...fileNames, ...changed.keys()])],
    options: whole,
    host,
  });
  const asked = files?.map((path) => program.getSourceFile(resolve(path))) ?? [undefined];
  return asked
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => {
      const path = file?.fileName.slice(process.cwd().length + 1);
      return `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

process.once('message', (trees: readonly Tree[]) => {
  process.send?.(trees.map(errorsIn), () => process.disconnect());
});

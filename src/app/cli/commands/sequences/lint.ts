import { Command } from 'commander';
import type { LintOptions } from '../../validate/lint-files.ts';

export function lintCommand(): Command {
  return new Command('lint')
    .description('show what is valid but unwise in sequence files: only the warnings of validate')
    .argument('<file...>', 'YAML files, folders of them, or patterns like "sequences/**"; - reads standard input')
    .option('--strict', 'end with 1 when there is a warning')
    .option('--json', 'print {ok, diagnostics, digest}; an array with file names for several files')
    .action(async (named: readonly string[], options: LintOptions) => {
      const { lintFiles } = await import('../../validate/lint-files.ts');
      await lintFiles(named, options);
    });
}

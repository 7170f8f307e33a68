import { Command, Option } from 'commander';
import type { ValidateOptions } from '../../validate/validate-files.ts';

export function validateCommand(): Command {
  return new Command('validate')
    .description('check sequence files: every problem with its place and how to fix it')
    .argument('<file...>', 'YAML files, folders of them, or patterns like "sequences/**"; - reads standard input')
    .option('--json', 'print {ok, diagnostics, digest}; an array with file names for several files')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json', 'sarif']).default('text'))
    .option('--fix', 'fix what is certain (misspelled keys, missing quotes, tabs); everything else stays byte for byte')
    .option('--dry-run', 'with --fix: show what would be changed, and change nothing')
    .action(async (named: readonly string[], options: ValidateOptions) => {
      const { validateFiles } = await import('../../validate/validate-files.ts');
      await validateFiles(named, options);
    });
}

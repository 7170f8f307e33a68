import { Command } from 'commander';
import type { TestOptions } from '../../sequence-tests/run-tests.ts';

export function testCommand(): Command {
  return new Command('test')
    .description('run the tests of sequences, in virtual time and without a server')
    .argument('<path...>', 'test files, sequences (with tests beside them) or folders')
    .option('--watch', 'run what changed again, until Ctrl-C')
    .option('--filter <name>', 'only tests whose name contains this')
    .option('--json', 'print {passed, failed, tests:[{name, ok, expected, got}]}')
    .action(async (paths: readonly string[], options: TestOptions) => {
      const { runTests } = await import('../../sequence-tests/run-tests.ts');
      await runTests(paths, options);
    });
}

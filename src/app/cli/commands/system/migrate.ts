import { Command } from 'commander';
import { withFoundHome } from '../../find-system.ts';
import { printJson, printLine } from '../../print.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date (DATABASE_URL, or the one that runs in the home folder)')
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { migrateAll } = await import('../../../main/migrate-all.ts');
      const ran = await migrateAll(await withFoundHome());
      if (json) printJson({ ran });
      else printLine(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`);
    });
}

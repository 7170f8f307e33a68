import { Command } from 'commander';
import { withFoundHome } from '../../find-system.ts';
import { printJson, printLine } from '../../print.ts';

export function recountCommand(): Command {
  return new Command('recount')
    .description(
      'count the numbers of all campaigns anew and mend what differs (DATABASE_URL, or the database that runs in the home folder)',
    )
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { describeMiscounted, recountAll } = await import('../../../main/recount.ts');
      const { campaigns, mended } = await recountAll(await withFoundHome());
      if (json) return printJson({ campaigns, mended });
      for (const one of mended) printLine(`mended: ${describeMiscounted(one)}`);
      const found =
        mended.length === 0 ? 'every number was right' : `${mended.length} numbers were wrong, and are mended`;
      printLine(`Counted ${campaigns} campaigns: ${found}.`);
    });
}

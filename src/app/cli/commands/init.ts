import { relative } from 'node:path';
import { Command } from 'commander';
import { createFolder } from '../init/create-folder.ts';
import { printJson, printLine } from '../print.ts';

export function initCommand(): Command {
  return new Command('init')
    .description('set up a folder of your own: a commented sequence, its tests, completion in editors, a CI example')
    .argument('[folder]', 'made when it is not there', '.')
    .option('--json', 'print {folder, created, kept, outdated}')
    .action((folder: string, options: { readonly json?: boolean }) => {
      const made = createFolder(folder);
      if (options.json) {
        printJson({ folder, ...made });
        return;
      }
      for (const path of made.created) printLine(`+ ${path}`);
      for (const path of made.kept) printLine(`= ${path} is there already and was not touched`);
      for (const path of made.outdated) {
        printLine(`! ${path} is not this version's: remove it and run \`overture init\` again for the present one`);
      }
      if (made.created.length === 0) {
        printLine('Nothing to do: all of it is there.');
        return;
      }
      printLine('\nNext:');
      if (relative('.', folder) !== '') printLine(`  cd ${folder}`);
      printLine('  overture validate sequences/welcome.yaml');
      printLine('  overture test sequences --watch');
      printLine('  overture simulate sequences/welcome.yaml --leads 200 --days 30');
    });
}

import { relative } from 'node:path';
import { Command } from 'commander';
import { createFolder } from '../../init/create-folder.ts';
import { printJson, printLine } from '../../print.ts';

export function initCommand(): Command {
  return new Command('init')
    .description('set up a folder of your own: a commented sequence, its tests, completion in editors, a CI example')
    .argument('[folder]', 'made when it is not there', '.')
    .option('--package <spec>', "what npm installs of Overture there: a version, a repository's address or a file")
    .option('--json', 'print {folder, created, kept, outdated, to_install}')
    .action((folder: string, { json, ...options }: { readonly json?: boolean; readonly package?: string }) => {
      const made = createFolder(folder, options);
      if (json) {
        printJson({ folder, ...made });
        return;
      }
      for (const path of made.created) printLine(`+ ${path}`);
      for (const path of made.kept) printLine(`= ${path} already exists and was not changed`);
      for (const path of made.outdated) {
        printLine(`! ${path} is not this version's: remove it and run \`overture init\` again for the present one`);
      }
      if (made.to_install !== null) printLine(`! package.json does not name Overture yet: ${made.to_install}`);
      if (made.created.length === 0) {
        printLine('Nothing to do: everything is already there.');
        return;
      }
      printLine('\nNext:');
      if (relative('.', folder) !== '') printLine(`  cd ${folder}`);
      printLine(`  ${made.to_install ?? 'npm install'}`);
      printLine('  npx overture validate sequences/welcome.yaml');
      printLine('  npx overture test sequences --watch');
      printLine('  npx overture simulate sequences/welcome.yaml --leads 200 --days 30');
    });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { PACKAGE_ROOT } from '../main/package-root.ts';
import { campaignsCommand } from './commands/campaigns.ts';
import { devCommand } from './commands/dev.ts';
import { doctorCommand } from './commands/doctor.ts';
import { enrollmentsCommand } from './commands/enrollments.ts';
import { explainCommand } from './commands/explain.ts';
import { graphCommand } from './commands/graph.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/keys.ts';
import { migrateCommand } from './commands/migrate.ts';
import { apiCommand, v2Command, workerCommand } from './commands/roles.ts';
import { simulateCommand } from './commands/simulate.ts';
import { tasksCommand } from './commands/tasks.ts';
import { testCommand } from './commands/test.ts';
import { validateCommand } from './commands/validate.ts';

export function createProgram(): Command {
  const program = new Command('overture')
    .description('Runs outreach sequences written in YAML: who is contacted, when, and why.')
    .version(version())
    .showHelpAfterError('(overture --help lists the commands)')
    .configureHelp({ sortSubcommands: false })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 problem found, 2 wrong use, 3 could not reach something.\nStart with: overture dev',
    );
  for (const command of [
    devCommand(),
    initCommand(),
    validateCommand(),
    simulateCommand(),
    testCommand(),
    graphCommand(),
    campaignsCommand(),
    enrollmentsCommand(),
    explainCommand(),
    tasksCommand(),
    keysCommand(),
    doctorCommand(),
    migrateCommand(),
    apiCommand(),
    workerCommand(),
    v2Command(),
  ]) {
    program.addCommand(command);
  }
  throwInsteadOfExit(program);
  return program;
}

/** Commander would end the process itself, with 1 for wrong use. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
}

import { Command } from 'commander';
import { accountsCommand } from './commands/accounts.ts';
import { applyCommand } from './commands/apply.ts';
import { auditCommand } from './commands/audit.ts';
import { campaignsCommand } from './commands/campaigns.ts';
import { candidatesCommand } from './commands/candidates.ts';
import { capacityCommand } from './commands/capacity.ts';
import { clockCommand } from './commands/clock.ts';
import { completionCommand } from './commands/completion.ts';
import { controlCommands } from './commands/control.ts';
import { devCommand } from './commands/dev.ts';
import { diffCommand } from './commands/diff.ts';
import { doctorCommand } from './commands/doctor.ts';
import { enrollCommand } from './commands/enroll.ts';
import { enrollmentsCommand } from './commands/enrollments.ts';
import { eventsCommand } from './commands/events.ts';
import { experimentsCommand } from './commands/experiments.ts';
import { explainCommand } from './commands/explain.ts';
import { graphCommand } from './commands/graph.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/keys.ts';
import { lintCommand } from './commands/lint.ts';
import { migrateCommand } from './commands/migrate.ts';
import { peopleCommand } from './commands/people.ts';
import { planCommand } from './commands/plan.ts';
import { apiCommand, v2Command, workerCommand } from './commands/roles.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { sequencesCommand } from './commands/sequences.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { simulateCommand } from './commands/simulate.ts';
import { suppressCommand } from './commands/suppress.ts';
import { tasksCommand } from './commands/tasks.ts';
import { testCommand } from './commands/test.ts';
import { validateCommand } from './commands/validate.ts';
import { packageManifest } from './package-manifest.ts';

export function createProgram(): Command {
  const program = new Command('overture')
    .description('Runs outreach sequences written in YAML: who is contacted, when, and why.')
    .version(packageManifest().version)
    // Else `--version 2` of a command would be taken for the program's own.
    .enablePositionalOptions()
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
    lintCommand(),
    simulateCommand(),
    testCommand(),
    graphCommand(),
    diffCommand(),
    planCommand(),
    applyCommand(),
    rollbackCommand(),
    sequencesCommand(),
    enrollCommand(),
    importCommand(),
    candidatesCommand(),
    campaignsCommand(),
    experimentsCommand(),
    accountsCommand(),
    capacityCommand(),
    enrollmentsCommand(),
    peopleCommand(),
    explainCommand(),
    ...controlCommands(),
    auditCommand(),
    tasksCommand(),
    suppressCommand(),
    eventsCommand(),
    keysCommand(),
    sessionsCommand(),
    clockCommand(),
    doctorCommand(),
    migrateCommand(),
    apiCommand(),
    workerCommand(),
    v2Command(),
    completionCommand(() => program),
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

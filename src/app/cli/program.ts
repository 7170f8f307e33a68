import { Command } from 'commander';
import { packageManifest } from './package-manifest.ts';

/**
 * Commands by their name, in the order of the help. A command that the command line does not name is not loaded: most of what
 * there is would be for nothing.
 */
const COMMANDS: Readonly<Record<string, (whole: () => Command) => Promise<Command>>> = {
  dev: async () => (await import('./commands/system/dev.ts')).devCommand(),
  init: async () => (await import('./commands/sequences/init.ts')).initCommand(),
  validate: async () => (await import('./commands/sequences/validate.ts')).validateCommand(),
  lint: async () => (await import('./commands/sequences/lint.ts')).lintCommand(),
  simulate: async () => (await import('./commands/sequences/simulate.ts')).simulateCommand(),
  test: async () => (await import('./commands/sequences/test.ts')).testCommand(),
  graph: async () => (await import('./commands/sequences/graph.ts')).graphCommand(),
  diff: async () => (await import('./commands/sequences/diff.ts')).diffCommand(),
  plan: async () => (await import('./commands/sequences/plan.ts')).planCommand(),
  apply: async () => (await import('./commands/sequences/apply.ts')).applyCommand(),
  rollback: async () => (await import('./commands/sequences/rollback.ts')).rollbackCommand(),
  'send-test': async () => (await import('./commands/sequences/send-test.ts')).sendTestCommand(),
  sequences: async () => (await import('./commands/sequences/sequences.ts')).sequencesCommand(),
  enroll: async () => (await import('./commands/campaigns/enroll.ts')).enrollCommand(),
  import: async () => (await import('./commands/campaigns/import.ts')).importCommand(),
  candidates: async () => (await import('./commands/campaigns/candidates.ts')).candidatesCommand(),
  campaigns: async () => (await import('./commands/campaigns/campaigns.ts')).campaignsCommand(),
  forecast: async () => (await import('./commands/campaigns/forecast.ts')).forecastCommand(),
  experiments: async () => (await import('./commands/campaigns/experiments.ts')).experimentsCommand(),
  results: async () => (await import('./commands/campaigns/results.ts')).resultsCommand(),
  report: async () => (await import('./commands/campaigns/report.ts')).reportCommand(),
  accounts: async () => (await import('./commands/accounts/accounts.ts')).accountsCommand(),
  capacity: async () => (await import('./commands/accounts/capacity.ts')).capacityCommand(),
  enrollments: async () => (await import('./commands/people/enrollments.ts')).enrollmentsCommand(),
  people: async () => (await import('./commands/people/people.ts')).peopleCommand(),
  inbox: async () => (await import('./commands/people/inbox.ts')).inboxCommand(),
  erase: async () => (await import('./commands/people/erase.ts')).eraseCommand(),
  settings: async () => (await import('./commands/system/settings.ts')).settingsCommand(),
  explain: async () => (await import('./commands/people/explain.ts')).explainCommand(),
  pause: async () => (await import('./commands/people/control.ts')).controlCommand('pause'),
  resume: async () => (await import('./commands/people/control.ts')).controlCommand('resume'),
  stop: async () => (await import('./commands/people/control.ts')).controlCommand('stop'),
  skip: async () => (await import('./commands/people/control.ts')).controlCommand('skip'),
  retry: async () => (await import('./commands/people/control.ts')).controlCommand('retry'),
  reschedule: async () => (await import('./commands/people/control.ts')).controlCommand('reschedule'),
  audit: async () => (await import('./commands/system/audit.ts')).auditCommand(),
  tasks: async () => (await import('./commands/people/tasks.ts')).tasksCommand(),
  addresses: async () => (await import('./commands/people/addresses.ts')).addressesCommand(),
  suppress: async () => (await import('./commands/people/suppress.ts')).suppressCommand(),
  events: async () => (await import('./commands/system/events.ts')).eventsCommand(),
  webhooks: async () => (await import('./commands/system/webhooks.ts')).webhooksCommand(),
  keys: async () => (await import('./commands/access/keys.ts')).keysCommand(),
  users: async () => (await import('./commands/access/users.ts')).usersCommand(),
  sessions: async () => (await import('./commands/access/sessions.ts')).sessionsCommand(),
  'audit-log': async () => (await import('./commands/access/audit-log.ts')).auditLogCommand(),
  clock: async () => (await import('./commands/system/clock.ts')).clockCommand(),
  mcp: async () => (await import('./commands/system/mcp.ts')).mcpCommand(),
  doctor: async () => (await import('./commands/system/doctor.ts')).doctorCommand(),
  migrate: async () => (await import('./commands/system/migrate.ts')).migrateCommand(),
  recount: async () => (await import('./commands/system/recount.ts')).recountCommand(),
  deployment: async () => (await import('./commands/system/deployment.ts')).deploymentCommand(),
  api: async () => (await import('./commands/system/roles.ts')).apiCommand(),
  worker: async () => (await import('./commands/system/roles.ts')).workerCommand(),
  v2: async () => (await import('./commands/system/roles.ts')).v2Command(),
  completion: async (whole) => (await import('./commands/system/completion.ts')).completionCommand(whole),
};

/** Words that need all commands: the list of them, and what completes each. */
const ABOUT_ALL = ['help', 'completion'];

/** The program that understands `words`, with the command that they begin with alone; with all where they begin otherwise. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const [first = ''] = words;
  const isOne = Object.hasOwn(COMMANDS, first) && !ABOUT_ALL.includes(first);
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
  for (const name of isOne ? [first] : Object.keys(COMMANDS)) {
    const command = await COMMANDS[name]?.(() => program);
    if (command) program.addCommand(command);
  }
  throwInsteadOfExit(program);
  program.hook('preAction', (_, command) => takeFromAbove(command));
  return program;
}

/** Commander would end the process itself, with 1 for wrong use. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}

/** An option that a command shares with the one above it is taken by that one, wherever it stands; it was meant for both. */
function takeFromAbove(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    for (let above = command.parent; above !== null; above = above.parent) {
      const isOwn = above.options.some((one) => one.attributeName() === name);
      if (isOwn && above.getOptionValueSource(name) === 'cli' && command.getOptionValueSource(name) !== 'cli')
        command.setOptionValueWithSource(name, above.getOptionValue(name), 'cli');
    }
  }
}

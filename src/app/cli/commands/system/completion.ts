import { Argument, type Command, Command as NewCommand } from 'commander';
import { scriptFor } from '../../completion/script-for.ts';
import { SHELLS, type Shell } from '../../completion/shells.ts';
import { printText } from '../../print.ts';

const SET_UP = `
Set it up:
  bash   overture completion bash >> ~/.bashrc
  zsh    overture completion zsh > "\${fpath[1]}/_overture"
  fish   overture completion fish > ~/.config/fish/completions/overture.fish`;

/** The whole command line is asked for when it is needed: this command is a part of it. */
export function completionCommand(program: () => Command): Command {
  return new NewCommand('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'which').choices(SHELLS))
    .addHelpText('after', SET_UP)
    .action((shell: Shell) => printText(scriptFor(shell, program())));
}

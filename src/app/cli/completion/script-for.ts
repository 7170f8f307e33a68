import type { Command } from 'commander';
import type { Shell } from './shells.ts';

interface Word {
  readonly text: string;
  readonly about: string;
}

/** Words that may follow some commands: `accounts` → `list`, `show`, `--json`. */
interface Place {
  /** Empty for the program itself. */
  readonly path: string;
  readonly words: readonly Word[];
  /** Words that lead to subcommands of their own. */
  readonly commands: readonly string[];
}

/** A script with all that can be completed in it: asking the program itself at each key would take as long as starting it. */
export function scriptFor(shell: Shell, program: Command): string {
  const places = placesOf(program, '');
  switch (shell) {
    case 'bash':
      return bash(places);
    case 'zsh':
      return zsh(places);
    case 'fish':
      return fish(places);
  }
}

function placesOf(command: Command, path: string): Place[] {
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const words = [
    ...command.commands.map((child) => ({ text: child.name(), about: child.description() })),
    ...choices.map((text) => ({ text, about: '' })),
    ...command.options.flatMap(({ long, description }) => (long ? [{ text: long, about: description }] : [])),
    { text: '--help', about: 'how it is used' },
  ];
  const below = command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`.trim()));
  return [{ path, words, commands: command.commands.map((child) => child.name()) }, ...below];
}

/** Finds in `place` the commands that stand before the cursor, which `list` gives. */
function walk(places: readonly Place[], list: string): string {
  const known = places.flatMap(({ path, commands }) => commands.map((name) => `"${path}/${name}"`)).join(' | ');
  return `  local place="" word
  for word in ${list}; do
    case "$place/$word" in
      ${known}) place="\${place:+$place }$word" ;;
    esac
  done`;
}

function bash(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => `    "${path}") known="${words.map(({ text }) => text).join(' ')}" ;;`);
  return `# Completion of overture for bash: overture completion bash >> ~/.bashrc
_overture() {
${walk(places, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  local known=""
  case "$place" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$known" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _overture overture`;
}

function zsh(places: readonly Place[]): string {
  // `_describe` parts the word from what it is by a colon.
  const entry = ({ text, about }: Word) =>
    `'${quoted(about === '' ? text : `${text}:${about.replaceAll(':', '\\:')}`)}'`;
  const cases = places.map(({ path, words }) => `    "${path}") known=(${words.map(entry).join(' ')}) ;;`);
  return `#compdef overture
# Completion of overture for zsh: overture completion zsh > "\${fpath[1]}/_overture"
_overture() {
${walk(places, `"\${(@)words[2,CURRENT-1]}"`)}
  local -a known
  case "$place" in
${cases.join('\n')}
  esac
  _describe overture known || _files
}
if [ "$funcstack[1]" = "_overture" ]; then _overture "$@"; else compdef _overture overture; fi`;
}

function fish(places: readonly Place[]): string {
  const known = places.flatMap(({ path, commands }) => commands.map((name) => `'${path}/${name}'`)).join(' ');
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ text, about }) => {
      const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
      return `complete -c overture -n '__overture_at "${path}"' ${word}${about === '' ? '' : ` -d '${escaped(about)}'`}`;
    }),
  );
  return `# Completion of overture for fish: overture completion fish > ~/.config/fish/completions/overture.fish
function __overture_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$place/$word" ${known}
      set place (string trim -- "$place $word")
    end
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}`;
}

const quoted = (text: string): string => text.replaceAll("'", "'\\''");
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

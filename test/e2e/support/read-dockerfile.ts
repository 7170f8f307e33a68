import { z } from 'zod';

export interface Instruction {
  readonly line: number;
  readonly name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The instructions in their order; lines that go on with a backslash are one, comments are none. */
export function readDockerfile(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let begun: Begun | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const goesOn = line.endsWith('\\');
    const part: string = (goesOn ? line.slice(0, -1) : line).trim();
    const whole: Begun =
      begun === null ? { line: index + 1, text: part } : { line: begun.line, text: `${begun.text} ${part}` };
    begun = goesOn ? whole : null;
    if (!goesOn) instructions.push(instructionOf(whole));
  }
  return instructions;
}

interface Begun {
  readonly line: number;
  readonly text: string;
}

function instructionOf({ line, text }: Begun): Instruction {
  const words = text.split(' ');
  const name = (words.shift() ?? '').toUpperCase();
  const flags: Record<string, string> = {};
  while (words[0]?.startsWith('--')) {
    const [flag = '', value = ''] = (words.shift() ?? '').slice(2).split('=');
    flags[flag] = value;
  }
  return { line, name, flags, text: words.join(' ') };
}

/** `["node", "x"]` of an ENTRYPOINT or CMD. */
export const execForm = (text: string): string[] => z.array(z.string()).min(1).parse(JSON.parse(text));

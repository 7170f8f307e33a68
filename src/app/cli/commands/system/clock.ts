import { Command } from 'commander';
import { createApiClient } from '../../api-client.ts';
import { printJson, printLine } from '../../print.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly jump?: boolean;
  readonly to?: string;
  readonly json?: boolean;
}

export function clockCommand(): Command {
  return tellsTimes(new Command('clock'))
    .description('the time of a sandbox: what is at work, what is due next, and a jump there')
    .option('--jump', 'jump to what is due next; refused while something is at work')
    .option('--to <time>', 'jump there, whatever is at work, such as 2026-03-02T09:00:00+01:00')
    .option('--json', 'print what the API answers')
    .addHelpText(
      'after',
      '\noverture dev --jump jumps by itself. Only the sandbox of our own V2 service can be moved in time.',
    )
    .action(async ({ jump, to, json, ...asked }: Options) => {
      const { second, zone } = timesOf(asked);
      const timeOf = (time: string): string => `${second(time)} ${zone}`;
      const api = createApiClient();
      if (jump || to !== undefined) {
        const answer = await api.jumpClock({ body: to === undefined ? {} : { to } });
        if (json) return printJson(answer);
        return printLine(answer.jumped_to === null ? 'Nothing is due, ever.' : `It is ${timeOf(answer.jumped_to)}.`);
      }
      const [{ speed }, seen] = [await api.getClock(), await api.getQuiet()];
      if (json) return printJson({ ...seen, speed });
      printLine(
        `It is ${timeOf(seen.now)}${speed === 1 ? '' : `, and time runs ${speed} times as fast as on the wall`}.`,
      );
      if (!seen.is_quiet) {
        printLine('At work:');
        for (const { what, count } of seen.under_way) printLine(`  ${count} ${what}`);
      } else printLine('Nothing is at work.');
      printLine(seen.next === null ? 'Nothing is due later.' : `Due next: ${seen.next.what}, ${timeOf(seen.next.at)}.`);
    });
}

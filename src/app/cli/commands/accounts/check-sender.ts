import { Command } from 'commander';
import { checkSender } from '../../../../runtime/deliverability/check-sender.ts';
import { createDns } from '../../../../runtime/deliverability/dns.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { createApiClient, queryOf } from '../../api-client.ts';
import { EXIT, printJson, printLine } from '../../print.ts';

type Report = Pick<ResultOf<'checkDeliverability'>, 'email' | 'findings'>;
type Shown = Report['findings'][number];

interface Options {
  readonly selector: readonly string[];
  readonly server?: string;
  readonly json?: boolean;
}

/** `overture accounts check`: an account's mailbox through the API, or any address by itself. */
export function checkSenderCommand(): Command {
  return new Command('check')
    .description('check whether its mail arrives: SPF, DKIM, DMARC, reverse name, limit, health; what to fix')
    .argument('<id or address>', 'an account, or an address that is not an account yet')
    .option('--selector <name>', 'of a DKIM key; may be repeated', (name, all: string[]) => [...all, name], [])
    .option('--server <host>', 'where its mail leaves from, if that is a server of your own')
    .option('--json', 'print {email, findings}')
    .addHelpText('after', '\nExit code 1: something is broken. What the name servers do not answer is not judged.')
    .action(async (subject: string, { selector, server }: Options, self: Command) => {
      const one = subject.includes('@')
        ? await ofAddress(subject, selector, server ?? null)
        : await createApiClient().checkDeliverability({
            params: { id: subject },
            query: queryOf('checkDeliverability', { selector, server }),
          });
      if (one.findings.some(({ state }) => state === 'broken')) process.exitCode = EXIT.problem;
      if (self.optsWithGlobals<Options>().json) return printJson(one);
      printLine(one.email);
      for (const line of one.findings.flatMap(linesOf)) printLine(line);
    });
}

async function ofAddress(email: string, selectors: readonly string[], server: string | null): Promise<Report> {
  return { email, findings: await checkSender(createDns(), { email, selectors, server, figures: null }) };
}

const SIGNS = { good: 'ok', improve: 'improve', broken: 'BROKEN', unknown: 'unknown' } as const;

function linesOf({ check, state, says, found, fix }: Shown): string[] {
  const indent = ' '.repeat(24);
  return [
    `  ${SIGNS[state].padEnd(8)}  ${check.replace('_', ' ').padEnd(12)}  ${says}`,
    ...(found === null ? [] : [`${indent}found: ${found}`]),
    ...(fix === null ? [] : [`${indent}fix: ${fix}`]),
  ];
}

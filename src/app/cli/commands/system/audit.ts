import { Command, InvalidArgumentError } from 'commander';
import type { AuditReport } from '../../../../runtime/audit/audit.ts';
import type { Rule } from '../../../../runtime/audit/exception.ts';
import { readDate } from '../../../../shared/kit/read-date.ts';
import { withFoundHome } from '../../find-system.ts';
import { EXIT, printJson, printLine } from '../../print.ts';
import { type Times, tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

const RULES: Readonly<Record<Rule, string>> = {
  contacted_twice: 'Contacted twice for one step',
  after_a_stop: 'Contacted after a stop',
  after_do_not_contact: 'Contacted while on the do-not-contact list',
  above_a_limit: 'Above a limit',
  ledger_denies: "In the service's log, but not done according to the ledger",
  without_intent: "Under a key of ours in the service's log, but forgotten by the ledger",
  service_denies: "In the ledger, but not in the service's log",
};

interface Options extends ZoneOption {
  readonly from?: Date;
  readonly to?: Date;
  readonly conversations?: true;
  readonly calls?: true;
  readonly json?: true;
}

export function auditCommand(): Command {
  return tellsTimes(new Command('audit'))
    .description(
      'compare the ledger with the log of the V2 service: nobody contacted twice or after a stop, no limit exceeded',
    )
    .option(
      '--from <time>',
      'virtual time, such as 2026-03-02 or 2026-03-02T09:00:00Z (default: the first call)',
      readTime,
    )
    .option('--to <time>', 'virtual time (default: the last call)', readTime)
    .option('--conversations', 'also read the conversations; the service charges 1 credit per 10 messages')
    .option('--calls', 'also list each call that counts against a limit, with its day and whether it failed')
    .option('--json', 'print as JSON')
    .action(async ({ from, to, conversations, calls, json, ...zone }: Options) => {
      const { auditLedger } = await import('../../../main/audit-ledger.ts');
      const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const { counted, ...report } = await auditLedger(await withFoundHome(), {
        ...period,
        conversations: conversations ?? false,
      });
      if (json) printJson(calls ? { ...report, counted } : report);
      else printReport(report, calls ? counted : [], timesOf(zone));
      process.exitCode = report.exceptions.length === 0 ? EXIT.done : EXIT.problem;
    });
}

function printReport(report: Omit<AuditReport, 'counted'>, counted: AuditReport['counted'], times: Times): void {
  printLine(`${times.second(report.from)} to ${times.second(report.to)}. ${times.head}`);
  printLine(
    `${report.calls} calls by ${report.accounts} accounts to ${report.people} people, by the service's own log`,
  );
  if (report.failed > 0) {
    printLine(`${count(report.failed, 'call')} failed; what may have reached the network counts against the limits`);
  }
  if (report.answers > 0) {
    printLine(`${count(report.answers, 'of them is an answer', 'of them are answers')} that people of ours wrote`);
  }
  if (report.of_others > 0) printLine(`${report.of_others} of them are not ours: other programs use these accounts`);
  if (report.conversations > 0) {
    printLine(`${count(report.conversations, 'conversation')} read, for ${count(report.credits_spent, 'credit')}`);
  }
  for (const { day, account_id, limit_class, person, key, failed } of counted)
    printLine(
      `${day}  ${account_id}  ${limit_class}  ${person}  ${key}${failed === null ? '' : `  failed: ${failed}`}`,
    );
  for (const key of report.in_doubt) printLine(`in doubt, nothing is sent again: ${key}`);
  for (const [rule, title] of Object.entries(RULES)) {
    const found = report.exceptions.filter((one) => one.rule === rule);
    printLine(`${found.length === 0 ? '✓' : '✗'} ${title}: ${found.length === 0 ? 'nobody' : found.length}`);
    for (const { at, person, account_id, key, text } of found)
      printLine(`    ${times.second(at)}  ${person}  ${account_id}  ${key}  ${times.within(text)}`);
  }
}

const count = (number: number, what: string, many = `${what}s`): string => `${number} ${number === 1 ? what : many}`;

function readTime(text: string): Date {
  const read = readDate(text);
  if ('at' in read) return new Date(read.at);
  throw new InvalidArgumentError(`${read.message}.`);
}

import { Command } from 'commander';
import { bodyOf, createApiClient } from '../../api-client.ts';
import { pairs } from '../../pairs.ts';
import { printJson, printLine } from '../../print.ts';

interface Options {
  readonly profileUrl?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly timezone?: string;
  readonly country?: string;
  readonly var: readonly string[];
  readonly sender: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

export function enrollCommand(): Command {
  return new Command('enroll')
    .description('enroll one person in a sequence of the running engine')
    .argument('<sequence>', 'its name')
    .option('--profile-url <url>', 'the profile on the professional network')
    .option('--email <address>', 'the email address')
    .option('--phone <number>', 'the phone number')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .option('--company <name>')
    .option('--timezone <zone>', 'such as Europe/Paris')
    .option('--country <code>', 'two letters')
    .option('--var <key=value>', 'a variable of the sequence; may be repeated', collect, [])
    .option('--sender <channel=account>', 'the account of a channel; may be repeated', collect, [])
    .option('--dry-run', 'only say what would happen')
    .option('--json', 'print the enrollment')
    .action(enroll);
}

async function enroll(sequence: string, options: Options): Promise<void> {
  const fields = {
    profile_url: options.profileUrl,
    email: options.email,
    phone_number: options.phone,
    first_name: options.firstName,
    last_name: options.lastName,
    company: options.company,
    timezone: options.timezone,
    country: options.country,
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const vars = pairs('--var', options.var);
  const senders = pairs('--sender', options.sender);
  const body = {
    sequence,
    lead: { ...given, ...(options.var.length === 0 ? {} : { vars }) },
    ...(options.sender.length === 0 ? {} : { senders }),
  };
  const query = { dry_run: options.dryRun ?? false };
  const answer = await createApiClient().createEnrollment({ query, body: bodyOf('createEnrollment', body) });
  if (options.json) return printJson(answer);
  const name = `${answer.sequence}, version ${answer.version}`;
  printLine(options.dryRun ? `Would be enrolled in ${name}.` : `${answer.id}  enrolled in ${name}`);
}

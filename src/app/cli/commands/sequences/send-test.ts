import { Command } from 'commander';
import { bodyOf, createApiClient } from '../../api-client.ts';
import { findAccount } from '../../find-by-name.ts';
import { findPerson } from '../../find-person.ts';
import { printJson, printLine, printText } from '../../print.ts';

interface Options {
  readonly person?: string;
  readonly field: readonly string[];
  readonly account?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function sendTestCommand(): Command {
  return new Command('send-test')
    .description('send a text of a sequence to your own mailbox, as a person would get it; nobody else gets it')
    .argument('<sequence>', 'its name')
    .argument('<step>', 'the id of the step whose text it is')
    .option('--person <who>', 'render it for this person: name, address, profile or id')
    .option('--field <name=value...>', 'a field of the person, such as first_name=Ada', [])
    .option('--account <id>', 'the mailbox, by id, name or address; not needed where there is only one')
    .option('--dry-run', 'only show it')
    .option('--json', 'print what was sent')
    .action(async (name: string, node: string, { person, field, account, dryRun, json }: Options) => {
      const api = createApiClient();
      const lead = Object.fromEntries(field.map((one) => one.split(/=(.*)/s, 2)));
      const body = bodyOf('sendTest', {
        node,
        lead,
        ...(person === undefined ? {} : { lead_id: (await findPerson(api, person)).id }),
        ...(account === undefined ? {} : { account_id: (await findAccount(api, account)).id }),
      });
      const mail = await api.sendTest({ params: { name }, query: { dry_run: dryRun ?? false }, body });
      if (json) return printJson(mail);
      printText(`${mail.subject}\n\n${mail.text ?? mail.html ?? ''}\n`);
      printLine(
        mail.sent ? `Sent to ${mail.to}, and to nobody else.` : `It would go to ${mail.to}, and to nobody else.`,
      );
    });
}

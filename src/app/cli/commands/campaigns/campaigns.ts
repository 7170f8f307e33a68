import { Command } from 'commander';
import { createApiClient, queryOf } from '../../api-client.ts';
import { campaignInWords, followInWords, lookInWords } from '../../campaign-in-words.ts';
import { addPauseCommands } from '../../control/change-pause.ts';
import { findAccount, findCampaign } from '../../find-by-name.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly limit: string;
  readonly status?: string;
  readonly sequence?: string;
  readonly account?: string;
  readonly named?: string;
  readonly json?: boolean;
}

export function campaignsCommand(): Command {
  const command = listing(
    new Command('campaigns').description('the campaigns of the running engine with their funnel, newest first'),
  );
  command.addCommand(listing(new Command('list').description('all of them')));
  command.addCommand(showCommand());
  command.addCommand(followCommand());
  addPauseCommands(
    command,
    { what: 'campaign', find: findCampaign },
    {
      pause: 'begin none of its steps until it is resumed',
      resume: 'it continues',
      stop: 'end it and its active enrollments; this is final',
    },
  );
  return command;
}

const listing = (command: Command): Command =>
  tellsTimes(command)
    .option('--limit <n>', 'how many', '20')
    .option('--status <status>', 'importing, running, finished, paused, stopped or failed')
    .option('--sequence <name>', 'only those of this sequence')
    .option('--account <account>', 'that contact people from it: its id, name or address')
    .option('--named <words>', 'part of the name')
    .option('--json', 'print {items, next_cursor}')
    .action(async (_: object, self: Command) => {
      const { limit, status, sequence, account, named: q, json, ...zone } = self.optsWithGlobals<Options>();
      const api = createApiClient();
      const account_id = account === undefined ? undefined : (await findAccount(api, account)).id;
      const query = queryOf('listCampaigns', { limit, status, sequence, account_id, q });
      const list = await api.listCampaigns({ query });
      if (json) return printJson(list);
      if (list.items.length === 0) return printLine('No campaigns.');
      const times = timesOf(zone);
      printLine(times.head);
      printText(list.items.map((one) => campaignInWords(one, times)).join('\n\n'));
    });

const LOOKS_SHOWN = 14;

const showCommand = (): Command =>
  tellsTimes(new Command('show'))
    .description('one campaign: its funnel, and how its source is followed')
    .argument('<campaign>', 'its id, or its name')
    .option('--json', 'print the campaign, with its looks at the source')
    .action(async (said: string, _: object, self: Command) => {
      const { json, ...zone } = self.optsWithGlobals<Options>();
      const api = createApiClient();
      const { id } = await findCampaign(api, said);
      const campaign = await api.getCampaign({ params: { id } });
      const looks = await api.listCampaignLooks({ params: { id }, query: { limit: LOOKS_SHOWN } });
      if (json) return printJson({ ...campaign, latest_looks: looks.items });
      const times = timesOf(zone);
      printLine(times.head);
      const lines = looks.items.map((one) => lookInWords(one, times));
      printText([campaignInWords(campaign, times), ...lines].join('\n'));
    });

const followCommand = (): Command =>
  tellsTimes(new Command('follow'))
    .description('look at the source again every day, so that who comes later enters too')
    .argument('<campaign>', 'its id, or its name')
    .option('--end', 'no longer')
    .option('--json', 'print the campaign')
    .action(async (said: string, { end }: { readonly end?: boolean }, self: Command) => {
      const { json, ...zone } = self.optsWithGlobals<Options>();
      const api = createApiClient();
      const { id } = await findCampaign(api, said);
      const campaign = await api.changeCampaign({ params: { id }, body: { follow: end ? null : 'daily' } });
      if (json) return printJson(campaign);
      const times = timesOf(zone);
      printLine(times.head);
      printText([campaign.name, ...followInWords(campaign.follow, times)].join('\n'));
    });

import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { layout } from '../../../../shared/kit/visible.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { bodyOf, createApiClient } from '../../api-client.ts';
import { addSenders, type SenderOptions, sendersOf } from '../../campaign-senders.ts';
import { printJson, printLine, printText } from '../../print.ts';

interface Options extends SenderOptions {
  readonly sequence: string;
  readonly account?: string;
  readonly campaign?: string;
  readonly ratings?: string;
  readonly includeRejected?: boolean;
  readonly follow?: boolean;
  readonly weight?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

type Preview = Extract<ResultOf<'createCampaign'>, { readonly dry_run: boolean }>;

export function candidatesCommand(): Command {
  const command = new Command('candidates')
    .description("start a campaign of the running engine from a job's candidates")
    .argument('<job>', 'the id of the job')
    .requiredOption('--sequence <name>', 'the sequence to enroll them in')
    .option('--account <id>', 'the professional account that sees the job; not needed where there is only one')
    .option('--campaign <name>', 'its name; the same job under the same name is the same campaign', undefined)
    .option(
      '--ratings <list>',
      'which ratings to take: GOOD_FIT, MAYBE, UNRATED, NOT_A_FIT (default: all but the last)',
    )
    .option('--include-rejected', 'also candidates who were rejected')
    .option('--follow', 'look again every day: who applies later enters too, until the job closes')
    .option('--weight <n>', "its share of its accounts' slots, 1 to 100");
  return addSenders(command)
    .option('--dry-run', 'only say how many people, with which ratings, and what reading them costs')
    .option('--json', 'print the campaign, or what it would be')
    .addHelpText('after', '\nThe dry run asks the service how many there are, which costs 1 credit.')
    .action(start);
}

async function start(job: string, options: Options): Promise<void> {
  const client = createApiClient();
  const candidates = {
    account_id: options.account ?? (await onlyAccount(client)),
    job_id: job,
    ...(options.ratings === undefined ? {} : { ratings: ratingsOf(options.ratings) }),
    ...(options.includeRejected ? { include_rejected: true } : {}),
    ...(options.follow ? { follow: 'daily' } : {}),
  };
  const body = bodyOf('createCampaign', {
    name: options.campaign ?? `Candidates of job ${job}`,
    sequence: options.sequence,
    ...(options.weight === undefined ? {} : { weight: Number(options.weight) }),
    senders: sendersOf(options),
    source: { candidates },
  });
  if (options.dryRun) {
    const shown = await client.createCampaign({ query: { dry_run: true }, body });
    if (options.json) return printJson(shown);
    return 'dry_run' in shown ? printText(previewText(shown)) : undefined;
  }
  const campaign = await client.createCampaign({ body });
  if (options.json) return printJson(campaign);
  if ('dry_run' in campaign) throw new Error('a campaign was only tried out');
  printLine(`${campaign.name}  (${campaign.id}): ${campaign.status}. overture campaigns shows how far it is.`);
}

const ratingsOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => one.toUpperCase().replaceAll('-', '_'));

async function onlyAccount(client: ReturnType<typeof createApiClient>): Promise<string> {
  const { items } = await client.listAccounts();
  const fitting = items.filter(({ platform }) => platform === 'professional');
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only.id;
  const known = fitting.map(({ id, name }) => `${id} (${name})`).join(', ');
  const message = only ? 'Several professional accounts may see the job.' : 'No professional account is connected.';
  throw new CodedError('wrong_use', message, {
    fix: only ? `Name one: --account. There are ${known}.` : 'Connect one.',
  });
}

function previewText({ sequence, version, candidates, cost, follow }: Preview): string {
  if (candidates === null) return cost.text;
  const { people, ratings, include_rejected } = candidates;
  const many =
    people === null ? 'The service could not be asked how many people there are' : count(people, include_rejected);
  const rejected = include_rejected ? 'including those who were rejected' : 'without those who were rejected';
  return layout([
    `${many}: ratings ${ratings.join(', ')}; ${rejected}.`,
    `They would enter ${sequence}, version ${version}.`,
    cost.text,
    ...(follow ? [follow.text] : []),
  ]);
}

const count = (people: number, all: boolean): string =>
  `${people} ${people === 1 ? 'person' : 'people'}${all || people === 0 ? '' : ' at most'}`;

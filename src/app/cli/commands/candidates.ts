import { Command } from 'commander';
import { z } from 'zod';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { createApiClient } from '../api-client.ts';
import { listOf } from '../api-shapes.ts';
import { printJson, printLine } from '../print.ts';

interface Options {
  readonly sequence: string;
  readonly account?: string;
  readonly campaign?: string;
  readonly ratings?: string;
  readonly includeRejected?: boolean;
  readonly weight?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const started = z.looseObject({ id: z.string(), name: z.string(), status: z.string() });
const preview = z.looseObject({
  sequence: z.string(),
  version: z.number(),
  candidates: z.object({
    people: z.number().nullable(),
    ratings: z.array(z.string()),
    include_rejected: z.boolean(),
    asking_credits: z.number(),
  }),
  cost: z.object({ credits: z.number(), text: z.string() }),
});
type Preview = z.output<typeof preview>;
const sender = z.looseObject({ id: z.string(), name: z.string(), platform: z.string() });

export function candidatesCommand(): Command {
  return new Command('candidates')
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
    .option('--weight <n>', 'its share of its accounts’ slots, 1 to 100')
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
  };
  const body = {
    name: options.campaign ?? `Candidates of job ${job}`,
    sequence: options.sequence,
    ...(options.weight === undefined ? {} : { weight: Number(options.weight) }),
    source: { candidates },
  };
  if (options.dryRun) {
    const shown = await client.post('/api/campaigns?dry_run=true', body, preview);
    return options.json ? printJson(shown) : printLine(previewText(shown));
  }
  const campaign = await client.post('/api/campaigns', body, started);
  if (options.json) return printJson(campaign);
  printLine(`${campaign.name}  (${campaign.id}): ${campaign.status}. overture campaigns shows how far it is.`);
}

const ratingsOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => one.toUpperCase().replaceAll('-', '_'));

async function onlyAccount(client: ReturnType<typeof createApiClient>): Promise<string> {
  const { items } = await client.get('/api/accounts', listOf(sender));
  const fitting = items.filter(({ platform }) => platform === 'professional');
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only.id;
  const known = fitting.map(({ id, name }) => `${id} (${name})`).join(', ');
  const message = only ? 'Several professional accounts may see the job.' : 'No professional account is connected.';
  throw new CodedError('wrong_use', message, {
    fix: only ? `Name one: --account. There are ${known}.` : 'Connect one.',
  });
}

function previewText({ sequence, version, candidates, cost }: Preview): string {
  const { people, ratings, include_rejected } = candidates;
  const many =
    people === null ? 'The service could not be asked how many people there are' : count(people, include_rejected);
  const rejected = include_rejected ? 'including those who were rejected' : 'without those who were rejected';
  return [
    `${many}: ratings ${ratings.join(', ')}; ${rejected}.`,
    `They would enter ${sequence}, version ${version}.`,
    cost.text,
  ].join('\n');
}

const count = (people: number, all: boolean): string =>
  `${people} ${people === 1 ? 'person' : 'people'}${all || people === 0 ? '' : ' at most'}`;

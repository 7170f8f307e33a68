import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { cutText } from '../../../../shared/kit/cut-text.ts';
import type { AskedOf, ResultOf } from '../../../api-client/asked.ts';
import { type ApiClient, createApiClient, queryOf } from '../../api-client.ts';
import { nameOf } from '../../api-shapes.ts';
import { findCampaign } from '../../find-by-name.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly by?: string;
  readonly window?: string;
  readonly people?: boolean;
  readonly step?: string;
  readonly result?: string;
  readonly standing?: string;
  readonly answered?: string;
  readonly contacted?: string;
  readonly accepted?: string;
  readonly replied?: string;
  readonly positive?: string;
  readonly label?: string;
  readonly judged?: string;
  readonly outcome?: string;
  readonly split?: string;
  readonly arm?: string;
  readonly group?: string;
  readonly csv?: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

type Results = ResultOf<'getCampaignResults'>;

export function resultsCommand(): Command {
  return tellsTimes(new Command('results'))
    .description(
      'what a campaign has brought: funnel, reply rate, groups, cost, times; and the people behind each number',
    )
    .argument('<campaign>', 'its id or name')
    .option(
      '--by <what>',
      'group by week, sender, company, country, location, timezone, headline or vars.<name> (default: week)',
    )
    .option('--window <days>', 'judge a person so many days after the first contact (default: 14)')
    .option('--people', 'list the people of the filters below; each number of the results is one such filter')
    .option('--step <step>', 'for whom this step was begun')
    .option('--result <result>', 'how it went for them: done, in_doubt, refused or not_done')
    .option('--standing <step>', 'who stand at this step now')
    .option('--answered <step>', 'whose reply was the answer to this step')
    .option('--contacted <true|false>', 'whom something has reached')
    .option('--accepted <true|false>', 'who accepted an invitation')
    .option('--replied <true|false>', 'who replied')
    .option('--positive <true|false>', 'whose answer has a label that is positive')
    .option('--label <name>', 'whose answer has this label; none: without one')
    .option('--judged <true|false>', 'whose days after the first contact are over')
    .option('--outcome <name>', 'how it ended for them')
    .option('--split <id>', 'with --arm: the split, as overture experiments --json names it')
    .option('--arm <name>', 'with --split: who took this arm; what they did counts from then on')
    .option('--group <group>', 'of this group; empty: who have no value')
    .option('--csv <file>', 'write those people to this file, with every step and its time')
    .option('--limit <n>', 'with --people: how many', '50')
    .option('--cursor <cursor>', 'with --people: continue after the page that gave this cursor')
    .option('--json', 'print {enrolled, contacted, …, funnel, times, groups}; with --people {items, next_cursor}')
    .action(async (said: string, { by, window, people, csv, json, limit, cursor, zone, ...filter }: Options) => {
      const api = createApiClient();
      const { id } = await findCampaign(api, said);
      const grouping = { by, window_days: window };
      if (csv !== undefined) return writeCsv(api, id, csv, { ...grouping, ...filter });
      if (people) return list(api, id, { ...grouping, ...filter, limit, cursor }, { json, zone });
      const found = await api.getCampaignResults(
        { params: { id }, query: queryOf('getCampaignResults', grouping) },
        { timeout: LONGEST },
      );
      if (json) return printJson(found);
      show(found);
    });
}

async function writeCsv(api: ApiClient, id: string, file: string, asked: object): Promise<void> {
  // Said in the words of the API before anything is written.
  queryOf('getCampaignResultsFile', asked);
  const answer = await api.raw('getCampaignResultsFile', { params: { id }, query: { ...asked } }, { timeout: LONGEST });
  // The types of Node and of the DOM each declare a ReadableStream, and take the other's for another one.
  if (answer.body !== null) await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
  printLine(`The people are in ${file}`);
}

/** A large campaign takes minutes to be written. */
const LONGEST = 15 * 60_000;

async function list(
  api: ApiClient,
  id: string,
  asked: object,
  { json = false, zone }: ZoneOption & { readonly json?: boolean | undefined },
): Promise<void> {
  queryOf('listResultPeople', asked);
  const query = { ...asked } as NonNullable<AskedOf<'listResultPeople'>['query']>;
  const page = await api.listResultPeople({ params: { id }, query }, { timeout: LONGEST });
  if (json) return printJson(page);
  if (page.items.length === 0) return printLine('Nobody.');
  const times = timesOf({ zone });
  const rows = page.items.map((one) => [
    ...[
      one.enrollment_id,
      nameOf(one.lead_id === null ? null : { ...one, id: one.lead_id }),
      one.company ?? '',
      one.outcome ?? one.status,
    ],
    one.label ?? '',
    ...[one.replied_at === null ? '' : times.at(one.replied_at), cutText(one.last_words?.split('\n')[0] ?? '', 60)],
  ]);
  printLine(times.head);
  printText(formatTable(['ENROLLMENT', 'PERSON', 'COMPANY', 'OUTCOME', 'LABEL', 'REPLIED', 'LAST WORDS'], rows));
  if (page.next_cursor !== null) printLine(`More: --cursor ${page.next_cursor}`);
}

function show({
  name,
  campaign_id,
  sequence,
  window_days,
  outcomes,
  labels,
  funnel,
  times,
  by,
  groups,
  ...all
}: Results): void {
  printLine(`${name} (${campaign_id}), ${sequence}`);
  const { enrolled, contacted, accepted, replied, positive, finished, reply_rate, cost } = all;
  printLine(
    `${enrolled} enrolled, ${contacted} contacted, ${accepted} accepted, ${replied} replied, ${positive} of them positively, ${finished} finished`,
  );
  printLine(
    `Reply rate within ${window_days} days: ${sayRate(reply_rate)}, of ${reply_rate.judged} people whose days are over`,
  );
  printLine(
    `Cost: ${cost.credits} credits, ${cost.inmails} InMails; for each reply ${cost.credits_per_reply ?? '-'} and ${cost.inmails_per_reply ?? '-'}`,
  );
  const said = Object.entries(labels).map(([label, count]) => `${count} ${label}`);
  if (said.length > 0) printLine(`Labels: ${said.join(', ')}`);
  const ended = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  if (ended.length > 0) printLine(`Ended: ${ended.join(', ')}`);
  printLine();
  const steps = funnel.map((one) =>
    [
      one.title,
      one.reached,
      one.done,
      one.refused,
      one.in_doubt,
      one.not_done,
      one.standing,
      one.accepted,
      one.answered,
      one.step,
    ].map(String),
  );
  // The id is what --step and its like take.
  const head = ['REACHED', 'DONE', 'REFUSED', 'IN DOUBT', 'NOT DONE', 'STANDING', 'ACCEPTED', 'ANSWERED', 'ID'];
  printText(formatTable(['STEP', ...head], steps));
  printLine();
  const rows = groups.map((one) =>
    [
      one.group ?? '-',
      one.enrolled,
      one.contacted,
      one.accepted,
      one.replied,
      one.positive,
      sayRate(one.reply_rate),
      one.cost.credits,
    ].map(String),
  );
  printText(
    formatTable(
      [by.toUpperCase(), 'ENROLLED', 'CONTACTED', 'ACCEPTED', 'REPLIED', 'POSITIVE', 'REPLY RATE', 'CREDITS'],
      rows,
    ),
  );
  if (times.length === 0) return;
  printLine();
  const between = times.map(({ from_title, to_title, people, hours }) =>
    [from_title, to_title, people, hours.low, hours.median, hours.high].map(String),
  );
  printText(formatTable(['FROM', 'TO', 'PEOPLE', 'HOURS: A QUARTER', 'HALF', 'THREE QUARTERS'], between));
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** `27.3 % (between 19.8 % and 36.3 %)` */
export const sayRate = ({ rate, low, high }: Results['reply_rate']): string =>
  rate === null ? 'not known yet' : `${percent(rate)} (between ${percent(low)} and ${percent(high)})`;

import { Command } from 'commander';
import type { ResultOf } from '../../../api-client/asked.ts';
import { createApiClient, queryOf } from '../../api-client.ts';
import { armsTable } from '../../arms-table.ts';
import { findCampaign } from '../../find-by-name.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { sharesTable } from '../../shares-table.ts';

interface Options {
  readonly window?: string;
  readonly campaign?: string;
  readonly of?: string;
  readonly first?: string;
  readonly json?: boolean;
}

type Split = ResultOf<'getExperiments'>['splits'][number];

export function experimentsCommand(): Command {
  return new Command('experiments')
    .description(
      'what the arms of the splits of a sequence have brought, and whether they differ; look whenever you like',
    )
    .argument('<sequence>', 'its name')
    .option('--window <days>', 'judge a person so many days after the first contact (default: 14)')
    .option('--campaign <campaign>', 'only the people of this campaign: its id or name')
    .option('--of <version>', 'the splits as they are in this version of the sequence (default: the current one)')
    .option('--first <metric>', 'compare by this first: positive, replied or accepted (default: positive)')
    .option('--json', 'print {sequence, version, window_days, splits}')
    .action(async (name: string, { window, campaign, of, first, json }: Options) => {
      const api = createApiClient();
      const campaign_id = campaign === undefined ? undefined : (await findCampaign(api, campaign)).id;
      const query = queryOf('getExperiments', { window_days: window, campaign_id, version: of, first });
      const found = await api.getExperiments({ params: { name }, query });
      if (json) return printJson(found);
      if (found.splits.length === 0) return printLine(`${name} has no split, so there is nothing to compare.`);
      for (const split of found.splits) printSplit(split);
      printLine(
        `People are judged ${found.window_days} days after the first contact; the intervals hold whenever you look.`,
      );
    });
}

function printSplit({ title, arms, sample_ratio, comparisons, guards, optimized, others }: Split): void {
  printLine(title);
  printText(armsTable(arms, optimized));
  if (optimized !== null) {
    printLine(`${optimized.sentence}.`);
    if (optimized.over_time.length > 1) printText(sharesTable(optimized));
  }
  if (others > 0) {
    const many = others === 1 ? '1 person' : `${others} people`;
    printLine(
      `${many} took an arm when it had other weights or steps, and ${others === 1 ? 'is' : 'are'} not counted.`,
    );
  }
  if (sample_ratio.is_off)
    printLine('The weights do not explain how many people came to each arm, so the arms cannot be compared.');
  // While nobody can be judged, that is the same of every metric.
  else {
    for (const sentence of new Set(comparisons.map((one) => one.sentence))) printLine(`${sentence}.`);
    for (const { worse, sentence } of guards) if (worse !== null) printLine(`Careful: ${sentence}.`);
  }
  printLine('');
}

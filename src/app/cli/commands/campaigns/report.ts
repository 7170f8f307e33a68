import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { type ApiClient, createApiClient, queryOf } from '../../api-client.ts';
import { findCampaign } from '../../find-by-name.ts';
import { printJson, printLine } from '../../print.ts';
import type { CampaignReport } from '../../report/campaign-report.ts';

/** The longest wait for the report of a large campaign; milliseconds. */
const LONGEST = 15 * 60_000;

interface Options {
  readonly out?: string;
  readonly window?: string;
  readonly json?: boolean;
}

export function reportCommand(): Command {
  const command = new Command('report').description('pages to pass on');
  command.addCommand(
    new Command('campaign')
      .description(
        'write one page with the funnel, the arms, the accounts and the forecast of a campaign; print it for a PDF',
      )
      .argument('<campaign>', 'its id or name')
      .option('--out <file>', 'where to (default: report-<id>.html)')
      .option('--window <days>', 'judge a person so many days after the first contact (default: 14)')
      .option('--json', 'print {file} and what the page shows')
      .action(async (said: string, { out, window, json }: Options) => {
        const api = createApiClient();
        const { id } = await findCampaign(api, said);
        const report = await readReport(api, id, window);
        const file = out ?? `report-${id}.html`;
        // The library of the charts is loaded by those who want charts.
        const { renderCampaignReport } = await import('../../report/render-campaign-report.ts');
        await writeFile(file, renderCampaignReport(report)).catch((cause: NodeJS.ErrnoException) => {
          throw new CodedError('wrong_use', `cannot write ${file}: ${cause.message}`, {
            fix: 'Name a file in a folder that exists.',
            cause,
          });
        });
        if (json) printJson({ file, ...report });
        else printLine(`The report is in ${file}; print it in a browser for a PDF.`);
      }),
  );
  return command;
}

async function readReport(api: ApiClient, id: string, window?: string): Promise<CampaignReport> {
  const grouped = (by: string) =>
    api.getCampaignResults(
      { params: { id }, query: queryOf('getCampaignResults', { by, window_days: window }) },
      { timeout: LONGEST },
    );
  const [campaign, results, senders] = [
    await api.getCampaign({ params: { id }, query: { forecast: true } }),
    await grouped('week'),
    await grouped('sender'),
  ];
  const asked = { campaign_id: id, window_days: window };
  const experiments = await api.getExperiments({
    params: { name: results.sequence },
    query: queryOf('getExperiments', asked),
  });
  const accounts: CampaignReport['accounts'][number][] = [];
  const fields: ('id' | 'name' | 'platform' | 'status')[] = ['id', 'name', 'platform', 'status'];
  for await (const account of api.each('listAccounts', { query: { fields } })) accounts.push(account);
  return { campaign, results, senders: senders.groups, splits: experiments.splits, accounts };
}

import { Command } from 'commander';
import { outcomeWords } from '../../../shared/kit/outcome-words.ts';
import { layout } from '../../../shared/kit/visible.ts';
import { createApiClient, queryOf } from '../api-client.ts';
import type { Campaign } from '../api-shapes.ts';
import { addPauseCommands } from '../control/change-pause.ts';
import { findCampaign } from '../find-by-name.ts';
import { printJson, printLine, printText } from '../print.ts';

interface Options {
  readonly limit: string;
  readonly json?: boolean;
}

export function campaignsCommand(): Command {
  const command = listing(
    new Command('campaigns').description('the campaigns of the running engine with their funnel, newest first'),
  );
  command.addCommand(listing(new Command('list').description('all of them')));
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
  command
    .option('--limit <n>', 'how many', '20')
    .option('--json', 'print {items, next_cursor}')
    .action(async (_: object, self: Command) => {
      const { limit, json } = self.optsWithGlobals<Options>();
      const list = await createApiClient().listCampaigns({ query: queryOf('listCampaigns', { limit }) });
      if (json) return printJson(list);
      if (list.items.length === 0) return printLine('No campaigns.');
      printText(list.items.map(summary).join('\n\n'));
    });

function summary({ id, name, status, error, paused, sequence, weight, counts }: Campaign): string {
  return layout([
    `${name}  (${id})`,
    `  ${sequence}, ${status}, weight ${weight}${error === null ? '' : `: ${error}`}`,
    ...pausedInWords(id, paused),
    `  ${counts.enrolled} enrolled, ${counts.queued} queued, ${counts.finished} finished${listed(counts.actions, '; ')}`,
    ...section('outcomes', counts.outcomes, outcomeWords),
    ...section('not enrolled', counts.refused),
  ]);
}

function pausedInWords(id: string, paused: Campaign['paused']): string[] {
  if (!paused) return [];
  const by = paused.by_itself ? 'paused itself' : 'paused by a person';
  return [`  ${by}${paused.note === null ? '' : `: ${paused.note}`}; to continue: overture resume --campaign ${id}`];
}

const words = (name: string): string => name.replaceAll('_', ' ');

const section = (title: string, counts: Readonly<Record<string, number>>, wordsOf = words): string[] =>
  Object.keys(counts).length === 0 ? [] : [`  ${title}: ${listed(counts, '', wordsOf)}`];

function listed(counts: Readonly<Record<string, number>>, before = '', wordsOf = words): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${wordsOf(name)}`);
  return parts.length === 0 ? '' : before + parts.join(', ');
}

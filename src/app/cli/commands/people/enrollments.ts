import { Command } from 'commander';
import { createApiClient, queryOf } from '../../api-client.ts';
import { type Enrollment, nameOf } from '../../api-shapes.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';

interface Options {
  readonly campaign?: string;
  readonly sequence?: string;
  readonly status?: string;
  readonly outcome?: string;
  readonly node?: string;
  readonly replied?: boolean;
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function enrollmentsCommand(): Command {
  return new Command('enrollments')
    .description('list enrollments of the running engine, newest first')
    .option('--campaign <id>', 'only of this campaign')
    .option('--sequence <name>', 'only of this sequence')
    .option('--status <status>', 'queued, active, paused (on any level), needs_person or finished')
    .option('--outcome <name>', 'only those with this outcome')
    .option('--node <id>', 'only those at this step')
    .option('--replied', 'only those whose person has replied, however it ended')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(async ({ campaign, json, ...filters }: Options) => {
      const replied = filters.replied === undefined ? undefined : String(filters.replied);
      const query = queryOf('listEnrollments', { ...filters, replied, campaign_id: campaign });
      const list = await createApiClient().listEnrollments({ query });
      if (json) return printJson(list);
      if (list.items.length === 0) return printLine('No enrollments.');
      printText(formatTable(['ID', 'PERSON', 'SEQUENCE', 'STATUS', 'STEP', 'WAITS FOR'], list.items.map(rowOf)));
      if (list.next_cursor !== null) printLine(`More: --cursor ${list.next_cursor}`);
    });
}

function rowOf(one: Enrollment): string[] {
  const status = one.outcome === null ? one.status : `${one.status}: ${one.outcome}`;
  return [one.id, nameOf(one.lead), one.sequence, status, one.step ?? '', one.waiting_for?.text ?? ''];
}

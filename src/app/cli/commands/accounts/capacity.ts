import { Command, InvalidArgumentError } from 'commander';
import { visibleLine } from '../../../../shared/kit/visible.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { createApiClient } from '../../api-client.ts';
import { findAccounts, onlyOne } from '../../find-by-name.ts';
import { inMailsInWords } from '../../inmails.ts';
import { printJson, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { timesIn } from '../../times.ts';

type Capacity = ResultOf<'getCapacity'>;

const NAMES: Readonly<Record<string, string>> = {
  visit: 'VISITS',
  invite: 'INVITATIONS',
  message: 'MESSAGES',
  inmail: 'INMAILS',
  email: 'EMAILS',
  credits: 'CREDITS',
};

export function capacityCommand(): Command {
  return new Command('capacity')
    .description('what an account may still send: used, booked and the cap of each class, by day')
    .argument('<account>', 'its id, or its name (then all that have this name)')
    .option('--days <n>', 'how many days, from today on', wholeNumber, 14)
    .option(
      '--json',
      'print {days: [{date, open, classes: {invite: {cap, used, booked}}}], campaigns: [{campaign_id, waiting, booked, …}]}',
    )
    .action(async (said: string, { days, json }: { readonly days: number; readonly json?: boolean }) => {
      const api = createApiClient();
      const read = (id: string) => api.getCapacity({ params: { id }, query: { days } });
      const accounts = await findAccounts(api, said);
      if (json) return printJson(await read(onlyOne('account', accounts, said).id));
      const tables = await Promise.all(accounts.map(async ({ id }) => tableOf(await read(id))));
      const titled = accounts.map(({ id, name }, index) => `${visibleLine(name)} (${id})\n\n${tables[index]}`);
      printText((accounts.length === 1 ? tables : titled).join('\n\n'));
    });
}

function tableOf({ days, timezone, inmails: seat, campaigns }: Capacity): string {
  const classes = Object.keys(days[0]?.classes ?? {});
  const header = ['DAY', ...classes.map((name) => NAMES[name] ?? name.toUpperCase())];
  const rows = days.map(({ date, open, classes: of }) => [
    open ? date : `${date} (closed)`,
    ...classes.map((name) => cellOf(Object.entries(of).find(([known]) => known === name)?.[1])),
  ]);
  const stock = seat === null ? '' : `\n${inMailsInWords(seat, timesIn(timezone))}`;
  const table = `${formatTable(header, rows)}\n\nused and booked of the cap, by the days in ${timezone}; - means no cap${stock}`;
  if (campaigns.length === 0) return table;
  const shares = campaigns.map(({ name, weight, waiting, booked, forecast_finished_at: end }) => [
    name,
    String(weight),
    String(waiting),
    String(booked),
    end ?? 'more than a year',
  ]);
  return `${table}\n\n${formatTable(['SHARED BY', 'WEIGHT', 'WAITING', 'BOOKED', 'LAST SLOT'], shares)}`;
}

function cellOf(one: Capacity['days'][number]['classes']['visit']): string {
  if (!one) return '';
  const booked = one.booked === 0 ? '' : `+${one.booked}`;
  return `${one.used}${booked} of ${one.cap ?? '-'}`;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

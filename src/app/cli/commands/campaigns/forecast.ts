import { Command } from 'commander';
import { createApiClient } from '../../api-client.ts';
import { findCampaign } from '../../find-by-name.ts';
import { printJson, printLine } from '../../print.ts';

export function forecastCommand(): Command {
  return new Command('forecast')
    .description('when a campaign ends, what holds it up, and what would end it sooner')
    .argument('<campaign>', 'its id, or its name')
    .option('--json', 'print the forecast')
    .action(async (said: string, { json }: { readonly json?: boolean }) => {
      const api = createApiClient();
      const { id, name } = await findCampaign(api, said);
      const answer = await api.forecastCampaign({ params: { id } });
      if (json) return printJson(answer);
      const { forecast, finished, leads, state, growing, held_by } = answer;
      if (state === 'ended') return printLine(`${name}: all ${leads} people have come to their end.`);
      for (const why of held_by) printLine(`${why}; what follows holds if it goes on now.`);
      if (growing) printLine('People whom its source does not show yet may come, and are not in it.');
      if (forecast === null) return printLine(`${name}: nobody is known who is not at the end.`);
      const { low, median, high } = forecast.end;
      printLine(`${name}: ${finished} of ${leads} people have come to their end.`);
      printLine(
        median === null
          ? 'It does not end within a year.'
          : `It ends about ${median}; four times in five between ${low ?? median} and ${high ?? 'later than a year'}. Days in ${forecast.timezone}.`,
      );
      if (forecast.binding !== null) printLine(forecast.binding);
      const { one_more_account: account, ten_more_invites: ten } = forecast;
      if (account)
        printLine(`One more ${account.channel} account: ${account.end}, ${days(account.days_sooner)} sooner.`);
      if (ten) printLine(`Ten more invitations a day: ${ten.end}, ${days(ten.days_sooner)} sooner.`);
      for (const [rate, { rate: value, of, did }] of Object.entries(forecast.rates)) {
        if (of > 0) printLine(`Taken for ${rate}: ${Math.round(value * 100)} % (seen: ${did} of ${of}).`);
      }
    });
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

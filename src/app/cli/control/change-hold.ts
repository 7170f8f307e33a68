import type { Command } from 'commander';
import { z } from 'zod';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { askFirst } from '../ask-first.ts';
import { EXIT, printJson, printLine } from '../print.ts';

const preview = z.looseObject({ matched: z.number() });
/** Of a campaign: what came of it stands beside the campaign. */
const change = z.looseObject({
  state: z.string().optional(),
  status: z.string().optional(),
  matched: z.number().optional(),
  control: z.looseObject({ matched: z.number() }).optional(),
});

interface Options {
  readonly note?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

interface Held {
  readonly what: 'account' | 'campaign';
  readonly find: (api: ApiClient, said: string) => Promise<{ readonly id: string; readonly name: string }>;
}

/** `accounts pause|resume` and `campaigns pause|resume|stop`: one of them by id or name, and with it all whom it concerns. */
export function addHoldCommands(
  parent: Command,
  { what, find }: Held,
  actions: Readonly<Partial<Record<'pause' | 'resume' | 'stop', string>>>,
): void {
  for (const [action, description] of Object.entries(actions)) {
    parent
      .command(action)
      .description(description)
      .argument(`<${what}>`, 'its id, or its name')
      .option('--note <text>', 'why')
      .option('--yes', 'do not ask; needed where nobody can be asked')
      .option('--json', 'print the new state')
      .action(async (said: string, _: Options, self: Command) => {
        const { note, yes, json } = self.optsWithGlobals<Options>();
        const api = createApiClient();
        const { id, name } = await find(api, said);
        const words = `the ${what} ${name === id ? id : `${name} (${id})`}`;
        const path = `/api/${what}s/${encodeURIComponent(id)}/${action}`;
        const body = note === undefined ? {} : { note };
        const count = async () => (await api.post(`${path}?dry_run=true`, body, preview)).matched;
        const question = `${action.charAt(0).toUpperCase()}${action.slice(1)} it?`;
        if ((await askFirst({ question, words, yes, count })) === 'declined') {
          printLine('Nothing has changed.');
          process.exitCode = EXIT.problem;
          return;
        }
        const done = await api.post(path, body, change);
        if (json) return printJson(done);
        const matched = done.control?.matched ?? done.matched ?? 0;
        const concerned = `${matched} enrollment${matched === 1 ? '' : 's'}`;
        printLine(`${name} (${id}) is ${done.state ?? done.status}; it affects ${concerned}.`);
      });
  }
}

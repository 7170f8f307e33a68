import type { Command } from 'commander';
import type { ResultOf } from '../../api-client/asked.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { askFirst } from '../ask-first.ts';
import { EXIT, printJson, printLine } from '../print.ts';

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
export function addPauseCommands(
  parent: Command,
  { what, find }: Held,
  actions: Readonly<Partial<Record<PauseAction, string>>>,
): void {
  for (const action of PAUSE_ACTIONS) {
    const description = actions[action];
    if (description === undefined) continue;
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
        const asked = { params: { id }, body: note === undefined ? {} : { note } };
        const ask = (query: { readonly dry_run: boolean }) => pauseOf(api, what, action)({ ...asked, query });
        const count = async () => matchedBy(await ask({ dry_run: true }));
        const question = `${action.charAt(0).toUpperCase()}${action.slice(1)} it?`;
        if ((await askFirst({ question, words, yes, count })) === 'declined') {
          printLine('Nothing has changed.');
          process.exitCode = EXIT.problem;
          return;
        }
        const done = await ask({ dry_run: false });
        if (json) return printJson(done);
        const matched = matchedBy(done);
        const concerned = `${matched} enrollment${matched === 1 ? '' : 's'}`;
        printLine(`${name} (${id}) is ${stateOf(done)}; it affects ${concerned}.`);
      });
  }
}

const PAUSE_ACTIONS = ['pause', 'resume', 'stop'] as const;
type PauseAction = (typeof PAUSE_ACTIONS)[number];
type Changed = ResultOf<'pauseAccount'> | ResultOf<'pauseCampaign'>;
type Ask = (asked: {
  readonly params: { readonly id: string };
  readonly query: { readonly dry_run: boolean };
  readonly body: { readonly note?: string };
}) => Promise<Changed>;

function pauseOf(api: ApiClient, what: Held['what'], action: PauseAction): Ask {
  const ofAccount = { pause: api.pauseAccount, resume: api.resumeAccount, stop: api.stopAccount };
  const ofCampaign = { pause: api.pauseCampaign, resume: api.resumeCampaign, stop: api.stopCampaign };
  return what === 'account' ? ofAccount[action] : ofCampaign[action];
}

/** Of a campaign: what came of it stands beside the campaign. */
const matchedBy = (done: Changed): number => ('control' in done ? done.control.matched : done.matched);

function stateOf(done: Changed): string {
  if ('status' in done) return done.status;
  return 'state' in done ? done.state : 'as it was';
}

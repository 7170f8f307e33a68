import type { Command } from 'commander';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import type { ResultOf } from '../../api-client/asked.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { askFirst } from '../ask-first.ts';
import { findAccount } from '../find-by-name.ts';
import { EXIT, printJson, printLine } from '../print.ts';
import { type ControlOptions, controlTarget } from './control-target.ts';
import { addNarrowing, narrowsCampaign, type TargetOptions, targetOf } from './target.ts';

/** `account` and `sequence` are options of the list of campaigns, above its commands. */
type Options = Omit<TargetOptions, 'all' | 'campaign'> & Pick<ControlOptions, 'note' | 'dryRun' | 'yes' | 'json'>;

interface Held {
  readonly what: 'account' | 'campaign';
  readonly find: (api: ApiClient, said: string) => Promise<{ readonly id: string; readonly name: string }>;
}

/** `accounts pause|resume` and `campaigns pause|resume|stop`: one of them by id or name, and with it all whom it concerns, or some of a campaign. */
export function addPauseCommands(
  parent: Command,
  { what, find }: Held,
  actions: Readonly<Partial<Record<PauseAction, string>>>,
): void {
  for (const action of PAUSE_ACTIONS) {
    const description = actions[action];
    if (description === undefined) continue;
    const command = parent.command(action).description(description).argument(`<${what}>`, 'its id, or its name');
    // Of an account the people are those of every campaign that it serves: a filter of them is no pause of it.
    if (what === 'campaign') addNarrowing(command);
    command
      .option('--note <text>', 'why')
      .option('--dry-run', 'say how many it affects, and change nothing')
      .option('--yes', 'do not ask; needed where nobody can be asked')
      .option('--json', 'print the new state')
      .action(async (said: string, _: Options, self: Command) => {
        const options = self.optsWithGlobals<Options>();
        const { note, dryRun, yes, json } = options;
        const api = createApiClient();
        const { id, name } = await find(api, said);
        if (narrowsCampaign(options)) {
          const { account } = options;
          const sender = account === undefined ? {} : { account: (await findAccount(api, account)).id };
          const some = { ...options, ...sender, campaign: id };
          return controlTarget(action, targetOf(action, undefined, some), options);
        }
        const words = `the ${what} ${name === id ? id : `${name} (${id})`}`;
        const asked = { params: { id }, body: note === undefined ? {} : { note } };
        const ask = (query: { readonly dry_run: boolean }) => pauseOf(api, what, action)({ ...asked, query });
        const count = async () => matchedBy(await ask({ dry_run: true }));
        if (dryRun) {
          const preview = await ask({ dry_run: true });
          if (json) return printJson(preview);
          return printLine(`${matchedBy(preview)} would be affected: ${words}.`);
        }
        const question = `${capitalized(action)} it?`;
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

/** The number of matched people; of a campaign it stands beside the campaign. */
const matchedBy = (done: Changed): number => ('control' in done ? done.control.matched : done.matched);

function stateOf(done: Changed): string {
  if ('status' in done) return done.status;
  return 'state' in done ? done.state : 'as it was';
}

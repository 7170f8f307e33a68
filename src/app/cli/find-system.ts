import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { ClientAddress } from '../api-client/create-client.ts';
import { type Home, homeAt, isHome, readRunFile } from '../main/home.ts';
import { commandLine, isAlive } from '../main/processes.ts';
import { listRunning, type RunningSystem } from '../main/running-systems.ts';
import { askWhich, isTerminal } from './ask-first.ts';
import { printNote } from './print.ts';

interface System {
  readonly home: Home;
  /** Null: it has not said. */
  readonly url: string | null;
}

interface Finding {
  /** False: whoever is at the terminal talks to somebody else. */
  readonly mayAsk?: boolean;
}

const START =
  'Start it with: overture dev. If it runs as another user or elsewhere, set OVERTURE_PORT and OVERTURE_API_KEY.';

/**
 * Finds the API of the engine that a command means: `OVERTURE_PORT` and `OVERTURE_API_KEY`, else the home that `OVERTURE_HOME`
 * names, else `.overture` of this folder, else the one engine of this user that runs. Of several a person chooses. Throws
 * CodedError `not_running`, `several_running` or `no_api_key`.
 */
export async function findApi(env: NodeJS.ProcessEnv = process.env, options: Finding = {}): Promise<ClientAddress> {
  // 0 has a start choose a free port: which one, only the home says.
  const port = Number(env.OVERTURE_PORT || 0);
  const { home, url } = port === 0 ? await findSystem(env, options) : systemAt(env, `http://127.0.0.1:${port}`);
  if (url === null) throw new CodedError('not_running', `Overture does not run on ${home.folder}.`, { fix: START });
  const keyFile = home.path('api-key');
  const key = env.OVERTURE_API_KEY || (existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : '');
  if (key === '') {
    throw new CodedError('no_api_key', `There is no API key for ${url}.`, {
      fix: 'Set OVERTURE_API_KEY, or OVERTURE_HOME to the folder of the running engine.',
    });
  }
  return { base_url: url, key };
}

/** The environment for a command that works on the home itself: with the home of the engine that it means, where neither it nor this folder names one. */
export async function withFoundHome(): Promise<NodeJS.ProcessEnv> {
  const { env } = process;
  const isNamed = [env.OVERTURE_HOME, env.DATABASE_URL, env.V2_DATABASE_URL].some(Boolean);
  if (isNamed || isHome(homeAt('.overture').folder) || listRunning(env).length === 0) return env;
  return { ...env, OVERTURE_HOME: (await findSystem(env, {})).home.folder };
}

async function findSystem(env: NodeJS.ProcessEnv, { mayAsk = true }: Finding): Promise<System> {
  if (env.OVERTURE_HOME) return systemOn(homeAt(env.OVERTURE_HOME), listRunning(env));
  const here = homeAt('.overture');
  const running = listRunning(env);
  if (running.some((one) => isOn(one, here)) || isUp(here)) return systemOn(here, running);
  const [only, ...more] = running;
  if (only === undefined) {
    throw new CodedError('not_running', 'No Overture of yours runs on this machine.', { fix: START });
  }
  // Whoever has an engine in this folder means that one: another is taken only where they say so.
  if (more.length === 0 && !isHome(here.folder)) {
    noteOnce(only);
    return { home: homeAt(only.home), url: only.url };
  }
  return choose(running, isHome(here.folder) ? here : null, mayAsk);
}

async function choose(running: readonly RunningSystem[], stopped: Home | null, mayAsk: boolean): Promise<System> {
  const what =
    stopped === null
      ? 'Several Overtures of yours run.'
      : `Overture does not run on ${stopped.folder}, and others of yours do.`;
  const among = running.map(inWords);
  const system = mayAsk && isTerminal() ? await askOnce(what, running, among) : null;
  if (system) return { home: homeAt(system.home), url: system.url };
  const choice = `name the one that you mean, such as OVERTURE_HOME=${running[0]?.home}`;
  throw new CodedError(stopped === null ? 'several_running' : 'not_running', what, {
    fix:
      stopped === null
        ? `In the environment, ${choice}`
        : `Start it with: overture dev. Or, in the environment, ${choice}`,
    detail: { running: running.map(({ home, url }) => ({ home, url })), lines: among },
  });
}

/** A command may look several times, also at once; a person is asked one time. */
function askOnce(
  what: string,
  running: readonly RunningSystem[],
  among: readonly string[],
): Promise<RunningSystem | null> {
  const question = [what, ...among].join('\n');
  if (asked?.question !== question) {
    printNote(what);
    const answer = askWhich('Which one?', among).then((place) => (place === null ? null : (running[place] ?? null)));
    asked = { question, answer };
  }
  return asked.answer;
}
let asked: { readonly question: string; readonly answer: Promise<RunningSystem | null> } | null = null;

const noted = new Set<string>();

function noteOnce({ home, url }: RunningSystem): void {
  if (noted.has(home)) return;
  noted.add(home);
  printNote(`With the Overture that runs on ${home} (${url}).`);
}

const inWords = ({ home, url }: RunningSystem): string => `${url} on ${home}`;

const systemOn = (home: Home, running: readonly RunningSystem[]): System => ({
  home,
  url: running.find((one) => isOn(one, home))?.url ?? readRunFile(home)?.api?.url ?? null,
});

/** The home whose key opens what listens there. */
function systemAt(env: NodeJS.ProcessEnv, url: string): System {
  const given = homeAt(env.OVERTURE_HOME || '.overture');
  const there = env.OVERTURE_HOME ? undefined : listRunning(env).find((one) => one.url === url);
  return { home: there === undefined ? given : homeAt(there.home), url };
}

const isOn = ({ home }: RunningSystem, { folder }: Home): boolean =>
  existsSync(folder) && realpathSync(folder) === home;

/** Tells whether the engine of a home is up, by what it wrote itself: the state folder may not have been writable. */
function isUp(home: Home): boolean {
  const pid = readRunFile(home)?.pid;
  if (pid === undefined || !isAlive(pid)) return false;
  const words = commandLine(pid);
  return words === '' || /\bdev\b/.test(words);
}

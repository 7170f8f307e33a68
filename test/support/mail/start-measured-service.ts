import { fork } from 'node:child_process';
import { childScript } from '../child-script.ts';

export interface Usage {
  /** Bytes of memory: now, and at most since the process began. */
  readonly resident: number;
  readonly peak: number;
  /** The longest time for which its event loop stood still, milliseconds, since this was last asked. */
  readonly blocked_ms: number;
  /** The same in CPU milliseconds of the reference machine, which does not count what other programs of the machine take. */
  readonly busy_ms: number;
}

export interface MeasuredService {
  readonly url: string;
  /** `data` of a good answer, else an error with all of it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape that each test names.
  call(path: string, body: object): Promise<any>;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const KEY = 'measured-service-0123456789abcdef';

/** The V2 service in a process of its own, so that what it uses is its own. */
export async function startMeasuredService(
  databaseUrl: string,
  options: { readonly watch: boolean },
): Promise<MeasuredService> {
  const script = await childScript(new URL('./measured-process.ts', import.meta.url));
  // With none of the options of this process: what is measured is a service as Node runs it.
  const child = fork(script, [databaseUrl, KEY, options.watch ? '1' : '0'], { execArgv: [] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return {
    url,
    async call(path, body) {
      const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
      return JSON.parse(text).data;
    },
    usage: () =>
      new Promise((resolve) => {
        child.once('message', (usage) => resolve(usage as Usage));
        child.send('usage');
      }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}

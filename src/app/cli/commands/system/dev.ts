import { Command } from 'commander';
import { untilStopped } from '../../../main/until-stopped.ts';
import { createLiveLine } from '../../live-line.ts';

/** How long each part took, from the line that says that it is being started; nothing where nobody asks for it. */
function createStopwatch(isAsked: boolean) {
  const started = new Map<string, number>();
  const since = (from: number): string => `${((performance.now() - from) / 1_000).toFixed(1)} s`;
  return {
    noted(line: string): void {
      const [, name] = /^starting (.+)$/.exec(line) ?? [];
      if (name !== undefined) started.set(name, performance.now());
    },
    took: (name: string): string => {
      const from = started.get(name);
      return isAsked && from !== undefined ? ` · ${since(from)}` : '';
    },
    // Of the process, which began to load before.
    inAll: (): string => (isAsked ? ` All is up after ${since(0)}.` : ''),
  };
}

export function devCommand(): Command {
  return new Command('dev')
    .description('find or start Postgres, Temporal, the V2 service, API and worker; run the demo; stop all with Ctrl-C')
    .option('--jump', 'jump over the time in which nothing happens: a month of the demo takes a minute or two')
    .option('--timings', 'say how long each part took to start')
    .addHelpText('after', '\nOVERTURE_DEMO=0 leaves the demo out; OVERTURE_CLOCK_SPEED=4320 makes a day last 20 s.')
    .action(async ({ jump = false, timings = false }: { readonly jump?: boolean; readonly timings?: boolean }) => {
      const watch = createStopwatch(timings);
      const live = createLiveLine(process.stdout);
      const stopped = untilStopped();
      // Loaded here, so that the other commands start without it.
      const { createDevClient } = await import('../../../demo/dev/dev-client.ts');
      const { startDemo } = await import('../../../demo/start-demo.ts');
      const { jumpInDev } = await import('../../../demo/dev/jump-in-dev.ts');
      const { startDev } = await import('../../../demo/dev/start-dev.ts');
      const { watchResources } = await import('../../../demo/dev/watch-resources.ts');
      const reporter = {
        progress(line: string) {
          watch.noted(line);
          live.show(`… ${line}`);
        },
        up: (name: string, detail: string) => live.print(`✓ ${name.padEnd(11)} ${detail}${watch.took(name)}`),
        notice: (line: string) => live.print(`! ${line}`),
      };
      const system = await startDev(process.env, reporter, { jump });
      const client = createDevClient(system);
      const ending = new AbortController();
      let jumping: Promise<void> | undefined;
      let life: Awaited<ReturnType<typeof startDemo>> = null;
      let watching = true;
      let resources: { stop(): void } | undefined;
      try {
        if (system.environment.OVERTURE_DEMO ?? true)
          life = await startDemo(system, client, { jump, print: live.print });
        const url = await client.signInUrl();
        system.beginTime();
        live.print('');
        live.print(`Page   ${url}`);
        live.print(`API    ${client.api_url}/api   key in ${system.home.path('api-key')}`);
        live.print(`V2     ${client.v2_url}/v2    key in ${system.home.path('v2-key')}, docs at /docs`);
        if (system.run.temporal?.ui) live.print(`UI     ${system.run.temporal.ui}`);
        live.print(`Ctrl-C stops everything; started again, it goes on where it was.${watch.inAll()}`);
        live.print('');
        if (jump) jumping = jumpInDev(system, client, { life, signal: ending.signal });
        resources = watchResources({ folder: system.home.folder, api_url: client.api_url }, reporter.notice);
        const progress = client.watchProgress((line) => watching && live.show(line));
        await stopped;
        watching = false;
        progress.stop();
      } finally {
        live.print('');
        ending.abort();
        resources?.stop();
        await Promise.all([jumping, life?.stop()]);
        await system.stop((line) => live.show(`… ${line}`));
        live.print('✓ stopped');
      }
    });
}

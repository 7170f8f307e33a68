import { Command } from 'commander';
import { untilStopped } from '../../main/until-stopped.ts';
import { createLiveLine } from '../live-line.ts';

export function devCommand(): Command {
  return new Command('dev')
    .description('find or start Postgres, Temporal, the V2 service, API and worker; run the demo; stop all with Ctrl-C')
    .addHelpText('after', '\nOVERTURE_DEMO=0 leaves the demo out; OVERTURE_CLOCK_SPEED=4320 makes a day last 20 s.')
    .action(async () => {
      const live = createLiveLine(process.stdout);
      const stopped = untilStopped();
      // Loaded here, so that the other commands start without it.
      const { createDevClient } = await import('../../main/dev/dev-client.ts');
      const { startDemo } = await import('../../main/demo/start-demo.ts');
      const { startDev } = await import('../../main/dev/start-dev.ts');
      const starting = startDev(process.env, {
        progress: (line) => live.show(`… ${line}`),
        up: (name, detail) => live.print(`✓ ${name.padEnd(11)} ${detail}`),
        notice: (line) => live.print(`! ${line}`),
      });
      const system = await starting;
      const client = createDevClient(system);
      let watching = true;
      try {
        if (system.environment.OVERTURE_DEMO ?? true) await startDemo(system, client, (line) => live.print(line));
        const url = await client.signInUrl();
        live.print('');
        live.print(`Page   ${url}`);
        live.print(`API    ${client.api_url}/api   key in ${system.home.path('api-key')}`);
        live.print(`V2     ${client.v2_url}/v2    key in ${system.home.path('v2-key')}, docs at /docs`);
        if (system.run.temporal?.ui) live.print(`UI     ${system.run.temporal.ui}`);
        live.print('Ctrl-C stops everything; started again, it goes on where it was.');
        live.print('');
        const progress = client.watchProgress((line) => watching && live.show(line));
        await stopped;
        watching = false;
        progress.stop();
      } finally {
        live.print('');
        await system.stop((line) => live.show(`… ${line}`));
        live.print('✓ stopped');
      }
    });
}

import { Command, InvalidArgumentError } from 'commander';
import { printLine } from '../../print.ts';
import { v2KeysCommand } from '../access/v2-keys.ts';

// A role's own modules are loaded by who runs it: they take longer than most commands.

export function apiCommand(): Command {
  return new Command('api')
    .description('run the API role alone: HTTP API, console and webhook receiver')
    .option('--port <port>', 'port to listen on (OVERTURE_PORT)', port)
    .action(async (options: { port?: number }) => {
      const { runApi } = await import('../../../main/roles/api.ts');
      await runApi(process.env, { ...options, report: reporter() });
    });
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('run the worker role alone: executes workflows and activities')
    .action(async () => {
      const { runWorker } = await import('../../../main/roles/worker.ts');
      await runWorker(process.env, { report: reporter() });
    });
}

export function v2Command(): Command {
  return new Command('v2')
    .description('run the V2 service alone; its keys')
    .option('--port <port>', 'port to listen on (V2_PORT)', port)
    .action(async (options: { port?: number }) => {
      const { runV2 } = await import('../../../main/roles/v2.ts');
      await runV2(process.env, { ...options, report: reporter() });
    })
    .addCommand(v2KeysCommand());
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return value;
}

/** A role lives on where nothing can be written (a full disk): its lines are dropped, as its log is. */
function reporter(): (line: string) => void {
  process.stdout.on('error', () => undefined);
  return printLine;
}

import { Command } from 'commander';
import { createApiClient } from '../api-client.ts';
import { createdKey } from '../api-shapes.ts';
import { printJson, printLine } from '../print.ts';

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys of the running engine');
  keys
    .command('create')
    .description('make a key; it is shown once')
    .requiredOption('--scopes <scopes>', 'read, write, admin; several with commas')
    .option('--name <name>', 'what it is for')
    .option('--json', 'print {id, key, scopes}')
    .action(async ({ scopes, name, json }: { scopes: string; name?: string; json?: boolean }) => {
      const asked = {
        scopes: scopes.split(',').map((scope) => scope.trim()),
        ...(name === undefined ? {} : { name }),
      };
      const created = await createApiClient().post('/api/keys', asked, createdKey);
      if (json) return printJson(created);
      printLine(`${created.key}`);
      printLine(`id ${created.id}, scopes ${created.scopes.join(', ')}; the key is not shown again`);
    });
  return keys;
}

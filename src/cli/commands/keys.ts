import { Command } from 'commander';
import type { Rotation } from '../../main/rotate-secret.ts';
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
  keys
    .command('rotate-secret')
    .description('seal all secrets with another secret key; those of before stay readable')
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { rotateSecret } = await import('../../main/rotate-secret.ts');
      const done = await rotateSecret(process.env);
      if (json) return printJson(done);
      for (const line of describeRotation(done)) printLine(line);
    });
  return keys;
}

function describeRotation(done: Rotation): string[] {
  if (done.kind === 'new_key') {
    return [
      'Nothing is changed yet, since OVERTURE_SECRET_KEY is set by you. Here is a new key; it is not shown again:',
      `  OVERTURE_SECRET_KEY=${done.key}`,
      '1. Start every role with it, and with the former key in OVERTURE_SECRET_KEY_PREVIOUS.',
      '2. Then run this command again, with both.',
    ];
  }
  const v2 =
    done.v2 === null ? '; the V2 service has a key of its own, or is not ours' : `, ${done.v2} of the V2 service`;
  return [
    `Sealed with the key ${done.key_id}: ${done.engine} secrets of the engine${v2}.`,
    done.from === 'home'
      ? 'The key is in the home, beside the former ones. Roles that run read it as soon as they need it; from their next start on they use it.'
      : 'OVERTURE_SECRET_KEY_PREVIOUS is not needed any more once every role was started with the new key.',
  ];
}

import { Command } from 'commander';
import type { Rotation } from '../../../main/rotate-secret.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { withFoundHome } from '../../find-system.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface CreateOptions extends ZoneOption {
  readonly scopes: string;
  readonly name?: string;
  readonly expiresInDays?: string;
  readonly json?: boolean;
}

interface ListOptions extends ZoneOption {
  readonly limit: string;
  readonly cursor?: string;
  readonly json?: boolean;
}

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys of the running engine');
  tellsTimes(keys.command('create'))
    .description('make a key; it is shown once')
    .requiredOption('--scopes <scopes>', 'read, write, send (answers to people), admin; several with commas')
    .option('--name <name>', 'what it is for')
    .option('--expires-in-days <n>', 'it ends by itself after so many days; by default never')
    .option('--json', 'print {id, key, scopes, expires_at}')
    .action(create);
  keys
    .command('rotate-secret')
    .description('seal all secrets with a new secret key; earlier ones stay readable')
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { rotateSecret } = await import('../../../main/rotate-secret.ts');
      const done = await rotateSecret(await withFoundHome());
      if (json) return printJson(done);
      for (const line of describeRotation(done)) printLine(line);
    });
  tellsTimes(keys.command('list'))
    .description('all of them, newest first; the keys themselves are not kept')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  keys
    .command('revoke')
    .description('end a key at once')
    .argument('<id>', 'the id of the key, not the key itself')
    .option('--json', 'print {id}')
    .action(revoke);
  return keys;
}

async function create({ scopes, name, expiresInDays, json, ...zone }: CreateOptions): Promise<void> {
  const asked = {
    scopes: scopes.split(',').map((scope) => scope.trim()),
    ...(name === undefined ? {} : { name }),
    ...(expiresInDays === undefined ? {} : { expires_in_days: Number(expiresInDays) }),
  };
  const created = await createApiClient().createKey({ body: bodyOf('createKey', asked) });
  if (json) return printJson(created);
  if ('dry_run' in created) throw new Error('a key was only tried out');
  const end = created.expires_at === null ? '' : `, until ${timesOf(zone).named(created.expires_at)}`;
  printLine(created.key);
  printLine(`id ${created.id}, scopes ${created.scopes.join(', ')}${end}; the key is not shown again`);
}

async function list({ json, zone, ...page }: ListOptions): Promise<void> {
  const found = await createApiClient().listKeys({ query: queryOf('listKeys', page) });
  if (json) return printJson(found);
  const times = timesOf({ zone });
  const rows = found.items.map((one) => [
    ...[
      one.id,
      one.name,
      one.scopes.join(', '),
      one.user?.name ?? one.made_by_key?.name ?? '',
      times.at(one.created_at),
    ],
    ...[one.seen_at, one.expires_at, one.revoked_at].map((at) => (at === null ? '' : times.at(at))),
  ]);
  printLine(times.head);
  printText(formatTable(['ID', 'NAME', 'SCOPES', 'MADE BY', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

async function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  await createApiClient().revokeKey({ params: { id } });
  if (json) return printJson({ id });
  printLine(`${id} is revoked.`);
}

function describeRotation(done: Rotation): string[] {
  if (done.kind === 'new_key') {
    return [
      'Nothing has changed yet, because you set OVERTURE_SECRET_KEY yourself. Here is a new key; it is not shown again:',
      `  OVERTURE_SECRET_KEY=${done.key}`,
      '1. Start every role with it, and with the former key in OVERTURE_SECRET_KEY_PREVIOUS.',
      '2. Then run this command again, with both.',
    ];
  }
  const v2 = done.v2 === null ? '; the V2 service has its own key, or is not ours' : `, ${done.v2} of the V2 service`;
  return [
    `Sealed with the key ${done.key_id}, in the database ${done.database}: ${done.engine} secrets of the engine${v2}.`,
    done.from === 'home'
      ? 'The key is in the home, beside the former ones. Roles that run read it as soon as they need it; from their next start on they use it.'
      : 'OVERTURE_SECRET_KEY_PREVIOUS is no longer needed once every role has been started with the new key.',
  ];
}

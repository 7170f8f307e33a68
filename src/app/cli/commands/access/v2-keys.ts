import { Command, InvalidArgumentError } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { parseIsoDuration, SECOND } from '../../../../shared/kit/duration.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import { createUser } from '../../../../v2/service/keys/create-user.ts';
import { createKey, type KeyRecord, listKeys, listUsers, revokeKey } from '../../../../v2/service/keys/keys.ts';
import { withFoundHome } from '../../find-system.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface CreateOptions extends ZoneOption {
  readonly user?: string;
  readonly label?: string;
  readonly expiresIn?: number;
  readonly json?: boolean;
}

interface ListOptions extends ZoneOption {
  readonly user?: string;
  readonly json?: boolean;
}

/** Keys of the V2 service. They are read at every call, so that what is done here counts at once. */
export function v2KeysCommand(): Command {
  const keys = new Command('keys').description('API keys of the V2 service, in its database');
  tellsTimes(keys.command('create'))
    .description('make a key; it is shown once')
    .option('--user <user_id>', 'whose key; by default the only user, who is made where there is none')
    .option('--label <label>', 'what it is for')
    .option('--expires-in <duration>', 'seconds, or an ISO 8601 duration such as P30D; by default never', seconds)
    .option('--json', 'print {key_id, user_id, key, label, expires_at}')
    .action((options: CreateOptions) => withDatabase((db, now) => create(db, now, options)));
  tellsTimes(keys.command('list'))
    .description('list keys, oldest first; never the keys themselves')
    .option('--user <user_id>', 'only of this user')
    .option('--json', 'print {keys}')
    .action((options: ListOptions) => withDatabase((db) => list(db, options)));
  keys
    .command('revoke <key>')
    .description('end a key at once, by its key_id or its hint')
    .option('--json', 'print {key_id, revoked}')
    .action((named: string, options: { json?: boolean }) => withDatabase((db) => revoke(db, named, options)));
  return keys;
}

async function withDatabase(work: (db: Database, now: number) => Promise<void>): Promise<void> {
  const { openV2Database } = await import('../../../main/open-v2-database.ts');
  const { db, now } = await openV2Database(await withFoundHome());
  try {
    await work(db, now);
  } finally {
    await db.close();
  }
}

async function create(
  db: Database,
  now: number,
  { user, label, expiresIn, json, ...zone }: CreateOptions,
): Promise<void> {
  const made = await db.transaction(async (tx) => {
    const users = await listUsers(tx);
    if (user !== undefined && !users.some(({ user_id }) => user_id === user)) {
      throw new CodedError('unknown_user', `There is no user ${user}.`, { fix: usersFix(users) });
    }
    if (user === undefined && users.length > 1) {
      throw new CodedError('wrong_use', 'There are several users.', { fix: usersFix(users) });
    }
    const userId = user ?? users[0]?.user_id ?? (await createUser(tx, { now }));
    const options = { user_id: userId, label: label ?? '', expires_in: expiresIn ?? null };
    return { user_id: userId, label: label ?? '', ...(await createKey(tx, options)) };
  });
  if (json) return printJson(made);
  printLine(made.key);
  const expiry = made.expires_at ? `, until ${timesOf(zone).named(made.expires_at)}` : '';
  printLine(`id ${made.key_id}, of ${made.user_id}${expiry}; the key is not shown again`);
}

async function list(db: Database, { user, json, ...zone }: ListOptions): Promise<void> {
  const keys = await listKeys(db, user ?? null);
  if (json) return printJson({ keys });
  if (keys.length === 0) return printLine('No keys.');
  const times = timesOf(zone);
  const rows = keys.map((key) => [
    key.key_id,
    `${key.hint}…`,
    key.user_id,
    times.at(key.created_at),
    key.expires_at === null ? 'never' : times.at(key.expires_at),
    key.revoked_at === null ? '' : times.at(key.revoked_at),
    key.label,
  ]);
  printLine(times.head);
  printText(formatTable(['ID', 'HINT', 'USER', 'CREATED', 'EXPIRES', 'REVOKED', 'LABEL'], rows));
}

async function revoke(db: Database, named: string, { json }: { json?: boolean }): Promise<void> {
  const key = findKey(await listKeys(db), named);
  if (!(await revokeKey(db, key.key_id))) {
    throw new CodedError('key_revoked', `The key ${key.key_id} has already been revoked.`);
  }
  if (json) return printJson({ key_id: key.key_id, revoked: true });
  printLine(`Revoked ${key.key_id} (${key.hint}…).`);
}

/** A hint is short: keys that work come before those that were revoked. */
function findKey(keys: readonly KeyRecord[], named: string): KeyRecord {
  const hint = named.replace(/…$/, '');
  const byId = keys.filter(({ key_id }) => key_id === named);
  const byHint = keys.filter((key) => key.hint === hint && key.revoked_at === null);
  const matching = byId.length > 0 ? byId : byHint;
  const [key] = matching;
  if (!key) {
    throw new CodedError('unknown_key', `There is no active key ${named}.`, {
      fix: 'overture v2 keys list shows them.',
    });
  }
  if (matching.length > 1) {
    throw new CodedError('wrong_use', `Several keys begin with ${hint}.`, {
      fix: `Name one by its id: ${matching.map(({ key_id }) => key_id).join(', ')}`,
    });
  }
  return key;
}

function seconds(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : (parseIsoDuration(text) ?? 0) / SECOND;
  if (!(value > 0)) throw new InvalidArgumentError('Give seconds, or an ISO 8601 duration such as P30D.');
  return value;
}

const usersFix = (users: readonly { user_id: string; name: string }[]): string =>
  `Name one with --user: ${users.map(({ user_id, name }) => (name === '' ? user_id : `${user_id} (${name})`)).join(', ')}`;

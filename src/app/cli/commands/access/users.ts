import { Command } from 'commander';
import type { ResultOf } from '../../../api-client/asked.ts';
import { bodyOf, createApiClient, queryOf } from '../../api-client.ts';
import { findUser } from '../../find-user.ts';
import { printJson, printLine, printText } from '../../print.ts';
import { formatTable } from '../../table.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

type User = ResultOf<'getUser'>;

interface Json extends ZoneOption {
  readonly json?: boolean;
}

export function usersCommand(): Command {
  const users = new Command('users').description('the people of the team, and what each may do');
  tellsTimes(users.command('list', { isDefault: true }))
    .description('all of them')
    .option('--limit <n>', 'how many', '50')
    .option('--cursor <cursor>', 'continue after the page that gave this cursor')
    .option('--json', 'print {items, next_cursor}')
    .action(list);
  tellsTimes(users.command('invite'))
    .description('invite somebody; the link is shown once')
    .argument('<email>', 'the address to sign in with')
    .requiredOption('--role <role>', ROLES)
    .option('--accounts <ids>', 'only these sender accounts; several with commas')
    .option('--name <name>', 'as others see it')
    .option('--json', 'print {user, invitation}')
    .action(invite);
  tellsTimes(users.command('link'))
    .description('another link to set a password, for who has lost the first or forgotten the password')
    .argument('<user>', 'the id or the email address')
    .option('--json', 'print {user, invitation}')
    .action(async (who: string, { json, ...zone }: Json) => {
      const made = await createApiClient().createInvitation({ params: { id: (await findUser(who)).id } });
      if (json) return printJson(made);
      printInvitation(made, zone);
    });
  users
    .command('role')
    .description('give a user another role, or other accounts')
    .argument('<user>', 'the id or the email address')
    .argument('<role>', ROLES)
    .option('--accounts <ids>', 'only these sender accounts, several with commas; "all" for all')
    .option('--json', 'print the user')
    .action(async (who: string, role: string, { accounts, json }: Json & { readonly accounts?: string }) => {
      const { id } = await findUser(who);
      const asked = { role, ...(accounts === undefined ? {} : { account_ids: accountsIn(accounts) }) };
      const user = await createApiClient().changeUser({ params: { id }, body: bodyOf('changeUser', asked) });
      if (json) return printJson(user);
      printLine(`${user.name} is ${user.role}, for ${accountsOf(user)}.`);
    });
  users
    .command('deactivate')
    .description('end all sessions and keys of a user at once')
    .argument('<user>', 'the id or the email address')
    .option('--json', 'print the user')
    .action((who: string, options: Json) => setStatus(who, 'deactivated', options));
  users
    .command('activate')
    .description('let a deactivated user sign in again')
    .argument('<user>', 'the id or the email address')
    .option('--json', 'print the user')
    .action((who: string, options: Json) => setStatus(who, 'active', options));
  users
    .command('remove')
    .description('take a user off the list; the audit log keeps the name')
    .argument('<user>', 'the id or the email address')
    .option('--json', 'print {id}')
    .action(async (who: string, { json }: Json) => {
      const { id, name } = await findUser(who);
      await createApiClient().removeUser({ params: { id } });
      if (json) return printJson({ id });
      printLine(`${name} is removed.`);
    });
  return users;
}

const ROLES = 'viewer, operator, editor or owner: each may do what those before it may';

async function list({
  json,
  zone,
  ...page
}: Json & { readonly limit: string; readonly cursor?: string }): Promise<void> {
  const found = await createApiClient().listUsers({ query: queryOf('listUsers', page) });
  if (json) return printJson(found);
  if (found.items.length === 0)
    return printLine('There are no users. Invite one: overture users invite EMAIL --role owner');
  const times = timesOf({ zone });
  const rows = found.items.map((one) => [
    ...[one.id, one.name, one.email, one.role, accountsOf(one), one.status],
    one.signed_in_at === null ? 'never' : times.at(one.signed_in_at),
  ]);
  printLine(times.head);
  printText(formatTable(['ID', 'NAME', 'EMAIL', 'ROLE', 'ACCOUNTS', 'STATUS', 'SIGNED IN'], rows));
  if (found.next_cursor !== null) printLine(`More: --cursor ${found.next_cursor}`);
}

interface Invited extends Json {
  readonly role: string;
  readonly accounts?: string;
  readonly name?: string;
}

async function invite(email: string, { role, accounts, name, json, ...zone }: Invited): Promise<void> {
  const asked = {
    ...{ email, role },
    ...(name === undefined ? {} : { name }),
    ...(accounts === undefined ? {} : { account_ids: accountsIn(accounts) }),
  };
  const made = await createApiClient().inviteUser({ body: bodyOf('inviteUser', asked) });
  if (json) return printJson(made);
  printInvitation(made, zone);
}

function printInvitation({ user, invitation }: ResultOf<'createInvitation'>, zone: ZoneOption): void {
  if (invitation === null) return;
  printLine(invitation.url);
  printLine(
    `Give this link to ${user.name} (${user.role}, for ${accountsOf(user)}): it sets a password, once, until ${timesOf(zone).named(invitation.expires_at)}. It is not shown again.`,
  );
}

async function setStatus(who: string, status: 'active' | 'deactivated', { json }: Json): Promise<void> {
  const { id } = await findUser(who);
  const user = await createApiClient().changeUser({ params: { id }, body: { status } });
  if (json) return printJson(user);
  printLine(
    status === 'active'
      ? `${user.name} is ${user.status}.`
      : `${user.name} is deactivated: all sessions and keys have ended.`,
  );
}

const accountsIn = (text: string): string[] | null =>
  text === 'all' ? null : text.split(',').map((one) => one.trim());

const accountsOf = ({ account_ids }: User): string => (account_ids === null ? 'all accounts' : account_ids.join(', '));

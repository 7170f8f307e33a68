import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionsCommand } from '../../src/app/cli/commands/access/sessions.ts';
import { usersCommand } from '../../src/app/cli/commands/access/users.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { accept, browserOf, cookieOf, PASSWORD, signIn } from '../api/users-fixtures.ts';
import { reachedByCommands } from './fixtures.ts';
import { runCommand } from './run-command.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());
reachedByCommands(() => api);

const run = async (command: Command, ...words: string[]): Promise<string> =>
  (await runCommand(command.exitOverride(), words)).output;
const users = (...words: string[]) => run(usersCommand(), ...words);
const sessions = (...words: string[]) => run(sessionsCommand(), ...words);
const tokenIn = (printed: string): string => /#invitation=([\w-]+)/.exec(printed)?.[1] ?? '';
const me = async (cookie: string) => (await browserOf(api, cookie)('GET', '/api/me')).status;

it('invites by a link that is printed once, gives a role, signs out, deactivates and removes', async () => {
  expect(await users()).toBe('There are no users. Invite one: overture users invite EMAIL --role owner\n');
  const invited = await users('invite', 'Ada@acme.example', '--role', 'owner', '--name', 'Ada Lovelace');
  expect(invited).toMatch(
    /\/console\/#invitation=\S+\nGive this link to Ada Lovelace \(owner, for all accounts\): it sets a password, once, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
  );
  expect((await accept(api, tokenIn(invited))).status).toBe(204);

  await users('invite', 'grace@acme.example', '--role', 'operator', '--accounts', 'acc_anna,acc_mail');
  const another = await users('link', 'GRACE@acme.example');
  const grace = cookieOf(await accept(api, tokenIn(another)));
  expect(await users()).toMatch(/grace +grace@acme\.example +operator +acc_anna, acc_mail +active/);
  expect(await users('role', 'grace@acme.example', 'editor', '--accounts', 'all')).toBe(
    'grace is editor, for all accounts.\n',
  );

  const listed = JSON.parse(await sessions('list', '--json')).items;
  const own = listed.find(({ user }: { user: { name: string } }) => user.name === 'grace');
  expect(await sessions()).toContain('Ada Lovelace');
  expect(await me(grace)).toBe(200);
  expect(await sessions('revoke', own.id)).toBe(`${own.id} is ended.\n`);
  expect(await me(grace)).toBe(401);

  const again = cookieOf(await signIn(api, 'grace@acme.example', PASSWORD));
  expect(await users('deactivate', 'grace@acme.example')).toContain('all sessions and keys have ended');
  expect(await me(again)).toBe(401);
  expect(await users('activate', 'grace@acme.example')).toBe('grace is active.\n');
  expect(await users('remove', 'grace@acme.example')).toBe('grace is removed.\n');
  expect(await users()).not.toContain('grace');
});

it.each([
  [['remove', 'ada@acme.example'], 'last_owner'],
  [['deactivate', 'ada@acme.example'], 'last_owner'],
  [['role', 'ada@acme.example', 'viewer'], 'last_owner'],
  [['link', 'nobody@acme.example'], 'unknown_user'],
  [['invite', 'ada@acme.example', '--role', 'viewer'], 'email_taken'],
  [['invite', 'x@acme.example', '--role', 'viewer', '--accounts', 'acc_none'], 'unknown_account'],
])('refuses %j as %s', async (words, code) => {
  await expect(users(...words)).rejects.toMatchObject({ code });
});

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { childScript } from '../../../support/child-script.ts';
import { loginOf } from '../../../support/mail/mail-world.ts';
import { startMailServers } from '../../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox-service.ts';
import { sourceOf } from './real-mailboxes.ts';

const found = await startMailServers();
/** Seconds: the lease of `watching-process.ts`, the look at who watches what, the end of an idle transaction, and a busy machine. */
const TAKEN_OVER = 3 + 1 + 6 + 50;
const WAITING = `select pid from pg_locks where locktype = 'advisory' and not granted
   and database = (select oid from pg_database where datname = current_database())`;

describe.skipIf(found === null)('a mailbox whose watching process ends without a word', () => {
  const server = found as NonNullable<typeof found>;
  const children: ChildProcess[] = [];
  let sandbox: Sandbox;
  beforeAll(async () => {
    // It serves the calls, and watches nothing itself.
    sandbox = await startSandbox({ mail: { allow_private: true, watch: false } });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await sandbox.service.db.query('delete from mail_watches');
  });
  afterAll(async () => {
    await sandbox.close();
    await server.stop();
  });

  const begin = async (): Promise<ChildProcess> => {
    const script = await childScript(new URL('./watching-process.ts', import.meta.url));
    const child = fork(script, [sandbox.database_url, sandbox.key]);
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const connect = async (email: string): Promise<string> => {
    await server.setPassword(email, 'right');
    const { account_id } = (await sandbox.call('POST', '/v2/login', loginOf(server, email, 'right'))).body.data;
    await sandbox.watch(account_id);
    return account_id;
  };
  const holder = async (account_id: string): Promise<string | undefined> => {
    const sql = 'select process_id from mail_watches where account_id = $1 and wall_until > now()';
    return (await sandbox.service.db.query<{ process_id: string }>(sql, [account_id])).rows[0]?.process_id;
  };
  const deliver = (email: string, subject: string) => {
    const { source } = sourceOf({ from: 'ada@out.example', to: email, subject });
    return server.deliver({ from: 'ada@out.example', to: [email] }, source);
  };
  const eventTexts = async (account_id: string): Promise<string[]> =>
    (await sandbox.events(account_id)).flatMap(({ event }) => ('subject' in event ? [String(event.subject)] : []));
  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: TAKEN_OVER * 1000, interval: 100 });
  const names = (from: number, count: number) => Array.from({ length: count }, (_, i) => `mail ${from + i}`);

  it('is watched by another within the lease; no mail is lost, and none is emitted twice', async () => {
    const email = 'killed@post.test';
    const account_id = await connect(email);
    const first = await begin();
    await soon(async () => expect(await holder(account_id)).toBeDefined());
    const before = await holder(account_id);
    await begin();
    await deliver(email, 'mail 0');
    await soon(async () => expect(await eventTexts(account_id)).toEqual(['mail 0']));

    // In the middle of a burst: some are told, some are not yet.
    const burst = names(1, 30).map((subject) => deliver(email, subject));
    await soon(async () => expect((await eventTexts(account_id)).length).toBeGreaterThan(1));
    first.kill('SIGKILL');
    await Promise.all([...burst, ...names(31, 5).map((subject) => deliver(email, subject))]);
    await soon(async () => expect((await eventTexts(account_id)).length).toBeGreaterThanOrEqual(36));
    const after = await holder(account_id);
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
    await deliver(email, 'last');
    await soon(async () => expect(await eventTexts(account_id)).toContain('last'));
    expect((await eventTexts(account_id)).toSorted()).toEqual([...names(0, 36), 'last'].toSorted());
  });

  it('has each mail emitted once though the first one only stood still, within a transaction, and goes on beside the second', async () => {
    const email = 'stopped@post.test';
    const account_id = await connect(email);
    const first = await begin();
    await soon(async () => expect(await holder(account_id)).toBeDefined());
    const before = await holder(account_id);
    await deliver(email, 'mail 0');
    await soon(async () => expect(await eventTexts(account_id)).toEqual(['mail 0']));
    // It stops while it waits for the lock of the index; then it gets the lock, and does not know.
    await sandbox.service.db.transaction(async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('mail index ' || $1, 0))`, [account_id]);
      await Promise.all(names(1, 3).map((subject) => deliver(email, subject)));
      await soon(async () => expect((await tx.query(WAITING)).rows).toHaveLength(1));
      first.kill('SIGSTOP');
    });
    await begin();
    await soon(async () => expect((await eventTexts(account_id)).length).toBe(4));
    expect(await holder(account_id)).not.toBe(before);
    first.kill('SIGCONT');
    await Promise.all(names(4, 3).map((subject) => deliver(email, subject)));
    await soon(async () => expect((await eventTexts(account_id)).length).toBeGreaterThanOrEqual(7));
    await deliver(email, 'last');
    await soon(async () => expect(await eventTexts(account_id)).toContain('last'));
    expect((await eventTexts(account_id)).toSorted()).toEqual([...names(0, 7), 'last'].toSorted());
  });
});

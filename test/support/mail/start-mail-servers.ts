import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDovecot } from '../../../src/app/demo/mail-server/find-dovecot.ts';
import {
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from '../../../src/app/demo/mail-server/start-mail-server.ts';
import { fillMaildir } from './fill-maildir.ts';

export interface TestMailServer extends MailServer {
  /** Puts so many mails into the inbox of a user who was never there, without any program that delivers them. */
  fill(user: string, count: number): void;
  /** The process of dovecot itself. */
  pid(): number;
}

/** A real mail server of its own for a test file, in a folder that goes with it; null, with a printed word, where there is none. */
export async function startMailServers(options: MailServerOptions = {}): Promise<TestMailServer | null> {
  const dovecot = await findDovecot({ progress: (line) => process.stderr.write(`${line}\n`) });
  if (!dovecot.ok) {
    process.stderr.write(`no mail server: ${dovecot.error}; the tests that need one are skipped\n`);
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'overture-mail-'));
  const server = await startMailServer(dovecot.value, folder, options);
  return {
    ...server,
    fill: (user, count) => fillMaildir(join(folder, 'mail', user.toLowerCase()), dovecot.value.user.run_as, count),
    pid: () => Number(readFileSync(join(folder, 'run/master.pid'), 'utf8')),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

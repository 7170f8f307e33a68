import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../shared/kit/clock.ts';
import type { Quiet } from '../../shared/kit/quiet.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import { type Home, readJson, secretFile, writeJson } from '../main/home.ts';
import { enterableFolder } from '../main/postgres/run-as.ts';
import { ADDRESSES_OF_PEOPLE } from './demo-people.ts';
import { DEMO_SENDERS } from './demo-senders.ts';
import { findDovecot } from './mail-server/find-dovecot.ts';
import { type MailServer, startMailServer } from './mail-server/start-mail-server.ts';
import { ADDRESSES_OF_NEWCOMERS } from './newcomers/newcomers-of.ts';
import type { Person } from './people/plan-answers.ts';
import { playPeople } from './people/play-people.ts';

/** How the demo sends mail: through a real server on this machine, or, where none can be had, within the sandbox. */
export type DemoMail =
  | {
      readonly kind: 'real';
      readonly server: MailServer;
      /** The password of every mailbox of the demo. */
      readonly password: string;
      /** Gives addresses their people from now on; mail waits for it. */
      begin(find: (address: string) => Promise<Person | null>): void;
      /** Tells what the people of the demo are about to do. */
      quiet(): Quiet;
      stop(): Promise<void>;
    }
  | { readonly kind: 'sandbox'; readonly why: string };

interface Options {
  readonly home: Home;
  readonly clock: Clock;
  /** The address at which others reach our API. */
  readonly ownUrl: () => string;
  readonly progress: (line: string) => void;
  readonly notice: (line: string) => void;
}

const portsSchema = z.object({
  imap: z.number(),
  imaps: z.number(),
  lmtp: z.number(),
  smtp: z.number(),
  smtps: z.number(),
});

/** Never fails: a demo without a mail server is a demo. */
export async function startDemoMail({ home, clock, ownUrl, progress, notice }: Options): Promise<DemoMail> {
  const folder = home.path('mail-server');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  try {
    const dovecot = await findDovecot({ progress });
    if (!dovecot.ok) return { kind: 'sandbox', why: dovecot.error };
    let begin: (find: (address: string) => Promise<Person | null>) => void = () => undefined;
    const known = new Promise<(address: string) => Promise<Person | null>>((resolve) => {
      begin = resolve;
    });
    const people = playPeople({
      clock,
      file: join(folder, 'people.json'),
      senders: DEMO_SENDERS.map(({ email }) => email),
      find: async (address) => (await known)(address),
      deliver: (envelope, source) => server.deliver(envelope, source),
      ownUrl,
      notice,
    });
    const password = secretFile(home, 'mail-password', () => randomBytes(12).toString('base64url'));
    const addresses = [...DEMO_SENDERS.map(({ email }) => email), ...ADDRESSES_OF_PEOPLE, ...ADDRESSES_OF_NEWCOMERS];
    const ports = portsSchema.safeParse(readJson(join(folder, 'ports.json')));
    const server = await startMailServer(
      dovecot.value,
      enterableFolder(dovecot.value.user.run_as, join(folder, 'dovecot')),
      {
        passwords: new Map(addresses.map((address) => [address, password])),
        // The same as before, so that the mailboxes are found where they were.
        ...(ports.success ? { ports: ports.data } : {}),
        route: people.route,
        onSubmission: people.read,
        notice,
      },
    );
    writeJson(join(folder, 'ports.json'), server.ports);
    people.start();
    return {
      kind: 'real',
      server,
      password,
      begin,
      quiet: people.quiet,
      async stop() {
        await people.stop();
        await server.stop();
      },
    };
  } catch (error) {
    return { kind: 'sandbox', why: messageOf(error) };
  }
}

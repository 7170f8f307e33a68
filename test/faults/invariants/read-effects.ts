import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailServer } from '../../../src/app/demo/mail-server/start-mail-server.ts';
import { headerOf } from '../../../src/shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../src/shared/mail/reading/read-mail.ts';
import { addressIn } from '../../support/mail/mail-world.ts';
import type { Load } from '../load.ts';
import { addressOf } from '../mail-load.ts';
import type { System } from '../system/system.ts';
import { type Evidence, rowsOf } from './finding.ts';

/** Something that truly reached a person. */
export type Effect = {
  readonly slug: string;
  readonly account_id: string;
  readonly kind: string;
  readonly text: string | null;
  readonly subject: string | null;
  /** Virtual time. */
  readonly at: Date;
};

const MAILS_FILE = 'faults-mails.json';

/** In the order in which they happened: what the sandbox saw, and what lay in the mailboxes of people at the end. */
export async function readEffects({ v2, load, home }: Evidence): Promise<Effect[]> {
  const seen = await rowsOf<Effect>(
    v2,
    `select person.public_identifier as slug, account_id, kind, text, subject, at
       from sandbox_received join sandbox_people person using (person_id)
      where account_id = any ($1) order by position`,
    [load.accounts],
  );
  const file = join(home, MAILS_FILE);
  if (!existsSync(file)) return seen;
  // Written by `noteMails`.
  const mails = JSON.parse(readFileSync(file, 'utf8')) as (Omit<Effect, 'at'> & { at: string })[];
  return [...seen, ...mails.map((mail) => ({ ...mail, at: new Date(mail.at) }))];
}

/** Keeps what arrived beside the rest of the evidence: the mail server ends with the run. */
export async function noteMails(system: System, server: MailServer, load: Load): Promise<void> {
  const { rows } = await system.v2_db.query<{ account_id: string; email: string }>(
    'select account_id, email from accounts where account_id = any ($1)',
    [load.accounts],
  );
  const accounts = new Map(rows.map(({ account_id, email }) => [email, account_id]));
  const [world, wall] = [await system.worldNow(), Date.now()];
  const mails: Effect[] = [];
  for (const slug of Object.keys(load.mail?.people ?? {})) {
    for (const source of server.arrived(addressOf(slug))) {
      const mail = await readMail(source);
      // Its own date, in seconds of the wall: when it was handed over.
      const sent = Date.parse(headerOf(mail, 'date'));
      mails.push({
        ...{ slug, kind: 'email', text: mail.text.split('\n')[0]?.trim() ?? null, subject: mail.subject },
        account_id: accounts.get(addressIn(headerOf(mail, 'from'))) ?? '',
        at: new Date(world - (wall - sent) * load.speed),
      });
    }
  }
  writeFileSync(system.home.path(MAILS_FILE), JSON.stringify(mails));
}

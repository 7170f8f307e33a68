import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MailServer } from '../../../src/app/demo/mail-server/start-mail-server.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import type { ParsedMail } from '../../../src/shared/mail/reading/parsed-mail.ts';
import { about, type Correspondent, inboxOf, loginOf } from '../../support/mail/mail-world.ts';
import { allEnrollments, type EnrollmentItem } from './judge.ts';
import { sharedServers } from './shared-servers.ts';
import { type Overture, startOverture } from './start-overture.ts';

export const PASSWORD = 'open sesame';
export const WITHIN = { timeout: 120_000, interval: 250 };

/** A whole system with real mailboxes, and the people of `people.test` whom it writes to. */
export interface MailBench {
  readonly system: Overture;
  /** Signs in to a mailbox of the server, once the engine knows it; its account. */
  mailbox(email: string, more?: object): Promise<string>;
  apply(sequence: string): Promise<void>;
  /** A person by their name, `<name>@people.test` unless told otherwise; the enrollment. */
  enroll(sequence: string, name: string, more?: { lead?: object; senders?: object }): Promise<string>;
  standing(id: string): Promise<EnrollmentItem>;
  /** Reads a person's inbox, once it has `least` mails. */
  mailsOf(name: string, least?: number): Promise<ParsedMail[]>;
  /** Returns the actions of a person on their first mail. */
  as(name: string): Promise<Correspondent>;
  advance(duration: string): Promise<void>;
  dispose(): Promise<void>;
}

/** `limits`: network profiles by name, as YAML; none unless told. */
export async function startMailBench(
  server: MailServer,
  { limits = {}, env = {} }: { limits?: Readonly<Record<string, string>>; env?: NodeJS.ProcessEnv } = {},
): Promise<MailBench> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-limits-'));
  for (const [name, text] of Object.entries(limits)) writeFileSync(join(folder, `${name}.yaml`), text);
  // Mails carry the time of the wall, so the world begins at it.
  const world = new Date().toISOString();
  const system = await startOverture({
    world,
    servers: await sharedServers(),
    env: { OVERTURE_DEMO: '0', V2_ALLOW_PRIVATE_MAIL: '1', OVERTURE_LIMITS: folder, ...env },
  });
  const addressOf = (name: string) => (name.includes('@') ? name : `${name}@people.test`);
  const mailsOf = async (name: string, least = 1): Promise<ParsedMail[]> => {
    const arrived = async () => server.arrived(addressOf(name)).length;
    await expect.poll(arrived, { ...WITHIN, message: `mails to ${name}` }).toBeGreaterThanOrEqual(least);
    return inboxOf(server, addressOf(name));
  };
  return {
    system,
    mailsOf,
    async mailbox(email, more = {}) {
      await server.setPassword(email, PASSWORD);
      const body = loginOf(server, email, PASSWORD, more);
      const { data } = await system.v2<{ data: { account_id: string } }>('POST', '/v2/login', body);
      const known = async () =>
        (await system.api('PATCH', `/api/accounts/${data.account_id}`, { timezone: 'Europe/Paris' })).status === 200;
      if (!(await waitUntil(known, { timeout: WITHIN.timeout }))) throw new Error(`the engine does not know ${email}`);
      return data.account_id;
    },
    async apply(sequence) {
      expect(await system.api('POST', '/api/sequences', sequence)).toMatchObject({ status: 201 });
    },
    async enroll(sequence, name, { lead = {}, senders } = {}) {
      const body = {
        sequence,
        lead: { first_name: name, email: addressOf(name), ...lead },
        ...(senders === undefined ? {} : { senders }),
      };
      const answer = await system.api<{ id: string }>('POST', '/api/enrollments', body);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body.id;
    },
    async standing(id) {
      const found = (await allEnrollments(system)).find((one) => one.id === id);
      if (!found) throw new Error(`${id} is not enrolled`);
      return found;
    },
    async as(name) {
      const [mail] = await mailsOf(name);
      if (!mail) throw new Error(`${name} has no mail`);
      return about(server, addressOf(name), mail);
    },
    async advance(duration) {
      await system.v2('POST', '/sandbox/clock', { advance: duration });
    },
    async dispose() {
      await system.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

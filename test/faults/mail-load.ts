import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { MailServer } from '../../src/app/demo/mail-server/start-mail-server.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { loginOf } from '../support/mail/mail-world.ts';
import { becomeCampaign } from './judged-campaign.ts';
import { LOAD_FILE, type Load, type LoadOptions, SEQUENCE_NAME, setZone } from './load.ts';
import type { System } from './system/system.ts';
import { installWatch } from './watch.ts';

const MAIL_DOMAIN = 'people.test';
export const SENDERS = 3;
export const senderAddress = (index: number): string => `sender${index}@agency.test`;
export const addressOf = (slug: string): string => `${slug}@${MAIL_DOMAIN}`;

/** Three mails, each with words of its own, and a day in which an answer may still be heard; who is silent until then ends so. */
const sequenceText = (limits: Load['limits'], zone: string) => `sequence: ${SEQUENCE_NAME}
schedule:
  timezone: ${zone}
  hours: { mon-sun: "07:00-16:00" }
  spacing: 1m..2m
limits: { emails: ${limits.email}/day }
steps:
  - email: { subject: "A word, {{ first_name }}", text: "Could we talk, {{ first_name }}?" }
  - wait: 3 hours
  - email: { thread: true, text: "Once more, {{ first_name }}." }
  - wait: 3 hours
  - email: { thread: true, text: "A last time, {{ first_name }}." }
  - wait: 1 day
  - end: silent
`;

/** Real mailboxes on the server, and an enrollment for each person; nobody is in the sandbox. */
export async function putMailUnderLoad(system: System, server: MailServer, options: LoadOptions): Promise<Load> {
  const { seed, leads, speed, zone = 'Europe/Paris' } = options;
  const mark = `Zq${randomBytes(5).toString('hex')}`;
  const password = `${mark}password`;
  const limits = { email: options.per_day ?? Math.max(6, Math.ceil(leads / 2)) };
  const accounts: string[] = [];
  for (let index = 0; index < SENDERS; index++) {
    accounts.push(await signIn(system, server, senderAddress(index), password));
  }
  for (const id of accounts) await setZone(system, id, zone);
  const applied = await system.callApi<unknown>('POST', '/api/sequences', sequenceText(limits, zone));
  if (applied.status > 201) throw new Error(`the sequence was refused: ${JSON.stringify(applied.body)}`);
  await installWatch(system.engine_db, limits);
  const canaries = [system.v2_key, `${mark}person`, `+336${100 + (seed % 200)}`, `${mark}secretnote`, password];
  const before = await system.v2_db.query<{ balance: number }>(
    'select sum((credit_balance(user_id)).balance)::int as balance from users',
  );
  const enrollments: string[] = [];
  const people: Record<string, string> = {};
  for (let index = 0; index < leads; index++) {
    const slug = `p${seed}-${index}`;
    const body = {
      sequence: SEQUENCE_NAME,
      senders: { email: accounts[index % SENDERS] },
      lead: { first_name: `${mark}person${index}`, email: addressOf(slug), vars: { note: canaries[3] } },
    };
    const { body: made, status } = await system.callApi<{ id: string }>('POST', '/api/enrollments', body);
    if (status !== 201) throw new Error(`a lead was refused: ${JSON.stringify(made)}`);
    enrollments.push(made.id);
    people[slug] = made.id;
  }
  await becomeCampaign(system, enrollments);
  const load: Load = {
    ...{ seed, speed, zone, accounts, limits, enrollments, canaries },
    started_credits: before.rows[0]?.balance ?? 0,
    mail: { people, password },
  };
  writeFileSync(system.home.path(LOAD_FILE), JSON.stringify(load));
  await system.speedUp(speed);
  return load;
}

/** Also after a password was revoked and set anew; the account is the same. */
export async function signIn(system: System, server: MailServer, email: string, password: string): Promise<string> {
  await server.setPassword(email, password);
  let account = '';
  const signedIn = async () => {
    const answer = await system
      .callV2<{ data: { account_id: string } }>('POST', '/v2/login', loginOf(server, email, password))
      .catch(() => null);
    account = answer?.data.account_id ?? '';
    return account !== '';
  };
  if (!(await waitUntil(signedIn, { timeout: 60_000, every: 500 }))) throw new Error(`${email} cannot sign in`);
  return account;
}

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { becomeCampaign } from './judged-campaign.ts';
import { createRandom, type Random } from './random.ts';
import type { System } from './system/system.ts';
import { installWatch } from './watch.ts';

/** The people and settings of a run; the invariant script reads it from the home. */
export interface Load {
  readonly seed: number;
  readonly speed: number;
  readonly zone: string;
  readonly accounts: readonly string[];
  /** Per account and local day, by what the sandbox calls it. */
  readonly limits: Readonly<Record<string, number>>;
  readonly enrollments: readonly string[];
  readonly started_credits: number;
  /** In a run with real mail: the enrollment of each person, by the local part of their address, and the password of all mailboxes. */
  readonly mail?: { readonly people: Readonly<Record<string, string>>; readonly password: string };
  /** Postgres was set back: the ledger has lost what it said since, and can only say less than what happened. */
  readonly ledger_set_back?: boolean;
  /** Temporal was set back while a worker ran on. */
  readonly temporal_set_back?: boolean;
  /** Texts that must be in no log, history or error. */
  readonly canaries: readonly string[];
}

export const LOAD_FILE = 'faults-load.json';

export interface LoadOptions {
  readonly seed: number;
  readonly leads: number;
  readonly speed: number;
  readonly accounts?: number;
  readonly zone?: string;
  /** Sends of each kind per account and day; enough for everybody within a few days unless told. */
  readonly per_day?: number;
  readonly sequence?: string;
  readonly ledger_set_back?: boolean;
  readonly temporal_set_back?: boolean;
}

export const SEQUENCE_NAME = 'faults';

/** A little of everything: visit, invite, wait_for, messages, withdraw, InMail with else, a paid lookup, email. */
export function sequenceText(limits: Load['limits'], zone: string, greeting = 'Thank you'): string {
  return `sequence: ${SEQUENCE_NAME}
schedule:
  timezone: ${zone}
  hours: { mon-sun: "07:00-21:00" }
  spacing: 1m..2m
limits:
  visits: ${limits.visit}/day
  invites: ${limits.invitation}/day
  messages: ${limits.message}/day
  inmails: ${limits.inmail}/day
  emails: ${limits.email}/day
steps:
  - visit
  - invite: "Shall we talk, {{ first_name }}?"
  - wait_for: accepted_invitation
    within: 2 days
    then:
      - message: "${greeting}, {{ first_name }}."
      - wait: 1 day
      - message: "One more try, {{ first_name }}."
    else:
      - withdraw
      - inmail:
          subject: "A word, {{ first_name }}"
          text: "Could we talk, {{ first_name }}?"
        else:
          - enrich: email
            else:
              - end: no_way
          - email:
              subject: "A mail, {{ first_name }}"
              text: "Could we talk by mail, {{ first_name }}?"
  - wait: 1 day
  - end: no_answer
`;
}

/** People with their ways, and an enrollment for each. */
export async function putUnderLoad(system: System, options: LoadOptions): Promise<Load> {
  const { seed, leads, speed, accounts: seats = 4, zone = 'Europe/Paris' } = options;
  const each = options.per_day ?? Math.max(5, Math.ceil(leads / seats / 2));
  const limits = { visit: each, invitation: each, message: each, inmail: each, email: each * 2 };
  const professionals: string[] = [];
  for (let index = 0; index < seats; index++) {
    professionals.push(await createAccount(system, { platform: 'professional', name: `Sender ${index}` }));
  }
  const mailbox = await createAccount(system, {
    platform: 'email',
    name: 'Sender',
    email: `sender-${seed}@mail.acme.example`,
  });
  for (const id of [...professionals, mailbox]) await setZone(system, id, zone);
  const applied = await system.callApi<unknown>(
    'POST',
    '/api/sequences',
    options.sequence ?? sequenceText(limits, zone),
  );
  if (applied.status > 201) throw new Error(`the sequence was refused: ${JSON.stringify(applied.body)}`);

  await installWatch(system.engine_db, limits);

  const mark = `Zq${randomBytes(5).toString('hex')}`;
  const canaries = [system.v2_key, `${mark}person`, `+336${100 + (seed % 200)}`, `${mark}secretnote`];
  const people: { profile_url: string; first_name: string; phone_number: string; sender: string }[] = [];
  const make = async (index: number) => {
    const first_name = `${mark}person${index}`;
    const { profile_url } = await system.callV2<{ profile_url: string }>('POST', '/sandbox/people', {
      first_name,
      last_name: 'Example',
      public_identifier: `p${seed}-${index}`,
      degree: 2,
      email: `p${seed}-${index}@people.example`,
      ...waysOf(createRandom(seed * 7919 + index)),
    });
    const phone_number = `${canaries[2]}${String(index).padStart(5, '0')}`;
    people[index] = { profile_url, first_name, phone_number, sender: professionals[index % seats] ?? '' };
  };
  for (let from = 0; from < leads; from += 10) {
    await Promise.all(Array.from({ length: Math.min(10, leads - from) }, (_, at) => make(from + at)));
  }
  const before = await system.v2_db.query<{ balance: number }>(
    'select sum((credit_balance(user_id)).balance)::int as balance from users',
  );
  const enrollments: string[] = [];
  for (const sender of professionals) {
    const own = people.filter((person) => person.sender === sender);
    if (own.length === 0) continue;
    const { body, status } = await system.callApi<{ results: { id?: string; status: string; error?: unknown }[] }>(
      'POST',
      '/api/enrollments/batch',
      {
        sequence: SEQUENCE_NAME,
        senders: { professional: sender, email: mailbox },
        leads: own.map(({ profile_url, first_name, phone_number }) => ({
          profile_url,
          first_name,
          phone_number,
          vars: { note: canaries[3] },
        })),
      },
    );
    if (status !== 200) throw new Error(`enrolling was refused: ${JSON.stringify(body)}`);
    for (const result of body.results) {
      if (result.id === undefined || result.status !== 'created')
        throw new Error(`a lead was refused: ${JSON.stringify(result)}`);
      enrollments.push(result.id);
    }
  }
  await becomeCampaign(system, enrollments);
  const load: Load = {
    seed,
    speed,
    zone,
    accounts: [...professionals, mailbox],
    limits,
    enrollments,
    started_credits: before.rows[0]?.balance ?? 0,
    canaries,
    ledger_set_back: options.ledger_set_back ?? false,
    temporal_set_back: options.temporal_set_back ?? false,
  };
  writeFileSync(system.home.path(LOAD_FILE), JSON.stringify(load));
  await system.speedUp(speed);
  return load;
}

async function createAccount(system: System, fields: object): Promise<string> {
  const { account_id } = await system.callV2<{ account_id: string }>('POST', '/sandbox/accounts', {
    country: 'FR',
    products: ['classic', 'premium_navigator', 'recruiter'],
    inmail_credits: 100_000,
    daily_limit: 100_000,
    ...fields,
  });
  return account_id;
}

/** The days of a cap are those of the account's own zone. */
export async function setZone(system: System, id: string, timezone: string): Promise<void> {
  const isSet = async () => (await system.callApi('PATCH', `/api/accounts/${id}`, { timezone })).status === 200;
  // The engine looks for new accounts from time to time.
  if (!(await waitUntil(isSet, { timeout: 60_000, every: 500 }))) throw new Error(`the engine does not know ${id}`);
}

/** Most say nothing; the others accept, reply, decline and bounce, each after a time of their own. */
function waysOf(random: Random): object {
  const hours = (from: number, to: number) => `PT${random.whole(from, to)}H`;
  const sometimes = (share: number) => random.next() < share;
  return {
    inmail_restriction: sometimes(0.4) ? 'RESTRICTED' : 'NO_RESTRICTION',
    behavior: {
      ...(sometimes(0.45) ? { accepts_after: hours(1, 30) } : {}),
      ...(sometimes(0.15) ? { declines_inmail_after: hours(1, 12) } : {}),
      ...(sometimes(0.07) ? { bounces: 'hard' } : {}),
      replies_after: {
        ...(sometimes(0.05) ? { invitation: hours(1, 30) } : {}),
        ...(sometimes(0.3) ? { message: hours(1, 30) } : {}),
        ...(sometimes(0.3) ? { inmail: hours(1, 20) } : {}),
        ...(sometimes(0.2) ? { email: hours(1, 20) } : {}),
      },
    },
  };
}

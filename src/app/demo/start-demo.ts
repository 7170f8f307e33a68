import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PACKAGE_ROOT } from '../main/package-root.ts';
import { type DemoAccounts, ensureAccounts } from './demo-accounts.ts';
import type { DemoMail } from './demo-mail.ts';
import { ACQUAINTANCES, ensurePeople, PEOPLE } from './demo-people.ts';
import type { DevClient } from './dev/dev-client.ts';
import type { DevSystem } from './dev/dev-system.ts';
import { type DemoLife, keepGoing } from './newcomers/keep-going.ts';
import { NEWCOMERS_SEQUENCE, NEWCOMERS_TEXT } from './newcomers/newcomers-sequence.ts';
import type { Person } from './people/plan-answers.ts';

const CANDIDATES_SEQUENCE = 'backend-engineers';
const MAIL_SEQUENCE = 'visit-then-email';
const DEMO_SEQUENCES = [CANDIDATES_SEQUENCE, MAIL_SEQUENCE];

/**
 * Applies `sequences/` and starts the demo's two campaigns: the candidates of the sandbox's first job, and people who are written to
 * by mail; from then on people join each week. Run again it changes nothing: accounts and people that are there are used, and the same
 * campaign is the same campaign. Null: there is no demo.
 */
export async function startDemo(
  system: DevSystem,
  client: DevClient,
  { jump, print }: { readonly jump: boolean; readonly print: (line: string) => void },
): Promise<DemoLife | null> {
  const mail = await system.mail;
  if (mail === null) {
    print('! demo        left out: V2_BASE_URL names a V2 service, and the demo would contact real people');
    return null;
  }
  tellMail(mail, print);
  if (mail.kind === 'real')
    mail.begin((address) => client.find<Person>(`/sandbox/people/${encodeURIComponent(address)}`));
  const accounts = await ensureAccounts(client, mail);
  const folder = join(PACKAGE_ROOT, 'sequences');
  const known = await client.api<Listed>('GET', '/api/sequences?limit=1000&fields=name,kept_by');
  const edited = known.items.filter(({ kept_by }) => kept_by === 'console').map(({ name }) => name);
  const publish = (name: string, text: string) =>
    // Somebody may have taken it over in the console.
    edited.includes(name) ? undefined : client.api('POST', '/api/sequences', text);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))) {
    const [name, text] = [basename(file, '.yaml'), readFileSync(join(folder, file), 'utf8')];
    await publish(name, DEMO_SEQUENCES.includes(name) ? withSenders(text, accounts) : text);
  }
  await publish(NEWCOMERS_SEQUENCE, withSenders(NEWCOMERS_TEXT, accounts));
  const source = await candidatesOfFirstJob(client, accounts.professional);
  const first = await client.api<{ name: string }>('POST', '/api/campaigns', {
    name: `Demo: ${source.title}`,
    sequence: CANDIDATES_SEQUENCE,
    source: { candidates: source.candidates },
  });
  await ensurePeople(client, ACQUAINTANCES, system.virtualNow());
  const leads = await ensurePeople(client, PEOPLE, system.virtualNow());
  const second = await client.api<{ id: string; name: string }>('POST', '/api/campaigns', {
    name: 'Demo: on-call load, by mail',
    sequence: MAIL_SEQUENCE,
    source: { leads },
  });
  const day = Math.round(86_400 / system.speed);
  const speed = jump ? 'time jumps to whatever is due next' : `a day lasts ${day} s`;
  print(`✓ demo        ${first.name} and ${second.name}; ${speed}`);
  return keepGoing({
    ...{ client, home: system.home, now: system.virtualNow, mail_campaign: second.id },
    notice: (line) => print(`! ${line}`),
  });
}

interface Listed {
  readonly items: readonly { readonly name: string; readonly kept_by: string }[];
}

function tellMail(mail: DemoMail, print: (line: string) => void): void {
  if (mail.kind === 'real') return;
  print(`! mail        stays in the sandbox: ${mail.why}`);
  print(
    '              with dovecot the demo sends real mail: apt-get install dovecot-imapd dovecot-lmtpd, then start again',
  );
}

/** The demo's own sequences name their senders, for there are several mailboxes to choose from. */
function withSenders(sequence: string, { professional, email }: DemoAccounts): string {
  const senders = `senders: { professional: ${professional}, email: [${email.join(', ')}] }`;
  return sequence.replace(/^sequence: .*$/m, (line) => `${line}\n${senders}`);
}

async function candidatesOfFirstJob(client: DevClient, account_id: string) {
  const { data } = await client.v2<{ data: { posts: { linkedin_job_id: string; title: string }[] } }>(
    'POST',
    '/v2/recruiter',
    { account_id, action: 'get_posts', params: { count: 1, fetch_details: false } },
  );
  const job = data.posts[0];
  if (!job) throw new Error('the sandbox has no job');
  const ratings = ['GOOD_FIT', 'MAYBE', 'UNRATED'];
  return { title: job.title, candidates: { account_id, job_id: job.linkedin_job_id, ratings } };
}

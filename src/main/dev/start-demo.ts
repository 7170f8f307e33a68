import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../package-root.ts';
import type { DevClient } from './dev-client.ts';
import type { DevSystem } from './start-dev.ts';

const DEMO_SEQUENCE = 'backend-engineers';

interface Envelope<T> {
  readonly data: T;
}
interface Account {
  readonly account_id: string;
  readonly platform: string;
}

/**
 * Applies `sequences/` and starts the demo campaign: the candidates of the sandbox's first job. Run again it changes nothing:
 * accounts that are there are used, and the same campaign is the same campaign.
 */
export async function startDemo(system: DevSystem, client: DevClient, print: (line: string) => void): Promise<void> {
  if (system.environment.V2_BASE_URL) {
    print('! a V2 service is given, so the demo is left out: it would contact real people');
    return;
  }
  const accounts = await ensureAccounts(client);
  const folder = join(PACKAGE_ROOT, 'sequences');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))) {
    await client.api('POST', '/api/sequences', readFileSync(join(folder, file), 'utf8'));
  }
  const jobs = await client.v2<Envelope<{ posts: { linkedin_job_id: string; title: string }[] }>>(
    'POST',
    '/v2/recruiter',
    {
      account_id: accounts.professional,
      action: 'get_posts',
      params: { count: 1, fetch_details: false },
    },
  );
  const job = jobs.data.posts[0];
  if (!job) throw new Error('the sandbox has no job');
  const campaign = await client.api<{ id: string; name: string }>('POST', '/api/campaigns', {
    name: `Demo: ${job.title}`,
    sequence: DEMO_SEQUENCE,
    source: {
      candidates: {
        account_id: accounts.professional,
        job_id: job.linkedin_job_id,
        ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED'],
      },
    },
  });
  print(
    `✓ demo        ${campaign.name}, sequence ${DEMO_SEQUENCE}, a day lasts ${Math.round(86_400 / (system.run.clock?.speed ?? 1))} s`,
  );
}

async function ensureAccounts(client: DevClient): Promise<{ professional: string; email: string }> {
  const { data } = await client.v2<Envelope<{ accounts: Account[] }>>('GET', '/v2/accounts');
  const find = (platform: string) => data.accounts.find((account) => account.platform === platform)?.account_id;
  const create = async (body: unknown) => (await client.v2<Account>('POST', '/sandbox/accounts', body)).account_id;
  return {
    professional:
      find('professional') ??
      (await create({
        platform: 'professional',
        name: 'Anna Keller',
        email: 'anna.keller@acme.example',
        country: 'FR',
        products: ['classic', 'premium_navigator', 'recruiter'],
        inmail_credits: 15,
      })),
    email:
      find('email') ??
      (await create({
        platform: 'email',
        name: 'Anna Keller',
        email: 'anna@mail.acme.example',
        country: 'FR',
        daily_limit: 40,
      })),
  };
}

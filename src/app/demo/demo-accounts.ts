import type { DemoMail } from './demo-mail.ts';
import { DEMO_SENDERS } from './demo-senders.ts';
import type { DevClient } from './dev/dev-client.ts';

const DAILY_LIMIT = 40;

interface Account {
  readonly account_id: string;
  readonly platform: string;
  readonly email?: string | null;
}

export interface DemoAccounts {
  readonly professional: string;
  /** In the order of `DEMO_SENDERS`. */
  readonly email: readonly string[];
}

/** The accounts that are there, and those that are missing: mailboxes are signed in to over the API, as anybody's are. */
export async function ensureAccounts(client: DevClient, mail: DemoMail): Promise<DemoAccounts> {
  const { data } = await client.v2<{ data: { accounts: Account[] } }>('GET', '/v2/accounts');
  const create = async (body: object) => (await client.v2<Account>('POST', '/sandbox/accounts', body)).account_id;
  const professional =
    data.accounts.find(({ platform }) => platform === 'professional')?.account_id ??
    (await create({
      platform: 'professional',
      name: 'Anna Keller',
      email: 'anna.keller@acme.example',
      country: 'FR',
      products: ['classic', 'premium_navigator', 'recruiter'],
      inmail_credits: 15,
    }));
  const email: string[] = [];
  for (const sender of DEMO_SENDERS) {
    const known = data.accounts.find((account) => account.platform === 'email' && account.email === sender.email);
    const body = { platform: 'email', ...sender, daily_limit: DAILY_LIMIT };
    if (mail.kind === 'real') email.push(await signIn(client, mail, body));
    else email.push(known?.account_id ?? (await create({ ...body, country: 'FR' })));
  }
  return { professional, email };
}

/** At every start, because the servers may have moved to other ports. */
async function signIn(client: DevClient, mail: Extract<DemoMail, { kind: 'real' }>, body: object): Promise<string> {
  const { imap, smtp } = mail.server;
  const login = { ...body, password: mail.password, imap, smtp };
  const { data } = await client.v2<{ data: Account }>('POST', '/v2/login', login);
  // Looked into once, so that whatever comes from now on is seen to be new.
  await client.v2('POST', '/v2/messages', {
    account_id: data.account_id,
    action: 'list_inbox',
    params: { count: 1 },
  });
  return data.account_id;
}

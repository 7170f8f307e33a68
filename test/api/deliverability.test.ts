import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDns } from '../../src/runtime/deliverability/dns.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let names: NameServer;
beforeAll(async () => {
  names = await startNameServer({
    'NS com': ['a.gtld-servers.net'],
    'MX firm.io': ['10 mail.firm.io'],
    'A mail.firm.io': ['198.51.100.7'],
    'TXT firm.io': ['v=spf1 a:mail.firm.io -all'],
  });
  api = await openApi({
    dns: createDns([names.address]),
    profiles: [
      { name: 'email', caps: { email: [{ count: 500, per: 'day' }] }, note_length: 300, for: { platform: 'email' } },
    ],
  });
  await api.db.query("update accounts set email = 'anna@firm.io', daily_limit = 600 where platform = 'email'");
});
afterAll(async () => {
  await api.close();
  await names.close();
});

const check = (id: string, query = '') => api.call('GET', `/api/accounts/${id}/deliverability${query}`);

describe('GET /api/accounts/{id}/deliverability', () => {
  it("reads the records of the mailbox's domain, its server, its limit and its health", async () => {
    const { rows } = await api.db.query<{ id: string }>("select id from accounts where platform = 'email' limit 1");
    const { status, body } = await check(rows[0]?.id ?? '', '?server=mail.firm.io&selector=march');
    expect(status).toBe(200);
    expect(body.email).toBe('anna@firm.io');
    expect(body.findings.map(({ check: name, state }: Record<string, string>) => `${name} ${state}`)).toEqual([
      ...[
        'mx good',
        'spf good',
        'dkim broken',
        'dmarc broken',
        'reverse_name broken',
        'limit broken',
        'health unknown',
      ],
    ]);
  });

  it('is for mailboxes alone', async () => {
    expect(await check('acc_anna')).toMatchObject({ status: 422, body: { code: 'not_a_mailbox' } });
    expect((await check('acc_gone')).status).toBe(404);
    expect((await check('acc_anna', '?selector=a/b')).status).toBe(400);
  });
});

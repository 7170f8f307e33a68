import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSender, type SenderQuestion } from '../../src/runtime/deliverability/check-sender.ts';
import { createDns } from '../../src/runtime/deliverability/dns.ts';
import type { Finding } from '../../src/runtime/deliverability/finding.ts';
import { type NameServer, startNameServer, type Zone } from '../support/name-server.ts';

let server: NameServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const keyOf = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64');
const KEY = keyOf(2048);

/** Everything right. `NS com`: the name server sees the world. */
const GOOD: Zone = {
  'NS com': ['a.gtld-servers.net'],
  'MX firm.io': ['10 aspmx.l.google.com', '20 alt.aspmx.l.google.com'],
  'TXT firm.io': ['some-other=text', 'v=spf1 include:_spf.google.com ~all'],
  'TXT _spf.google.com': ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all'],
  'TXT google._domainkey.firm.io': [`v=DKIM1; k=rsa; p=${KEY}`],
  'TXT _dmarc.firm.io': ['v=DMARC1; p=reject; rua=mailto:dmarc@firm.io'],
};

async function check(zone: Zone, more: Partial<SenderQuestion> = {}): Promise<Record<string, Finding>> {
  server = await startNameServer(zone);
  const question = { email: 'anna@firm.io', selectors: [], server: null, figures: null, ...more };
  const findings = await checkSender(createDns([server.address]), question);
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
}

const states = (findings: Record<string, Finding>) =>
  Object.fromEntries(Object.values(findings).map(({ check: name, state }) => [name, state]));

describe('a domain whose records are right', () => {
  it('is called good, with what was found', async () => {
    const found = await check(GOOD);
    expect(states(found)).toEqual({ mx: 'good', spf: 'good', dkim: 'good', dmarc: 'good' });
    expect(found.mx?.says).toBe('mail arrives at Google');
    expect(found.spf?.says).toBe('1 of 10 look-ups');
    expect(found.dkim?.says).toBe('the key google has 2048 bits');
  });
});

describe('SPF', () => {
  const spf = async (record: string, zone: Zone = {}, more: Partial<SenderQuestion> = {}) =>
    (await check({ ...GOOD, 'TXT firm.io': [record], ...zone }, more)).spf;

  it('that is not there is written out', async () => {
    const found = (await check({ ...GOOD, 'TXT firm.io': ['hello'] })).spf;
    expect(found).toMatchObject({ state: 'broken', found: null });
    expect(found?.fix).toContain('v=spf1 include:_spf.google.com ~all');
  });

  it('may be there once', async () => {
    const found = (await check({ ...GOOD, 'TXT firm.io': ['v=spf1 -all', 'v=spf1 a -all'] })).spf;
    expect(found).toMatchObject({ state: 'broken', fix: 'join them into one TXT record' });
  });

  it.each([
    ['v=spf1 include:_spf.google.com +all', 'broken', 'allows everybody'],
    ['v=spf1 include:_spf.google.com', 'improve', 'does not say'],
    ['v=spf1 mx ~all', 'improve', 'does not name'],
    ['v=spf1 include:_spf.google.com ptr ~all', 'improve', 'ptr'],
    ['v=spf1 include:nobody.io ~all', 'broken', 'nobody.io, which has no SPF record'],
    ['v=spf1 include:firm.io ~all', 'broken', 'is circular'],
    ['v=spf1 ipv4:192.0.2.1 ~all', 'broken', '"ipv4:192.0.2.1" is not a term'],
    ['v=spf1 ip4:192.0.2 ~all', 'broken', 'names no address'],
  ])('%s is %s', async (record, state, says) => {
    const found = await spf(record);
    expect(found?.state).toBe(state);
    expect(found?.says).toContain(says);
  });

  it('counts the look-ups of all that is included', async () => {
    const many = Array.from({ length: 6 }, (_, index) => `a:host${index}.firm.io`).join(' ');
    const zone: Zone = {
      'TXT one.firm.io': [`v=spf1 ${many} ~all`],
      'TXT two.firm.io': [`v=spf1 include:_spf.google.com ${many} ~all`],
    };
    const found = await spf('v=spf1 include:one.firm.io include:two.firm.io ~all', zone);
    expect(found).toMatchObject({ state: 'broken', says: expect.stringContaining('it takes 15 look-ups') });
  });

  it('is followed where it is redirected', async () => {
    expect(await spf('v=spf1 redirect=_spf.google.com')).toMatchObject({ state: 'good' });
  });

  const own = { server: 'mail.firm.io' };
  const OWN: Zone = { 'A mail.firm.io': ['198.51.100.7'], 'PTR 7.100.51.198.in-addr.arpa': ['mail.firm.io'] };

  it.each([
    ['v=spf1 ip4:198.51.100.0/24 -all', 'good'],
    ['v=spf1 a:mail.firm.io -all', 'good'],
    ['v=spf1 -ip4:198.51.100.7 +ip4:198.51.100.0/24 -all', 'broken'],
    ['v=spf1 ip4:198.51.101.0/24 -all', 'broken'],
    ['v=spf1 include:_spf.google.com -all', 'broken'],
  ])('says whether a server of its own may send: %s is %s', async (record, state) => {
    expect((await spf(record, OWN, own))?.state).toBe(state);
  });
});

describe('DKIM', () => {
  it.each([
    ['broken', 'revoked', 'v=DKIM1; k=rsa; p='],
    ['improve', 'tested', `v=DKIM1; t=y; p=${KEY}`],
    ['improve', '1024 bits', `v=DKIM1; p=${keyOf(1024)}`],
    ['broken', '768 bits', `v=DKIM1; p=${keyOf(768)}`],
    ['broken', 'cannot be read', 'v=DKIM1; p=nonsense'],
    ['improve', 'Ed25519', 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  ])('is %s where its record is %s', async (state, says, record) => {
    const found = (await check({ ...GOOD, 'TXT google._domainkey.firm.io': [record] })).dkim;
    expect(found?.state).toBe(state);
    expect(found?.says).toContain(says);
  });

  it('is not claimed to be missing, as nothing lists the selectors', async () => {
    const { 'TXT google._domainkey.firm.io': _, ...without } = GOOD;
    expect((await check(without)).dkim).toMatchObject({ state: 'unknown', fix: expect.stringContaining('--selector') });
  });

  it('is missing where its selector was named', async () => {
    expect((await check(GOOD, { selectors: ['march'] })).dkim).toMatchObject({ state: 'broken' });
  });
});

describe('DMARC', () => {
  const dmarc = async (record: string | null, email = 'anna@firm.io') => {
    const { 'TXT _dmarc.firm.io': _, ...without } = GOOD;
    return (await check(record === null ? without : { ...without, 'TXT _dmarc.firm.io': [record] }, { email })).dmarc;
  };

  it.each([
    [null, 'broken', 'no DMARC record'],
    ['v=DMARC1; rua=mailto:a@firm.io', 'broken', 'no valid policy'],
    ['v=DMARC1; p=none; rua=mailto:a@firm.io', 'improve', 'p=none'],
    ['v=DMARC1; p=quarantine', 'improve', 'no reports'],
    ['v=DMARC1; p=reject; pct=20; rua=mailto:a@firm.io', 'improve', '20 %'],
  ])('%s is %s', async (record, state, says) => {
    const found = await dmarc(record);
    expect(found?.state).toBe(state);
    expect(found?.says).toContain(says);
  });

  it('of a domain above holds for those below, by its sp', async () => {
    expect(await dmarc('v=DMARC1; p=reject; sp=none; rua=mailto:a@firm.io', 'anna@mail.firm.io')).toMatchObject({
      state: 'improve',
    });
  });
});

describe('the server that mail leaves from', () => {
  const question = { server: 'mail.firm.io' };
  const zone: Zone = { ...GOOD, 'TXT firm.io': ['v=spf1 a:mail.firm.io -all'], 'A mail.firm.io': ['198.51.100.7'] };

  it.each<[string, Zone, string]>([
    ['a name that leads back', { 'PTR 7.100.51.198.in-addr.arpa': ['mail.firm.io'] }, 'good'],
    ['a name of somebody else', { 'PTR 7.100.51.198.in-addr.arpa': ['host7.provider.net'] }, 'improve'],
    ['no name', {}, 'broken'],
  ])('%s', async (_, more, state) => {
    expect((await check({ ...zone, ...more }, question)).reverse_name?.state).toBe(state);
  });
});

describe('what cannot be read', () => {
  it('is not judged, by a name server without a way out either', async () => {
    const found = await check({ 'TXT other.io': ['x'] });
    expect(states(found)).toEqual({ mx: 'unknown', spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' });
  });

  it('is not looked up for a name that is set aside', async () => {
    expect(states(await check(GOOD, { email: 'anna@firm.example' }))).toEqual({ mx: 'unknown' });
  });
});

describe('what is known of the mailbox', () => {
  const figures = {
    ...{ daily_limit: 40, host_limit: 500, host_name: 'email', sends: 100, bounces: 1, complaints: 0 },
    guardrails: { at_least: 20, bounces: 0.05, complaints: 0.001 },
  };

  it.each([
    [{}, 'good', 'good'],
    [{ daily_limit: null }, 'improve', 'good'],
    [{ daily_limit: 100 }, 'improve', 'good'],
    [{ daily_limit: 600 }, 'broken', 'good'],
    [{ bounces: 3 }, 'good', 'improve'],
    [{ bounces: 5 }, 'good', 'broken'],
    [{ complaints: 1 }, 'good', 'broken'],
    [{ sends: 10 }, 'good', 'unknown'],
  ])('%j: limit %s, health %s', async (more, limit, health) => {
    const found = await check(GOOD, { figures: { ...figures, ...more } });
    expect([found.limit?.state, found.health?.state]).toEqual([limit, health]);
  });
});

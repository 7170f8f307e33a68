import { describe, expect, it } from 'vitest';
import { checkForeignUrl } from '../../src/shared/dial/check-foreign-url.ts';
import { CONFIGURED, foreign } from '../../src/shared/dial/policies.ts';
import { isPublicAddress } from '../../src/shared/dial/public-address.ts';
import { type Address, checkedLookup } from '../../src/shared/dial/resolve-host.ts';

const PRIVATE = {
  loopback: ['127.0.0.1', '127.8.8.8', '::1'],
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fec0::1'],
  metadata: ['169.254.169.254', 'fd00:ec2::254', '192.0.0.192'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'reserved and documentation': [
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '255.255.255.255',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  'IPv4-mapped and -compatible': ['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2001::1'],
  'no address': ['', 'localhost', '999.1.1.1'],
} as const;

describe('isPublicAddress', () => {
  for (const [kind, addresses] of Object.entries(PRIVATE)) {
    it.each([...addresses])(`refuses ${kind}: %s`, (address) => {
      expect(isPublicAddress(address)).toBe(false);
    });
  }

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450::8a'])(
    'lets a public address through: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('checkForeignUrl', () => {
  const resolve = async (host: string): Promise<Address[]> => {
    if (host === 'public.example') return [{ address: '93.184.216.34', family: 4 }];
    if (host === 'mixed.example') {
      return [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ];
    }
    throw new Error('ENOTFOUND');
  };
  const check = (url: string, allow_private = false) => checkForeignUrl(url, { allow_private, resolve });

  it.each([
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://0177.0.0.1/',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://db.internal/x',
    'https://mixed.example/x',
    'http://public.example/x',
    'ftp://public.example/x',
    'https://user:secret@public.example/x',
    'not a url',
    '//public.example',
  ])('refuses %s', async (url) => {
    expect(await check(url)).toMatchObject({ ok: false });
  });

  it.each(['https://public.example/x', 'https://public.example:8443/x', 'https://not-there-yet.example/x'])(
    'accepts %s',
    async (url) => {
      expect(await check(url)).toMatchObject({ ok: true });
    },
  );

  it('accepts plain HTTP and private hosts where they are allowed, but still no other scheme', async () => {
    expect(await check('http://127.0.0.1:1/x', true)).toMatchObject({ ok: true });
    expect(await check('file:///etc/passwd', true)).toMatchObject({ ok: false });
  });
});

describe('checkedLookup', () => {
  const lookup = (addresses: readonly Address[], all: boolean, policy = foreign({ allow_private: false })) =>
    new Promise((done) => {
      checkedLookup(policy, async () => addresses)('name.example', { all }, (error, found) => done(error ?? found));
    });

  it('hands on public addresses in both forms that a connection asks for', async () => {
    const addresses = [{ address: '1.1.1.1', family: 4 }];
    expect(await lookup(addresses, true)).toEqual(addresses);
    expect(await lookup(addresses, false)).toBe('1.1.1.1');
  });

  it('refuses a name when one of its addresses is private', async () => {
    const addresses = [
      { address: '1.1.1.1', family: 4 },
      { address: '::1', family: 6 },
    ];
    expect(await lookup(addresses, true)).toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
    expect(await lookup(addresses, false)).toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
  });

  it('lets one inside where the operator allows it, but never to the link-local addresses where clouds keep credentials', async () => {
    const operator = foreign({ allow_private: true });
    for (const address of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '100.64.0.1', '::1', 'fd12::1', '8.8.8.8']) {
      expect(await lookup([{ address, family: 4 }], false, operator)).toBe(address);
    }
    for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '::', '224.0.0.1', '255.255.255.255']) {
      expect(await lookup([{ address, family: 4 }], false, operator)).toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
      expect(await lookup([{ address, family: 4 }], false, CONFIGURED)).toBe(address);
    }
  });
});

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpDialer, type HttpDialerOptions } from '../../src/shared/dial/create-http-dialer.ts';
import { openSocket } from '../../src/shared/dial/open-socket.ts';
import { CONFIGURED, type DialPolicy, foreign, ownLinks, THIS_MACHINE } from '../../src/shared/dial/policies.ts';
import { refusedAddressIn } from '../../src/shared/dial/refused-address.ts';
import { askAutoconfig } from '../../src/v2/service/channels/mail/settings/autoconfig.ts';

const PUBLIC = foreign({ allow_private: false });
const OPERATOR = foreign({ allow_private: true });

/** Counts who gets through to it, at every address of this machine. */
let server: Server;
let port: number;
const dialed: Socket[] = [];
beforeAll(async () => {
  server = createServer((socket) => {
    dialed.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${port}/again\r\ncontent-length: 0\r\n\r\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void dialed.splice(0));

const get = async (url: string, policy: DialPolicy, options: HttpDialerOptions = {}) => {
  const http = createHttpDialer(policy, { connect_timeout: 2000, ...options });
  try {
    const { statusCode } = await http.request(url);
    return statusCode;
  } catch (error) {
    return refusedAddressIn(error)?.message ?? error;
  } finally {
    await http.destroy();
  }
};

/** Ways to write this machine, and what is no more public than it. */
const INSIDE = [
  ...['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '0x7f000001', '0', '127.0.0.1.', '127.8.8.8'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::7f00:1]',
  ],
  ...[
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'metadata.google.internal',
    'printer.local',
    '169.254.169.254',
    '10.0.0.1',
  ],
  ...['１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1'],
];

describe('a connection to an address that a stranger named', () => {
  it.each(INSIDE)('is refused before it is dialed: %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      expect(await get(`${scheme}://${host}:${port}/`, PUBLIC)).toMatch(/ is not a public address$/);
    }
    const bare = new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1');
    await expect(openSocket({ host: bare, port }, PUBLIC, 1000)).rejects.toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
    expect(dialed).toHaveLength(0);
  });

  it('is refused by what its name leads to, the second time too', async () => {
    const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1']];
    for (const addresses of answers) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      expect(await get(`http://rebound.example:${port}/`, PUBLIC, { resolve })).toMatch(
        /^rebound\.example leads to .+, which is not a public address$/,
      );
    }
    expect(dialed).toHaveLength(0);
  });

  it('goes to this machine where the operator allows it, and follows no redirect', async () => {
    expect(await get(`http://127.0.0.1:${port}/`, OPERATOR)).toBe(302);
    expect(dialed).toHaveLength(1);
    expect(await get('http://169.254.169.254/', OPERATOR)).toBe('169.254.169.254 is not a public or private address');
  });
});

describe('a connection to another address', () => {
  it('goes anywhere when it was configured', async () => {
    expect(await get(`http://127.0.0.1:${port}/`, CONFIGURED)).toBe(302);
  });

  it('stays on this machine when it is to a server that we started', async () => {
    expect(await get(`http://localhost:${port}/`, THIS_MACHINE)).toBe(302);
    expect(await get(`http://93.184.216.34:${port}/`, THIS_MACHINE)).toMatch(/is not an address of this machine$/);
  });

  it('leads back to this system alone when it is a link of it', async () => {
    const own = ownLinks(() => `http://127.0.0.1:${port}`);
    expect(await get(`http://127.0.0.1:${port}/u/1`, own)).toBe(302);
    for (const other of [`http://127.0.0.1:${port - 1}/u/1`, `http://[::1]:${port}/`, `http://localhost:${port}/`]) {
      expect(await get(other, own)).toMatch(/is not where links of this system lead$/);
    }
    expect(dialed).toHaveLength(1);
  });
});

describe('the look-up of mail settings', () => {
  it('dials nothing inside, whatever stands for a domain', async () => {
    const domains = [
      ...INSIDE.flatMap((host) => [host, `${host}:${port}`]),
      ...[
        `x@127.0.0.1:${port}`,
        `127.0.0.1:${port}/x?`,
        `127.0.0.1:${port}#`,
        `127.0.0.1:${port}\\`,
        `:@127.0.0.1:${port}`,
      ],
    ];
    for (const domain of domains) expect(await askAutoconfig(`a@${domain}`, domain)).toBeNull();
    expect(dialed).toHaveLength(0);
  });
});

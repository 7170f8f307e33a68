import { describe, expect, it } from 'vitest';
import { findOutgoing } from './find-outgoing.ts';

const found = (source: string) => findOutgoing('a.ts', source).map(({ what }) => what);

describe('what opens connections', () => {
  it.each([
    ["import { request } from 'undici';", 'undici'],
    ["import undici from 'undici';", 'undici'],
    ["import * as http from 'node:http';", 'http'],
    ["import { get } from 'https';", 'https'],
    ["import { connect, isIP } from 'node:net';", 'net'],
    ["import { type Socket, createServer as x, connect as y } from 'node:net';", 'net'],
    ["import 'node:tls';", 'tls'],
    ["import { lookup } from 'node:dns/promises';", 'dns'],
    ["export { connect } from 'node:tls';", 'tls'],
    ["export * from 'node:http2';", 'http2'],
    ["import net = require('node:net');", 'net'],
    ["const { request } = await import('node:http');", 'http'],
    ["const net = require('net');", 'net'],
    ["const net = module.require('net');", 'net'],
    ["process.getBuiltinModule('node:tls');", 'tls'],
    ["import MailComposer from 'nodemailer/lib/mail-composer';", 'nodemailer'],
    ['await fetch(url);', 'fetch'],
    ['const get = fetch;', 'fetch'],
    ['run({ fetch });', 'fetch'],
    ['run({ get: fetch });', 'fetch'],
    ['globalThis.fetch(url);', 'fetch'],
    ["globalThis['fetch'](url);", 'fetch'],
    ['globalThis[name](url);', 'globalThis[…]'],
    ['const { fetch: get } = globalThis;', 'fetch'],
    ['new WebSocket(url);', 'WebSocket'],
    ['new EventSource(url);', 'EventSource'],
  ])('is %s', (source, what) => expect(found(source)).toEqual([what]));

  it.each([
    "import type { Agent } from 'undici';",
    "import { type Socket, type AddressInfo } from 'node:net';",
    "import { createServer, isIP } from 'node:net';",
    "export type { Socket } from 'node:net';",
    "import { readFile } from 'node:fs/promises';",
    "import './network.ts';",
    'client.fetch(1);',
    'interface A { fetch(url: string): void; fetch: string }',
    'const a = { fetch: 1, async fetch2() {} };',
    'class A { fetch() {} }',
    'type A = typeof fetch;',
    'const { fetch: get } = client;',
    '// fetch(url)',
    "const text = 'fetch';",
  ])('is not %s', (source) => expect(found(source)).toEqual([]));

  it('is reported with its line', () => {
    expect(findOutgoing('a.ts', '\n\nfetch(url);')).toEqual([{ line: 3, what: 'fetch' }]);
  });
});

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer as createHttp2Server,
  createSecureServer as createSecureHttp2Server,
  type ServerHttp2Session,
} from 'node:http2';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/app/main/doctor.ts';
import { temporalSettings } from '../../src/app/main/temporal/temporal-settings.ts';
import { connectClient, requireNamespace } from '../../src/runtime/temporal/connect.ts';
import { connectWorker } from '../../src/runtime/temporal/connect-worker.ts';
import { eventually } from '../support/eventually.ts';
import { HAS_OPENSSL, makeAuthority } from '../support/make-certificates.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';

const shelf = planShelf();
const folder = mkdtempSync(join(tmpdir(), 'overture-tls-'));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const OPENSSL: string = 'openssl';
let environment: TestWorkflowEnvironment;
let address: string;
const [OK, NOT_FOUND, UNIMPLEMENTED, UNAUTHENTICATED] = ['0', '5', '12', '16'];
const servers: Server[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  environment = await startDevServer(shelf);
  address = environment.address;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await environment?.teardown();
  rmSync(folder, { recursive: true });
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Passes on what comes to the server, until it is told to hold it. */
function passOn(from: Socket): { hold(): void } {
  const [host = '', port = ''] = address.split(':');
  const to = connect(Number(port), host);
  sockets.push(from, to);
  for (const socket of [from, to]) socket.on('error', () => undefined);
  from.pipe(to).pipe(from);
  return {
    hold() {
      to.unpipe(from);
      from.unpipe(to);
    },
  };
}

describe('a call to Temporal', () => {
  it('that is not answered fails in its time, tries included, so that what is locked meanwhile is free again', async () => {
    const passed: { hold(): void }[] = [];
    const stalled = await listening(createServer((socket) => passed.push(passOn(socket))));
    const server = { namespace: 'default', connection: { address: stalled } };
    const { client, close } = await connectClient(server, shelf.dataConverter, { deadline_ms: 400 });
    await eventually(() => expect(client.workflow.getHandle('nobody').describe()).rejects.toThrow('not found'));
    for (const one of passed) one.hold();
    const began = performance.now();
    await expect(client.workflow.getHandle('nobody').signal('event')).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(15_000);
    await close();
  });

  it('that nobody takes fails in its time as well', async () => {
    const passed: { hold(): void }[] = [];
    const proxy = createServer((socket) => passed.push(passOn(socket)));
    const server = { namespace: 'default', connection: { address: await listening(proxy) } };
    const { client, close } = await connectClient(server, shelf.dataConverter, { deadline_ms: 400 });
    proxy.close();
    for (const socket of sockets) socket.destroy();
    const began = performance.now();
    await expect(client.workflow.getHandle('nobody').signal('event')).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(15_000);
    await close();
  });
});

it('a call to Temporal says that it waits ten seconds, unless set otherwise', async () => {
  const waits: string[] = [];
  const http2 = createHttp2Server();
  http2.on('stream', (stream, headers) => {
    waits.push(String(headers['grpc-timeout']));
    // A server that is too old to tell of itself, and knows no workflow.
    const status = headers[':path']?.endsWith('GetSystemInfo') ? UNIMPLEMENTED : NOT_FOUND;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status }, { endStream: true });
  });
  http2.listen(0, '127.0.0.1');
  await once(http2, 'listening');
  const at = `127.0.0.1:${(http2.address() as AddressInfo).port}`;
  const server = { namespace: 'default', connection: { address: at } };
  const { client, close } = await connectClient(server, shelf.dataConverter);
  waits.length = 0;
  await expect(client.workflow.getHandle('nobody').signal('event')).rejects.toThrow();
  await close();
  await new Promise((resolve) => http2.close(resolve));
  expect(waits).toHaveLength(1);
  // What it took to send it is taken off.
  expect(waits[0]).toMatch(/^(10000|[5-9]\d\d\d)m$|^10S$/);
});

describe('whether a server answers', () => {
  const temporalOf = async (env: NodeJS.ProcessEnv) =>
    (await examine({ ...env, OVERTURE_HOME: join(folder, 'home') })).findings.find(({ name }) => name === 'Temporal');

  it('is asked in its namespace, and a missing one is distinguished from an unreachable server', async () => {
    await requireNamespace({ namespace: 'default', connection: { address } });
    expect(await temporalOf({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'nowhere' })).toMatchObject({
      ...{ ok: false, text: `Temporal at ${address} has no namespace nowhere.` },
      fix: expect.stringContaining('TEMPORAL_NAMESPACE'),
    });
    const away = await listening(createServer((socket) => socket.destroy()));
    expect(await temporalOf({ TEMPORAL_ADDRESS: away })).toMatchObject({
      ...{ ok: false, text: expect.stringContaining('does not answer') },
    });
  });

  it.runIf(HAS_OPENSSL)('is asked with the TLS and the API key that it is to be reached with', async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject];
    expect(spawnSync(OPENSSL, made).status).toBe(0);
    const options = { key: readFileSync(key), cert: readFileSync(cert), ALPNProtocols: ['h2'] };
    const at = await listening(createTlsServer(options, (socket) => passOn(socket)));
    const trusted = { TEMPORAL_TLS_SERVER_CA_CERT_PATH: cert, TEMPORAL_TLS: 'true' };
    expect(await temporalOf({ TEMPORAL_ADDRESS: at, ...trusted })).toMatchObject({ ok: true });
    expect(await temporalOf({ TEMPORAL_ADDRESS: at, ...trusted, TEMPORAL_API_KEY: 'key' })).toMatchObject({ ok: true });
    expect(await temporalOf({ TEMPORAL_ADDRESS: at })).toMatchObject({ ok: false });
  });

  it.runIf(HAS_OPENSSL)('is asked as a client whose certificate it knows, by the name in its own', async () => {
    const { ca, of } = makeAuthority(folder);
    const [itsOwn, ours, others] = [of('temporal.internal'), of('overture'), makeAuthority(folder)];
    const stranger = others.of('stranger');
    const asked = { requestCert: true, rejectUnauthorized: true, ca: readFileSync(ca), ALPNProtocols: ['h2'] };
    const pair = { key: readFileSync(itsOwn.key), cert: readFileSync(itsOwn.cert) };
    const at = await listening(createTlsServer({ ...pair, ...asked }, (socket) => passOn(socket)));
    const env = {
      ...{ TEMPORAL_ADDRESS: at, TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca },
      ...{ TEMPORAL_TLS_CLIENT_CERT_PATH: ours.cert, TEMPORAL_TLS_CLIENT_KEY_PATH: ours.key },
    };
    const named = { ...env, TEMPORAL_TLS_SERVER_NAME: 'temporal.internal' };
    expect(await temporalOf(named)).toMatchObject({ ok: true });
    // The worker's own connection, by the SDK's core.
    const server = temporalSettings(named);
    const connection = await connectWorker(server ?? { namespace: '', connection: {} });
    expect(await connection.workflowService.getSystemInfo({})).toMatchObject({ serverVersion: expect.any(String) });
    await connection.close();
    for (const wrong of [
      env,
      { ...named, TEMPORAL_TLS_SERVER_CA_CERT_PATH: others.ca },
      { ...named, TEMPORAL_TLS_CLIENT_CERT_PATH: stranger.cert, TEMPORAL_TLS_CLIENT_KEY_PATH: stranger.key },
    ]) {
      expect(await temporalOf(wrong)).toMatchObject({
        ...{ ok: false, text: expect.stringContaining('does not answer at') },
        fix: expect.stringContaining('TEMPORAL_TLS_SERVER_NAME'),
      });
      const given = temporalSettings(wrong) ?? { namespace: '', connection: {} };
      await expect(connectWorker(given)).rejects.toMatchObject({ code: 'temporal_unreachable' });
    }
  });

  it.runIf(HAS_OPENSSL)('is asked with the API key in every call, by the client and by the worker', async () => {
    const { ca, of } = makeAuthority(folder);
    const { key, cert } = of('localhost');
    const heard: string[] = [];
    const sessions: ServerHttp2Session[] = [];
    const KEY = 'a-key-of-ours';
    const http2 = createSecureHttp2Server({ key: readFileSync(key), cert: readFileSync(cert) });
    http2.on('session', (session) => sessions.push(session));
    http2.on('stream', (stream, headers) => {
      heard.push(`${headers[':path']?.split('/').at(-1)} ${headers.authorization}`);
      const isKnown = headers.authorization === `Bearer ${KEY}`;
      const status = isKnown ? OK : UNAUTHENTICATED;
      // An empty message in its frame.
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
      stream.end(status === OK ? Buffer.alloc(5) : undefined);
    });
    http2.listen(0, '127.0.0.1');
    await once(http2, 'listening');
    const at = `localhost:${(http2.address() as AddressInfo).port}`;
    const env = { TEMPORAL_ADDRESS: at, TEMPORAL_API_KEY: KEY, TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca };
    expect(await temporalOf(env)).toMatchObject({ ok: true });
    expect(heard).toEqual(expect.arrayContaining([`GetSystemInfo Bearer ${KEY}`, `DescribeNamespace Bearer ${KEY}`]));
    heard.length = 0;
    const connection = await connectWorker(temporalSettings(env) ?? { namespace: '', connection: {} });
    await connection.close();
    expect(heard).toContain(`GetSystemInfo Bearer ${KEY}`);
    expect(await temporalOf({ ...env, TEMPORAL_API_KEY: 'of-last-year' })).toMatchObject({
      ...{ ok: false, text: `Temporal at ${at} refuses the API key.` },
      fix: expect.stringContaining('TEMPORAL_API_KEY'),
    });
    for (const session of sessions) session.destroy();
    http2.close();
  });
});

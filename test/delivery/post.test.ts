import { afterEach, describe, expect, it } from 'vitest';
import { createPoster, type Poster, type PosterOptions } from '../../src/shared/webhook-delivery/post.ts';
import { PATIENCE } from '../support/eventually.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const receive = async (...options: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const receiver = await startReceiver(...options);
  open.push(receiver);
  return receiver;
};
const poster = (options: Partial<PosterOptions> = {}): Poster => {
  const made = createPoster({ allow_private: true, timeout_ms: PATIENCE, ...options });
  open.push(made);
  return made;
};
/** Only for a receiver that is not to be waited for: a busy machine answers later. */
const impatient = (): Poster => poster({ timeout_ms: 400 });
const message = (url: string) => ({ url, headers: { 'Content-Type': 'application/json' }, body: '{"a":"é"}' });

describe('post', () => {
  it('sends the body byte for byte and reports the status', async () => {
    const receiver = await receive([204]);
    expect(await poster().post(message(receiver.url))).toEqual({ kind: 'response', status: 204, retry_after_ms: null });
    expect(receiver.posts).toMatchObject([{ body: '{"a":"é"}', headers: { 'content-type': 'application/json' } }]);
  });

  it('uses the connection of the last delivery, and not one that the receiver wants closed', async () => {
    const receiver = await receive();
    const sender = poster();
    for (let sent = 0; sent < 10; sent++) await sender.post(message(receiver.url));
    // The next one may set out before the last one's connection is known to be free.
    expect(receiver.connections()).toBeLessThan(4);

    const closing = await receive([200], (response, status) => {
      response.writeHead(status, { connection: 'close' }).end('ok');
    });
    for (let sent = 0; sent < 3; sent++) {
      expect(await sender.post(message(closing.url))).toMatchObject({ kind: 'response', status: 200 });
    }
    expect(closing.connections()).toBe(3);
  });

  it('does not follow a redirect', async () => {
    const target = await receive();
    const receiver = await receive([302], (response, status) => {
      response.writeHead(status, { location: target.url }).end();
    });
    expect(await poster().post(message(receiver.url))).toMatchObject({ kind: 'response', status: 302 });
    expect(target.posts).toHaveLength(0);
  });

  it('gives up on a receiver that never answers', async () => {
    const receiver = await receive(['never']);
    expect(await impatient().post(message(receiver.url))).toMatchObject({ kind: 'timeout' });
  });

  it('gives up on headers or a body that trickle in', async () => {
    const receiver = await receive([200], (response, status) => {
      response.writeHead(status);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    expect(await impatient().post(message(receiver.url))).toMatchObject({ kind: 'timeout' });
  });

  it('stops reading an answer that has no end', async () => {
    let sent = 0;
    const receiver = await receive([200], (response, status) => {
      response.writeHead(status);
      const block = Buffer.alloc(16 * 1024);
      const pump = () => {
        while (!response.destroyed && response.write(block)) sent += block.length;
      };
      response.on('drain', pump);
      pump();
    });
    const outcome = await poster().post(message(receiver.url));
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('reports a refused connection as one', async () => {
    const receiver = await receive();
    await receiver.close();
    open.splice(open.indexOf(receiver), 1);
    expect(await poster().post(message(receiver.url))).toMatchObject({
      kind: 'connection_error',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('dials no private address, literal or behind a name that resolved elsewhere before', async () => {
    const receiver = await receive();
    const port = new URL(receiver.url).port;
    const guarded = poster({ allow_private: false, resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    for (const host of ['127.0.0.1', '[::1]', 'rebound.example']) {
      expect(await guarded.post(message(`https://${host}:${port}/`))).toMatchObject({ kind: 'refused_address' });
    }
    expect(await guarded.post(message(receiver.url))).toMatchObject({ kind: 'refused_address' });
    expect(receiver.posts).toHaveLength(0);
  });

  it('rejects when the sender itself stops', async () => {
    const receiver = await receive(['never']);
    const controller = new AbortController();
    const posting = poster({ timeout_ms: 60_000 }).post({ ...message(receiver.url), signal: controller.signal });
    controller.abort();
    await expect(posting).rejects.toThrow();
  });
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePort, isFree } from '../../src/app/main/free-port.ts';

const run = promisify(execFile);
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const MODULE = new URL('../../src/app/main/free-port.ts', import.meta.url).href;

/** Asks for the port that another process would be given. */
async function elsewhere(wanted: number): Promise<number> {
  const script = `console.log(await (await import('${MODULE}')).freePort(${wanted}))`;
  const { stdout } = await run(process.execPath, ['--import', TSX, '--input-type=module', '-e', script]);
  return Number(stdout);
}

async function listen(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((done) => server.close(done)) };
}

describe('a free port', () => {
  it('is the wanted one, and another where somebody listens', async () => {
    const port = await freePort(0);
    expect(await freePort(port)).toBe(port);
    const server = await listen(port);
    expect(await isFree(port)).toBe(false);
    expect(await freePort(port)).not.toBe(port);
    await server.close();
    expect(await freePort(port)).toBe(port);
  });

  it('is given to one process alone though nobody listens there yet, and is free again when that one has ended', async () => {
    const port = await freePort(0);
    expect(await elsewhere(port)).toBe(port);
    expect(await freePort(port)).toBe(port);
    expect(await elsewhere(port)).not.toBe(port);
    // Who is told to listen there may.
    expect(await isFree(port)).toBe(true);
    await (await listen(port)).close();
  });

  it('that the system chose is given to nobody else who asks for any', async () => {
    const chosen = new Set<number>();
    for (let index = 0; index < 400; index++) {
      const port = await freePort(0);
      expect(chosen).not.toContain(port);
      chosen.add(port);
      const other = await listen(0);
      expect(chosen).not.toContain(other.port);
      await other.close();
    }
  });
});

import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { sendCsv } from '../../src/app/api/send-csv.ts';
import { eventually } from '../support/eventually.ts';

const line = 'x'.repeat(100);

async function serving(rows: () => AsyncGenerator<Record<string, string>>) {
  let logged = '';
  const stream = new PassThrough().on('data', (part) => {
    logged += String(part);
  });
  const app = fastify({ loggerInstance: pino(stream), forceCloseConnections: true });
  app.get('/file', (request, reply) => sendCsv(request, reply, { name: 'a.csv', columns: ['a'], rows: rows() }));
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/file`;
  return { app, url, logged: () => logged };
}

it('a file whose rows cannot be read to the end is broken off, and the process goes on', async () => {
  const { app, url, logged } = await serving(async function* () {
    for (let row = 0; row < 5000; row++) yield { a: line };
    throw new Error('the database has gone');
  });
  try {
    // The first bytes are on their way before it fails: the status cannot say so any more.
    const answer = await fetch(url);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.csv"');
    await expect(answer.text()).rejects.toThrow();
    await eventually(() => expect(logged()).toContain('the database has gone'));
    await expect(fetch(url).then((again) => again.text())).rejects.toThrow();
  } finally {
    await app.close();
  }
});

it('no more rows are read once nobody reads the file', async () => {
  let ended = false;
  const { app, url } = await serving(async function* () {
    try {
      for (;;) yield { a: line };
    } finally {
      ended = true;
    }
  });
  try {
    const leaving = new AbortController();
    const answer = await fetch(url, { signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
    await eventually(() => expect(ended).toBe(true));
  } finally {
    await app.close();
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiProblem } from '../../src/app/api-client/api-problem.ts';
import { type Client, createClient } from '../../src/app/api-client/create-client.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let url: string;
let client: Client;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  client = createClient({ base_url: url, key: ADMIN });
});
afterAll(() => api.close());

const person = (number: number) => ada({ profile_url: `https://professional.example/in/ada-${number}` });

describe('the client', () => {
  it('asks by name, and reads every item of a list however small its pages are, while rows come', async () => {
    for (let number = 0; number < 7; number += 1) {
      await client.createEnrollment({ body: { sequence: 'hello', lead: person(number) } });
    }
    const seen: string[] = [];
    for await (const { id } of client.each('listEnrollments', { query: { limit: 2, sequence: 'hello' } })) {
      seen.push(id);
      // Comes first in the list, so that it is on no page that is still to be read.
      await client.createEnrollment({ body: { sequence: 'hello', lead: person(100 + seen.length) } });
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  it('gives items of the fields that were asked for, and their types say so', async () => {
    const { items, count } = await client.listEnrollments({
      query: { fields: ['id', 'status'], count: true, limit: 1 },
    });
    // @ts-expect-error it was not asked for
    expect(items[0]?.lead_id).toBeUndefined();
    expect(items).toEqual([{ id: expect.any(String), status: 'queued' }]);
    expect(count?.exact).toBe(true);
    for await (const one of client.each('listEnrollments', { query: { fields: ['sequence'], sort: 'created_at' } })) {
      expect(one).toEqual({ sequence: 'hello' });
    }
  });

  it('throws what the engine says as an error with its code', async () => {
    const asked = client.getEnrollment({ params: { id: 'none' } });
    await expect(asked).rejects.toThrow(ApiProblem);
    await expect(asked).rejects.toMatchObject({ code: 'unknown_enrollment', status: 404 });
    const wrong = createClient({ base_url: url, key: 'ovk_of_nobody' }).listTasks();
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_key', status: 401 });
  });

  it.each(['', '.', '..', 'none/../x', 'a\\b', ' '])('asks for nothing where an id is %j', async (id) => {
    const carried: string[] = [];
    const careful = createClient({
      base_url: url,
      key: ADMIN,
      fetch: async (address) => {
        carried.push(address);
        throw new Error('nothing is to be asked');
      },
    });
    const refusal = { code: 'wrong_use', message: expect.stringContaining('cannot be the id') };
    await expect(careful.resumeCampaign({ params: { id } })).rejects.toMatchObject(refusal);
    expect(carried).toEqual([]);
  });

  it('sends a POST whose answer was lost again, and nothing happens twice', async () => {
    let lost = 0;
    const losing = createClient({
      base_url: url,
      key: ADMIN,
      fetch: async (address, { body, ...request }) => {
        const answer = await fetch(address, { ...request, body: String(body) });
        lost += 1;
        if (lost === 1) throw new TypeError('the connection broke');
        return answer;
      },
    });
    const { id } = await losing.suppress({ body: { domain: 'once.example' } });
    expect(lost).toBe(2);
    const entries = (await client.listSuppressions()).items.filter(({ value }) => value === 'once.example');
    expect(entries.map((entry) => entry.id)).toEqual([id]);
  });

  it('waits for the answer to a POST that is still at work when it is sent again', async () => {
    const answers: Response[] = [];
    const impatient = createClient({
      base_url: url,
      key: ADMIN,
      retries: 60,
      fetch: async (address, { body, ...request }) => {
        const answer = await fetch(address, { ...request, body: String(body) });
        answers.push(answer);
        return answer;
      },
    });
    let adding: Promise<{ readonly id: string }> = Promise.reject(new Error('not asked'));
    adding.catch(() => undefined);
    await api.db.transaction(async (tx) => {
      // Whoever wants to add to the list waits until we have looked.
      await tx.query('lock table suppressions in access exclusive mode');
      adding = impatient.suppress({ body: { domain: 'slow.example' } }, { timeout: 1_500 });
      await expect.poll(() => answers.map(({ status }) => status)).toContain(409);
    });
    const { id } = await adding;
    expect(answers.at(-1)?.headers.get('idempotent-replayed')).toBe('true');
    const entries = (await client.listSuppressions()).items.filter(({ value }) => value === 'slow.example');
    expect(entries.map((entry) => entry.id)).toEqual([id]);
  });

  it.each([429, 502, 503])('asks again after %d, with the same key, when Retry-After says so', async (status) => {
    const keys: (string | undefined)[] = [];
    const refused = createClient({
      base_url: url,
      key: ADMIN,
      fetch: async (address, { body, ...request }) => {
        keys.push(request.headers['idempotency-key']);
        if (keys.length < 3) return new Response('busy', { status, headers: { 'retry-after': '0' } });
        return fetch(address, { ...request, body: String(body) });
      },
    });
    expect(await refused.suppress({ body: { domain: `busy-${status}.example` } })).toMatchObject({ kind: 'domain' });
    expect(new Set(keys).size).toBe(1);
  });

  it('hands on who is to come back much later, and gives up after its tries', async () => {
    let asked = 0;
    const answering = (headers: Record<string, string>) =>
      createClient({
        base_url: url,
        key: ADMIN,
        fetch: async () => {
          asked += 1;
          const problem = { type: 'about:blank', title: 'Too many', status: 429, detail: 'Later.', code: 'too_many' };
          return Response.json(problem, { status: 429, headers });
        },
      });
    await expect(answering({ 'retry-after': '3600' }).getClock()).rejects.toMatchObject({ code: 'too_many' });
    expect(asked).toBe(1);
    await expect(answering({ 'retry-after': '0' }).getClock()).rejects.toMatchObject({ code: 'too_many' });
    expect(asked).toBe(1 + 3);
  });

  it('says that nobody answers', async () => {
    const nobody = createClient({ base_url: 'http://127.0.0.1:1', key: ADMIN, retries: 0 });
    await expect(nobody.getClock()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('says that an answer is not the engine’s', async () => {
    const odd = createClient({ base_url: url, key: ADMIN, fetch: async () => Response.json({ now: 'noon' }) });
    await expect(odd.getClock()).rejects.toMatchObject({ code: 'unexpected_answer' });
  });

  it('sends a sequence as a file, and takes a file', async () => {
    const text = 'sequence: sent\nsteps:\n  - visit\n  - end: completed\n';
    const sent = await client.publishSequence({ file: { type: 'text/yaml', content: text } });
    expect(sent).toMatchObject({ name: 'sent', version: 1 });
    const drawn = await client.raw('getSequenceGraph', { params: { name: 'sent' }, query: { format: 'svg' } });
    expect(await drawn.text()).toContain('<svg');
  });

  it('hears what happens, and after a break continues where it was', async () => {
    const heard: string[] = [];
    let opened = 0;
    let later: string | undefined;
    const listening = createClient({
      base_url: url,
      key: ADMIN,
      fetch: async (address, { body: _, ...request }) => {
        const { body } = await fetch(address, request);
        opened += 1;
        const headers = { 'content-type': 'text/event-stream' };
        if (opened > 1 || body === null) {
          later = (await client.createEnrollment({ body: { sequence: 'hello', lead: person(500) } })).id;
          return new Response(body, { headers });
        }
        // It ends with whatever came until the first event was whole.
        const reader = body.getReader();
        let read = '';
        while (!read.includes('data: ')) read += new TextDecoder().decode((await reader.read()).value);
        await reader.cancel();
        return new Response(read, { headers });
      },
    });
    for await (const { id, data } of listening.events({ last_event_id: '0' })) {
      heard.push(id);
      if ('enrollment_id' in data && data.enrollment_id === later) break;
    }
    expect(opened).toBe(2);
    expect(heard.length).toBeGreaterThan(1);
    expect(new Set(heard).size).toBe(heard.length);
    const places = heard.map((id) => Number(id.replace('evt_', '')));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});

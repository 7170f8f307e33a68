import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADA_ID, delivery, message, subscribe } from '../events/fixtures.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let url: string;
beforeEach(async () => {
  api = await openApi();
  await subscribe(api);
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => api.close());

const post = ({ headers, raw }: ReturnType<typeof delivery>, more: Record<string, string> = {}) =>
  fetch(`${url}/hooks/v2/sub_anna`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), 'content-type': 'application/json', ...more },
    body: new Uint8Array(raw),
  });
const kept = async () => (await api.db.query('select event_id from events')).rowCount;

describe('POST /hooks/v2/{id}', () => {
  it('ingests what is signed over its bytes, whatever its spelling or content type', async () => {
    expect((await post(delivery(JSON.stringify(message(ADA_ID), null, 4)))).status).toBe(200);
    expect(
      (await post(delivery(message(ADA_ID, { message_text: 'Žluťoučký 🐴' })), { 'content-type': 'text/plain' }))
        .status,
    ).toBe(200);
    expect(await kept()).toBe(2);
  });

  it('refuses the unsigned with 401 and a problem', async () => {
    const answer = await fetch(`${url}/hooks/v2/sub_anna`, { method: 'POST', body: JSON.stringify(message(ADA_ID)) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toContain('problem+json');
    expect(await answer.json()).toMatchObject({ code: 'bad_signature' });
    expect(await kept()).toBe(0);
  });

  it('reads what is compressed, as it was signed before, and nothing that is not', async () => {
    const signed = delivery(message(ADA_ID));
    const packed = (raw: Buffer, encoding: string) => post({ ...signed, raw }, { 'content-encoding': encoding });
    expect((await packed(gzipSync(signed.raw), 'gzip')).status).toBe(200);
    expect(await kept()).toBe(1);
    const other = delivery(message(ADA_ID));
    expect((await post({ ...other, raw: brotliCompressSync(other.raw) }, { 'content-encoding': 'br' })).status).toBe(
      200,
    );
    expect(await kept()).toBe(2);
    for (const raw of [signed.raw, gzipSync(signed.raw).subarray(0, 40)]) {
      const broken = await packed(raw, 'gzip');
      expect([broken.status, await broken.json()]).toMatchObject([400, { code: 'bad_encoding' }]);
    }
    const unknown = await packed(signed.raw, 'zstd');
    expect(unknown.status).toBe(415);
    expect(unknown.headers.get('accept-encoding')).toBe('gzip, deflate, br');
    expect(await unknown.json()).toMatchObject({ code: 'unsupported_encoding' });
    expect((await packed(gzipSync(Buffer.alloc(400 * 1024 * 1024)), 'gzip')).status).toBe(413);
    expect(await kept()).toBe(2);
  });

  it('refuses what has no body, and what is too large', async () => {
    expect((await fetch(`${url}/hooks/v2/sub_anna`, { method: 'POST' })).status).toBe(401);
    expect((await post(delivery('x'.repeat(3_000_000)))).status).toBe(413);
  });

  it('ingests many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(delivery(message(ADA_ID)))));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await kept()).toBe(200);
  });
});

describe('GET /api/events', () => {
  async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield text.slice(0, end);
        text = text.slice(end + 2);
      }
    }
  }
  const open = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${ADMIN}`, ...headers } });
    if (answer.body === null) throw new Error('no body');
    return { answer, stream: lines(answer.body) };
  };
  const enroll = async (slug: string) => {
    const { body } = await api.call('POST', '/api/enrollments', {
      sequence: 'hello',
      lead: ada({ profile_url: slug }),
    });
    return body.id;
  };

  it('sends new lines as they are written, and goes on after the last one seen', async () => {
    await addSequence(api.db, 'hello');
    const before = await enroll('before');
    const { answer, stream } = await open();
    await addLine(api.db, { enrollment_id: before, at: new Date(), node: 'n', type: 'finished', title: 'T' });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect((await stream.next()).value).toBe('retry: 2000');
    const first = String((await stream.next()).value);
    const [, id, data = ''] = /^id: (evt_\d+)\nevent: enrollment\.finished\ndata: (\{.*\})$/.exec(first) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      ...{ id, type: 'enrollment.finished', data: { enrollment_id: before, lead: { first_name: 'Ada' } } },
    });
    await stream.return(undefined);

    const resumed = await open({ 'last-event-id': '0' });
    await resumed.stream.next();
    const began = [(await resumed.stream.next()).value, (await resumed.stream.next()).value];
    expect(began[0]).toContain('event: sequence.published');
    expect(began[1]).toContain('event: enrollment.started');
    await resumed.stream.return(undefined);
  });

  it('gives everything once and in order, over breaks, however it is written', async () => {
    await addSequence(api.db, 'hello');
    const id = await enroll('grace');
    const MANY = 300;
    const ids: string[] = [];
    let { stream } = await open({ 'last-event-id': '0' });
    const write = async () => {
      for (let index = 0; index < MANY; index += 3) {
        const lines = [0, 1, 2].map((more) =>
          addLine(api.db, {
            enrollment_id: id,
            at: new Date(),
            node: 'n',
            type: 'performed',
            title: `${index + more}`,
          }),
        );
        await Promise.all(lines);
      }
    };
    const writing = write();
    while (ids.length < MANY + 2) {
      const text = String((await stream.next()).value);
      const [, event] = /^id: (evt_\d+)/.exec(text) ?? [];
      if (event === undefined) continue;
      ids.push(event);
      if (ids.length % 50 === 49) {
        await stream.return(undefined);
        ({ stream } = await open({ 'last-event-id': ids.at(-1) ?? '0' }));
      }
    }
    await writing;
    await stream.return(undefined);
    const places = ids.map((one) => Number(one.replace('evt_', '')));
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
  });

  it('goes on however far back it was left', async () => {
    await addSequence(api.db, 'hello');
    const id = await enroll('far');
    const MANY = 2562;
    await api.db.query(
      `insert into timeline (enrollment_id, at, node, type, title, detail)
       select $1, now(), 'n', 'performed', repeat('x', 500), '{}' from generate_series(1, $2)`,
      [id, MANY],
    );
    const { stream } = await open({ 'last-event-id': '0' });
    const places: number[] = [];
    while (places.length < MANY + 2) {
      const [, place] = /^id: evt_(\d+)/.exec(String((await stream.next()).value)) ?? [];
      if (place !== undefined) places.push(Number(place));
    }
    await stream.return(undefined);
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other));
  });

  it('gives a sign of life every 15 seconds while nothing happens, by which both ends and all between know that it is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { stream } = await open();
      expect((await stream.next()).value).toBe('retry: 2000');
      const next = stream.next();
      let isThere = false;
      void next.then(() => {
        isThere = true;
      });
      vi.advanceTimersByTime(14_999);
      expect(await api.call('GET', '/api/stats')).toMatchObject({ status: 200 });
      expect(isThere).toBe(false);
      vi.advanceTimersByTime(1);
      expect((await next).value).toBe(':');
      await stream.return(undefined);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses to go on after an event that it never gave', async () => {
    for (const id of ['evt_x', 'evt_99999', '-1']) {
      const answer = await fetch(`${url}/api/events`, {
        headers: { authorization: `Bearer ${ADMIN}`, 'last-event-id': id },
      });
      expect(answer.status, id).toBe(400);
    }
  });

  it('ends when the server stops', async () => {
    await open();
    await api.app.close();
  });
});

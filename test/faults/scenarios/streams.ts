import { request } from 'undici';
import { finding } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';

/** A reader of a hosted webhook that is cut off now and then and resumes where it was, quickly or slowly. */
async function readUntil(options: {
  readonly url: string;
  readonly key: string;
  readonly stopped: () => boolean;
  readonly slow: boolean;
  readonly onCut: () => void;
  readonly cutAfter: () => number;
}): Promise<string[]> {
  const ids: string[] = [];
  let last = '';
  while (!options.stopped()) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), options.cutAfter());
    try {
      const answer = await request(options.url, {
        headers: { 'x-api-key': options.key, ...(last === '' ? {} : { 'last-event-id': last }) },
        signal: controller.signal,
        bodyTimeout: 0,
      });
      if (answer.statusCode !== 200) throw new Error(`the stream answered ${answer.statusCode}`);
      let text = '';
      for await (const chunk of answer.body) {
        text += String(chunk);
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) {
          const id = /^id: (.*)$/m.exec(frame)?.[1];
          if (id === undefined) continue;
          ids.push(id);
          last = id;
        }
        if (options.slow) await new Promise((resolve) => setTimeout(resolve, 300));
      }
    } catch {
      options.onCut();
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      clearTimeout(timer);
    }
  }
  return ids;
}

export const streamCuts: Scenario = {
  name: 'stream-cuts',
  about: 'event streams cut every few seconds, and slow readers',
  load: { leads: 40 },
  async play({ system, load, random, fault, untilAllEnd, pause }) {
    const readers = [];
    let stopped = false;
    for (const [index, account] of load.accounts.slice(0, 4).entries()) {
      const { data } = await system.callV2<{ data: { webhook_id: string } }>('POST', '/v2/webhooks', {
        account_id: account,
        events: ['all'],
        message_type: 'all',
      });
      const url = `${system.v2_url}/v2/webhooks/${data.webhook_id}`;
      const first = await system.callV2<{ data: { events: { event_id: string }[] } }>(
        'GET',
        `/v2/webhooks/${data.webhook_id}/events`,
      );
      const reading = readUntil({
        url: `${url}/stream`,
        key: system.v2_key,
        stopped: () => stopped,
        slow: index % 2 === 1,
        onCut: () => fault('stream cut'),
        cutAfter: () => random.whole(300, 4000),
      });
      readers.push({ id: data.webhook_id, reading, before: first.data.events.length });
    }
    await untilAllEnd();
    await pause(6000);
    stopped = true;
    const exceptions: string[] = [];
    let read = 0;
    for (const { id, reading, before } of readers) {
      const ids = await reading;
      read += ids.length;
      const table = (await pullAll(system.callV2, id)).slice(before);
      if (ids.some((each, at) => at > 0 && each <= (ids[at - 1] ?? ''))) exceptions.push(`${id}: ids do not increase`);
      // A reader that had seen nothing before its first cut has no point to resume from.
      const from = table.indexOf(ids[0] ?? '');
      const expected = from < 0 ? [] : table.slice(from);
      if (JSON.stringify(expected) !== JSON.stringify(ids))
        exceptions.push(`${id}: read ${ids.length}, the table has ${expected.length}`);
    }
    return [finding('streams', 'the union over reconnects is the table', { read }, exceptions)];
  },
};

async function pullAll(callV2: <T>(method: string, path: string) => Promise<T>, webhook: string): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page: { data: { events: { event_id: string }[]; next_after: string | null; has_more: boolean } } =
      await callV2('GET', `/v2/webhooks/${webhook}/events?limit=100${after === null ? '' : `&after=${after}`}`);
    ids.push(...page.data.events.map(({ event_id }) => event_id));
    after = page.data.has_more ? page.data.next_after : null;
  } while (after !== null);
  return ids;
}

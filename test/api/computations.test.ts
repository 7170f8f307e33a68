import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Computer, type ComputerLimits, createComputer } from '../../src/app/api/computations/create-computer.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { eventually } from '../support/eventually.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

const TEXT = `sequence: hello
senders: { professional: [acc_anna] }
limits: { invites: 10/day }
steps:
  - visit
  - invite
  - wait_for: accepted_invitation
    within: 7 days
    then: [end: accepted]
    else: [end: silent]
`;
const compiled = compileSequence(TEXT);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
/** The longest that may be asked: it computes for longer than any test. */
const LONG = { leads: 10_000, days: 365, runs: 50 };
const SHORT = { leads: 2, days: 5, seed: 1 };
const inputOf = (asked: Partial<SimulationInput>): SimulationInput => ({
  ...{ plans: [compiled.plan], ...SHORT, ...asked },
});

describe('a computer', () => {
  let computer: Computer;
  const open = (limits: Partial<ComputerLimits>) => {
    computer = createComputer({ threads: 1, ...limits });
    return (asked: Partial<SimulationInput>, key: string, gone = new AbortController().signal) =>
      computer.compute('simulation', inputOf(asked), { key, gone });
  };
  afterEach(() => computer.close());

  it('takes so many of one key and so many in all, says when to come again, and ends what nobody waits for', async () => {
    const compute = open({ per_key: 1, in_all: 2 });
    const client = new AbortController();
    const long = compute(LONG, 'ovk_a', client.signal);
    const again = { retry_after: expect.toSatisfy((seconds: number) => Number.isInteger(seconds) && seconds >= 1) };
    const refused = { status: 429, code: 'too_many_computations', detail: again };
    await expect(compute(SHORT, 'ovk_a')).rejects.toMatchObject(refused);
    const waits = compute(SHORT, 'ovk_b');
    await expect(compute(SHORT, 'ovk_c')).rejects.toMatchObject(refused);
    client.abort();
    await expect(long).rejects.toMatchObject({ code: 'client_gone' });
    // It gets the only thread, which the long one would have kept.
    expect(await waits).toEqual(simulate(inputOf(SHORT)));
    expect(await compute(SHORT, 'ovk_a')).toMatchObject({ leads: 2 });
  });

  it('lets go of those who leave while they wait', async () => {
    const compute = open({ per_key: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const long = compute(LONG, 'ovk_a', first.signal);
    const waits = compute(LONG, 'ovk_b', second.signal);
    second.abort();
    await expect(waits).rejects.toMatchObject({ code: 'client_gone' });
    const next = compute(SHORT, 'ovk_b');
    first.abort();
    await expect(long).rejects.toMatchObject({ code: 'client_gone' });
    expect(await next).toMatchObject({ leads: 2 });
  });

  it('ends what takes too long', async () => {
    const compute = open({ time_ms: 1 });
    await expect(compute(LONG, 'ovk_a')).rejects.toMatchObject({ status: 422, code: 'takes_too_long' });
  });
});

describe.each([
  ['the API', '/api/sequences/simulate', (asked: object) => ({ text: TEXT, ...asked })],
  [
    'a tool of an agent',
    '/mcp',
    (asked: object) => ({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'simulate_text', arguments: { text: TEXT, ...asked } },
    }),
  ],
])('a simulation by %s', (_name, path, bodyOf) => {
  let api: ApiBench;
  let app: ReturnType<typeof createApi>;
  let url: string;
  beforeAll(async () => {
    api = await openApi();
    app = createApi({ ...api.deps, computer_limits: { threads: 1, per_key: 1 } });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await api.close();
  });

  const ask = (to: string, body: object, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`${url}${to}`, {
      ...{ method: 'POST', body: JSON.stringify(body), signal },
      headers: {
        ...{ authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', ...headers },
      },
    });
  const short = () => ask('/api/sequences/simulate', { text: TEXT, ...SHORT });
  /** Until it is under way: then others of the key are refused. */
  const begin = async (): Promise<() => Promise<void>> => {
    const client = new AbortController();
    const long = (async () => {
      for (;;) {
        const answer = await ask(path, bodyOf(LONG), { 'idempotency-key': 'long' }, client.signal);
        const text = await answer.text();
        if (!text.includes('too_many_computations')) return text;
      }
    })();
    await eventually(async () => expect((await short()).status).toBe(429));
    return async () => {
      client.abort();
      await expect(long).rejects.toThrow('abort');
    };
  };

  it('ends when the client is gone, and can then be asked for again', async () => {
    for (let round = 1; round <= 2; round++) {
      const leave = await begin();
      const refused = await short();
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      await leave();
      await eventually(async () => expect((await short()).status).toBe(200));
    }
  });
});

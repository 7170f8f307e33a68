import { Pool } from 'undici';
import type { Ratio } from './ratio.ts';
import { withServers } from './with-servers.ts';

const ROUNDS = 5;
const PER_ROUND = 800;
const CONNECTIONS = 20;
/** An account does one thing at a time, so the calls are spread over as many accounts as there are connections. */
const ACCOUNTS = CONNECTIONS;
const KEY = 'the-key-of-the-benchmark';
const HEADERS = { 'x-api-key': KEY, 'content-type': 'application/json' };

interface Measured {
  readonly category: string;
  readonly action: string;
  params(person: string): object;
  /** Degree of the people who are asked for: connected or not. */
  readonly degree: 1 | 2;
}

const MEASURED: readonly Measured[] = [
  { category: 'network', action: 'check_connection', degree: 1, params: (profile_url) => ({ profile_url }) },
  {
    category: 'network',
    action: 'invite',
    degree: 2,
    params: (profile_url) => ({ profile_url, message_text: 'Hello' }),
  },
  {
    category: 'messages',
    action: 'send',
    degree: 1,
    params: (profile_url) => ({ profile_url, message_text: 'Hello' }),
  },
];

/**
 * Requests per second of three actions, on a bare fastify route that looks up the key and writes one row of effect and one
 * of log in a transaction, and on ours; each request is for another of the accounts, each invitation to another person.
 */
export async function benchRequests(report: (line: string) => void): Promise<Ratio[]> {
  return withServers('./request-server.ts', KEY, async ({ ours, bare }) => {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => makeAccount(ours)));
    await post(`${ours}/sandbox/credits`, { set: 1_000_000 });
    const ratios: Ratio[] = [];
    for (const measured of MEASURED) {
      const figures = { ours: [] as number[], baseline: [] as number[] };
      for (let round = 0; round <= ROUNDS; round++) {
        // An account may send 200 invitations a week.
        await post(`${ours}/sandbox/clock`, { advance: 'P8D' });
        const people = await makePeople(ours, measured.degree, PER_ROUND);
        const bodies = people.map((person, index) =>
          JSON.stringify({
            account_id: accounts[index % ACCOUNTS],
            action: measured.action,
            params: measured.params(person),
          }),
        );
        const speed = {
          ours: await load(ours, measured.category, bodies),
          baseline: await load(bare, measured.category, bodies),
        };
        // The first round warms both up.
        if (round === 0) continue;
        figures.ours.push(speed.ours);
        figures.baseline.push(speed.baseline);
        report(`${measured.action} ${round}: ours ${speed.ours.toFixed(0)}/s, bare ${speed.baseline.toFixed(0)}/s`);
      }
      ratios.push({ unit: `${measured.action}/s`, ...figures, aim: 0.5 });
    }
    return ratios;
  });
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function makeAccount(url: string): Promise<string> {
  return (await post<{ account_id: string }>(`${url}/sandbox/accounts`, { platform: 'professional' })).account_id;
}

let counter = 1;

async function makePeople(url: string, degree: number, count: number): Promise<string[]> {
  const people: string[] = [];
  for (let made = 0; made < count; made += 20) {
    const batch = Array.from({ length: Math.min(20, count - made) }, () =>
      post<{ profile_url: string }>(`${url}/sandbox/people`, { degree, public_identifier: `person-${counter++}` }),
    );
    people.push(...(await Promise.all(batch)).map((person) => person.profile_url));
  }
  return people;
}

/** Requests per second over kept connections; anything but a success ends the benchmark. */
async function load(url: string, category: string, bodies: readonly string[]): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  let next = 0;
  const client = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const answer = await pool.request({ method: 'POST', path: `/v2/${category}`, headers: HEADERS, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return bodies.length / seconds;
}

import { pino } from 'pino';
import { seedApiKey } from '../../../src/app/api/auth/keys.ts';
import { createApi } from '../../../src/app/api/create-api.ts';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { ringOf } from '../../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../../src/shared/secrets/secret-key.ts';
import { receiverOf } from '../../events/fixtures.ts';
import { percentile } from '../../support/percentile.ts';
import { postgresCpuTime } from '../cpu-time.ts';
import type { Bound } from '../ratio.ts';
import { NUMBERS, PAGES } from './asked-pages.ts';

const KEY = 'ovk_key_of_the_benchmark';
/** Milliseconds. */
const AIM = { page: 100, numbers: 2000 } as const;
const ROUNDS = { page: 20, numbers: 5 } as const;

/**
 * How long the API takes for each page and for whole numbers, over the database as it is, and how much CPU it and Postgres use for one: that is the same on a machine that does
 * something else besides. `postgres` is the process of the server.
 */
export async function askPages(url: string, postgres: number, report: (line: string) => void): Promise<Bound[]> {
  const db = openDatabase(url, { max: 20 });
  const clock = createClock();
  await seedApiKey(db, KEY);
  const app = createApi({
    ...{ db, clock, log: pino({ level: 'silent' }), keys: ringOf([secretKey(Buffer.alloc(32, 9))]) },
    receive: receiverOf({ db, url, clock, close: async () => undefined }),
    refreshAccounts: async () => undefined,
    onOutbox: () => undefined,
    package_root: PACKAGE_ROOT,
    password_cost: { log2n: 4, r: 8, p: 1 },
  });
  await app.ready();
  const cpuTime = (): number => {
    const { user, system } = process.cpuUsage();
    return postgresCpuTime(postgres) + (user + system) / 1000;
  };
  const measure = async (path: string, kind: keyof typeof AIM): Promise<{ p95: number; cpu: number }> => {
    const times: number[] = [];
    let cpu = 0;
    for (let round = -2; round < ROUNDS[kind]; round++) {
      if (round === 0) cpu = cpuTime();
      const begun = performance.now();
      const answer = await app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${KEY}` } });
      if (answer.statusCode !== 200) throw new Error(`GET ${path} answered ${answer.statusCode}: ${answer.body}`);
      if (round >= 0) times.push(performance.now() - begun);
    }
    return { p95: percentile(times, 0.95), cpu: (cpuTime() - cpu) / times.length };
  };
  try {
    const figures: Bound[] = [];
    for (const [kind, asked] of [['page', PAGES] as const, ['numbers', NUMBERS] as const]) {
      for (const [name, path] of Object.entries(asked)) {
        const { p95: measured, cpu } = await measure(path, kind);
        report(`${name}: ${measured.toFixed(1)} ms, ${cpu.toFixed(1)} ms of CPU`);
        figures.push({
          what: `p95 of ${kind === 'page' ? 'a page' : 'numbers'}: ${name}`,
          unit: 'ms',
          measured,
          aim: AIM[kind],
        });
      }
    }
    return figures;
  } finally {
    await app.close();
    await db.close();
  }
}

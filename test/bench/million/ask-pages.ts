import { percentile } from '../../support/percentile.ts';
import { postgresCpuTime } from '../cpu-time.ts';
import type { Bound } from '../ratio.ts';
import { type AskedApi, openAskedApi } from './asked-api.ts';
import { NUMBERS, PAGES } from './asked-pages.ts';

/** Milliseconds. */
const AIM = { page: 100, numbers: 2000 } as const;
const ROUNDS = { page: 20, numbers: 5 } as const;

/**
 * How long the API takes for each page and for whole numbers, over the database as it is, and how much CPU it and Postgres use for one: that is the same on a machine that does
 * something else besides. `postgres` is the process of the server.
 */
export async function askPages(url: string, postgres: number, report: (line: string) => void): Promise<Bound[]> {
  const api = await openAskedApi(url);
  try {
    return await measureAll(api, postgres, report);
  } finally {
    await api.close();
  }
}

async function measureAll(api: AskedApi, postgres: number, report: (line: string) => void): Promise<Bound[]> {
  const cpuTime = (): number => {
    const { user, system } = process.cpuUsage();
    return postgresCpuTime(postgres) + (user + system) / 1000;
  };
  const measure = async (path: string, kind: keyof typeof AIM): Promise<{ p95: number; cpu: number }> => {
    const times: number[] = [];
    let cpu = 0;
    for (let round = -2; round < ROUNDS[kind]; round++) {
      if (round === 0) cpu = cpuTime();
      const ms = await api.ask(path);
      if (round >= 0) times.push(ms);
    }
    return { p95: percentile(times, 0.95), cpu: (cpuTime() - cpu) / times.length };
  };
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
}

import { OF_ENROLLMENTS, OF_PEOPLE, pairsOf, queryOf } from '../../support/pairs-of-filters.ts';
import { percentile } from '../../support/percentile.ts';
import type { Bound } from '../ratio.ts';
import { openAskedApi } from './asked-api.ts';

const AIM_MS = 100;
/** So many of the slowest are named. */
const NAMED = 10;
const LISTS = {
  enrollments: { path: '/api/enrollments', values: OF_ENROLLMENTS },
  people: { path: '/api/leads', values: OF_PEOPLE },
} as const;

/** How long the API takes for the first page of a list by each filter, and by every two of them, whether many, few or none fit both. */
export async function askPairs(url: string, report: (line: string) => void): Promise<Bound[]> {
  const api = await openAskedApi(url);
  const figures: Bound[] = [];
  try {
    for (const [list, { path, values }] of Object.entries(LISTS)) {
      const asked: { readonly query: string; readonly times: readonly number[] }[] = [];
      for (const query of [...pairsOf(values)].map(queryOf)) {
        const ask = () => api.ask(`${path}?${query}`);
        // The first one plans, and fetches what is not in memory.
        await ask();
        asked.push({ query, times: [await ask(), await ask(), await ask()] });
      }
      const times = asked.flatMap((one) => one.times);
      const slow = times.filter((ms) => ms > AIM_MS).length / times.length;
      report(
        `${list} by ${asked.length} filters and pairs: median ${percentile(times, 0.5).toFixed(1)} ms, ${(100 * slow).toFixed(1)} % above ${AIM_MS} ms`,
      );
      const medians = asked.map((one) => ({ query: one.query, ms: percentile(one.times, 0.5) }));
      const slowest = medians.toSorted((one, other) => other.ms - one.ms).slice(0, NAMED);
      for (const { query, ms } of slowest) report(`  ${ms.toFixed(0)} ms: ${query}`);
      figures.push({
        what: `p95 of a page of ${list} by one or two filters`,
        ...{ unit: 'ms', measured: percentile(times, 0.95), aim: AIM_MS },
      });
    }
    return figures;
  } finally {
    await api.close();
  }
}

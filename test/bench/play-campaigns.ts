import type pg from 'pg';
import { z } from 'zod';
import { jumpAlong } from '../../src/app/demo/dev/jump-along.ts';
import { readQuietAnswer } from '../../src/app/demo/dev/jump-in-dev.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';
import type { Due } from '../../src/shared/kit/quiet.ts';
import type { GeneratedCampaign } from './generate-campaign.ts';
import { get, post } from './post.ts';
import type { BenchSystem } from './with-system.ts';

const forecastAnswer = z.object({
  leads: z.number(),
  finished: z.number(),
  forecast: z.object({
    end: z.object({ low: z.string().nullable(), median: z.string().nullable(), high: z.string().nullable() }),
  }),
});

export interface PlayedCampaign {
  readonly campaign: GeneratedCampaign;
  readonly id: string;
  readonly began_at: Date;
  /** When the forecast was asked, as soon as a third of its people had come to their end. */
  readonly asked_at: Date;
  readonly forecast: z.infer<typeof forecastAnswer>['forecast'];
  readonly ended_at: Date;
}

type Asked = Omit<PlayedCampaign, 'began_at' | 'ended_at'>;

/** Campaigns that begin together. */
const AT_ONCE = 4;
/** Virtual time. */
const GRID = 6 * HOUR;
/** Wall milliseconds; a campaign of a hundred people takes some seconds. */
const LONGEST = 3 * HOUR;

/**
 * The engine runs all of them at once, each on its own accounts, against the people of the sandbox; the clock jumps to whatever is due next. While
 * no send is due, it jumps six hours on: what people do in them is then done at their end, so that fifty campaigns need some hundred jumps,
 * not some ten thousand.
 */
export async function playCampaigns(
  { engine, api, v2 }: BenchSystem,
  campaigns: readonly GeneratedCampaign[],
  report: (line: string) => void,
): Promise<PlayedCampaign[]> {
  await post(v2, '/sandbox/credits', { unlimited: true });
  const open = new Map<string, { readonly campaign: GeneratedCampaign; readonly third: number }>();
  for (let from = 0; from < campaigns.length; from += AT_ONCE) {
    const some = campaigns.slice(from, from + AT_ONCE);
    const ids = await Promise.all(some.map((campaign) => start({ api, v2 }, campaign)));
    // Not all at once: a thousand workflows that begin together keep each other from being done in time.
    await waitUntil(() => isAtRest(api).catch(() => false), { timeout: LONGEST, every: 500 });
    for (const [index, campaign] of some.entries())
      open.set(ids[index] ?? '', { campaign, third: Math.ceil(campaign.people.length / 3) });
  }
  const asked: Asked[] = [];
  /** Whoever has come to their third is asked about before time goes on. */
  const askThoseAtTheirThird = async (): Promise<void> => {
    for (const [id, finished] of await finishedOf(engine, [...open.keys()])) {
      const one = open.get(id);
      if (one === undefined || finished < one.third) continue;
      open.delete(id);
      const { forecast } = forecastAnswer.parse(await get(api, `/api/campaigns/${id}/forecast`));
      asked.push({ id, campaign: one.campaign, forecast, asked_at: new Date(await nowOf(api)) });
    }
  };
  await jumpToTheEnd({ engine, api }, askThoseAtTheirThird, report);
  if (asked.length < campaigns.length)
    throw new Error(`only ${asked.length} of ${campaigns.length} campaigns came to their third`);
  const played: PlayedCampaign[] = [];
  for (const one of asked) played.push({ ...one, ...(await spanOf(engine, one.id)) });
  return played;
}

async function start({ api, v2 }: Pick<BenchSystem, 'api' | 'v2'>, campaign: GeneratedCampaign): Promise<string> {
  const accounts: string[] = [];
  for (let number = 1; number <= campaign.accounts; number++) {
    const { account_id } = await post<{ account_id: string }>(v2, '/sandbox/accounts', {
      ...{ platform: 'professional', name: `${campaign.name} ${number}`, country: 'FR', products: ['classic'] },
    });
    accounts.push(account_id);
  }
  await post(api, '/api/sequences', campaign.yaml(accounts));
  const leads: { readonly profile_url: string; readonly first_name: string }[] = [];
  for (const behavior of campaign.people) {
    const first_name = `Person${leads.length}`;
    const { profile_url } = await post<{ profile_url: string }>(v2, '/sandbox/people', {
      ...{ first_name, last_name: campaign.name, degree: 2, behavior },
    });
    leads.push({ profile_url, first_name });
  }
  const { name } = campaign;
  const { id } = await post<{ id: string }>(api, '/api/campaigns', { name, sequence: name, source: { leads } });
  return id;
}

async function jumpToTheEnd(
  { engine, api }: Pick<BenchSystem, 'engine' | 'api'>,
  onRest: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  const ending = new AbortController();
  let last: unknown = null;
  let jumps = 0;
  await jumpAlong({
    signal: AbortSignal.any([ending.signal, AbortSignal.timeout(LONGEST)]),
    async read() {
      const quiet = readQuietAnswer(await get(api, '/api/quiet'));
      last = quiet;
      if (quiet.under_way.length > 0) return quiet;
      await onRest();
      if ((await count(engine, UNDER_WAY)) === 0) ending.abort();
      return quiet;
    },
    async jump(to) {
      const later = new Date(await nextJump(engine, to));
      await post(api, '/api/clock/jump', { to: later.toISOString() });
      jumps += 1;
      if (jumps % 50 === 0)
        report(`${jumps} jumps: ${later.toISOString()}, ${await count(engine, UNDER_WAY)} people under way`);
    },
    onError: (error) => {
      last = String(error);
    },
  });
  if (!ending.signal.aborted) throw new Error(`the campaigns have not come to their end: ${JSON.stringify(last)}`);
  report(`${jumps} jumps in all`);
}

/** A send that is claimed late books anew, so none is jumped over. */
async function nextJump(engine: pg.Client, due: Due['at']): Promise<number> {
  const { rows } = await engine.query<{ at: Date | null }>(
    `select min(until) as at from enrollments where status = 'active' and waiting_kind = 'slot' and until >= $1`,
    [new Date(due)],
  );
  return Math.min(Math.ceil(due / GRID) * GRID, rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY);
}

const UNDER_WAY = `select count(*)::int as n from enrollments where status <> 'finished'`;

async function count(engine: pg.Client, sql: string): Promise<number> {
  return (await engine.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
}

async function finishedOf(engine: pg.Client, campaigns: readonly string[]): Promise<[string, number][]> {
  const { rows } = await engine.query<{ id: string; n: number }>(
    `select campaign_id as id, count(*)::int as n from enrollments where campaign_id = any($1) and status = 'finished' group by 1`,
    [campaigns],
  );
  return rows.map(({ id, n }) => [id, n]);
}

async function isAtRest(api: BenchSystem['api']): Promise<boolean> {
  return readQuietAnswer(await get(api, '/api/quiet')).under_way.length === 0;
}

async function nowOf(api: BenchSystem['api']): Promise<number> {
  return readQuietAnswer(await get(api, '/api/quiet')).now;
}

async function spanOf(engine: pg.Client, campaign: string): Promise<{ began_at: Date; ended_at: Date }> {
  const { rows } = await engine.query<{ began_at: Date; ended_at: Date }>(
    'select min(started_at) as began_at, max(finished_at) as ended_at from enrollments where campaign_id = $1',
    [campaign],
  );
  const span = rows[0];
  if (span === undefined) throw new Error(`${campaign} has nobody`);
  return span;
}

import type { FastifyInstance } from 'fastify';
import { localMillis } from '../../../core/calendar/zone-offsets.ts';
import type { GivenAccount } from '../../../core/simulate/accounts/simulated-accounts.ts';
import type { Observed } from '../../../core/simulate/forecast/observed-rates.ts';
import type { PersonSoFar } from '../../../core/simulate/people/people-so-far.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { accountObstacle } from '../../../runtime/answers/find-obstacle.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { findAccount } from '../../../runtime/store/accounts/find-account.ts';
import { countCampaign } from '../../../runtime/store/campaigns/count-campaign.ts';
import type { CampaignRow } from '../../../runtime/store/campaigns/read-campaign.ts';
import { readObserved } from '../../../runtime/store/campaigns/read-observed.ts';
import { type PersonSoFarRow, readPeopleSoFar } from '../../../runtime/store/campaigns/read-people-so-far.ts';
import { describePause, listPauses } from '../../../runtime/store/control/pauses.ts';
import { readFollow } from '../../../runtime/store/follows/follow.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { listCampaignAccounts } from '../../../runtime/store/slots/list-waiting-groups.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ComputeFor } from '../computations/compute-for.ts';
import type { ApiDeps } from '../context.ts';
import { givenAccount, scheduleZoneOf } from '../given-accounts.ts';
import { Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { campaignOf } from './campaigns.ts';

/** Whoever was reached in these days may still answer. */
const FINAL_AFTER = 7 * DAY;
/** More take longer than a request may: so many stand for all, who wait for the same places. */
const MOST = 20_000;

/** When a campaign ends, what binds it and what would end it sooner, from the simulator with the rates that it has shown. */
export function addForecastRoutes(app: FastifyInstance, deps: ApiDeps, compute: ComputeFor): void {
  serve(app, 'forecastCampaign', async ({ params: { id }, request, reply }) => {
    const campaign = await campaignOf(deps, id);
    const { db, clock } = deps;
    const counts = await countCampaign(db, id);
    const leads = counts.enrolled + counts.pending;
    const { finished } = counts.by_status;
    const follow = await readFollow(db, id);
    const growing = campaign.status === 'importing' || (follow !== null && follow.ended_at === null);
    const accounts = await accountsOf(db, campaign);
    const about = { campaign_id: id, leads, finished, growing, held_by: await obstaclesOf(db, campaign, accounts) };
    if (leads === finished)
      return { ...about, state: growing ? ('running' as const) : ('ended' as const), forecast: null };
    if (leads > MOST)
      throw new Problem(409, 'too_many', `Campaigns of up to ${MOST} people are forecast; this has ${leads}.`);
    const version = await readSequenceVersion(db, campaign.sequence, campaign.version);
    if (version === null) throw new Error(`${campaign.sequence} has no version ${campaign.version}`);
    const plan = { ...version.plan, senders: { ...version.plan.senders, ...campaign.senders } };
    const now = clock.now();
    const seen = await readObserved(db, id, new Date(now - FINAL_AFTER));
    const people = (await readPeopleSoFar(db, id)).map((row) => ({ id: row.id, so_far: soFarOf(row, now) }));
    const began = seen.began_at?.getTime() ?? now;
    const zone = scheduleZoneOf(plan);
    const forecast = await compute({ request, reply }, 'forecast', {
      ...{ plan, leads, finished, seed: id, profiles: deps.profiles ?? [] },
      start: new Date(localMillis(began, zone)).toISOString().slice(0, 16),
      days_gone: Math.floor(localMillis(now, zone) / DAY) - Math.floor(localMillis(began, zone) / DAY),
      accounts: await givenAccounts(deps, accounts, plan),
      people,
      observed: {
        accept: {
          of: seen.invited,
          did: seen.accepted,
          ...tookOf(people.map(({ so_far }) => so_far?.accepted_after ?? null)),
        },
        reply: {
          ...{ of: seen.sent, did: Math.min(seen.sent, seen.replied) },
          ...tookOf(people.map(({ so_far }) => so_far?.replied?.after ?? null)),
        },
        bounce: { of: seen.mailed, did: Math.min(seen.mailed, seen.bounced) },
        unsubscribe: { of: seen.mailed, did: Math.min(seen.mailed, seen.unsubscribed) },
      },
    });
    return { ...about, state: 'running' as const, forecast: { ...forecast, timezone: zone } };
  });
}

/** Null: nobody has contacted them. */
function soFarOf({ invited_at, accepted_at, replied_at, sent_at }: PersonSoFarRow, now: number): PersonSoFar | null {
  if (invited_at === null && sent_at === null) return null;
  const sent = sent_at ?? [];
  const send = replied_at === null ? -1 : sent.filter((at) => at <= replied_at).length - 1;
  const answered = sent[send];
  return {
    invited_for: invited_at && now - invited_at.getTime(),
    accepted_after: invited_at && accepted_at && accepted_at.getTime() - invited_at.getTime(),
    sent_for: sent.map((at) => now - at.getTime()),
    replied: replied_at && answered ? { send, after: replied_at.getTime() - answered.getTime() } : null,
  };
}

/** The times of those of whom they are known; nothing where there are none. */
function tookOf(times: readonly (number | null)[]): Pick<Observed, 'took'> {
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return {};
  return { took: { mean: known.reduce((sum, time) => sum + time, 0) / known.length, people: known.length } };
}

/**
 * Lists the campaign's own senders and those that its people are written to from; before anybody has begun there are none, if
 * the sequence says who sends.
 */
async function accountsOf(db: Queryable, { id, senders }: CampaignRow): Promise<AccountRow[]> {
  const ids = new Set([...Object.values(senders).flat(), ...(await listCampaignAccounts(db, id))]);
  const found = await Promise.all([...ids].map((account) => findAccount(db, account)));
  return found.filter((account) => account !== null);
}

/** Why it does not go on now, in sentences without a period. */
async function obstaclesOf(
  db: Queryable,
  { id, sequence }: CampaignRow,
  accounts: readonly AccountRow[],
): Promise<string[]> {
  const above = { all: [''], campaign: [id], sequence: [sequence], account: accounts.map((account) => account.id) };
  const pauses = (await listPauses(db)).filter(
    ({ state, scope, target }) => state === 'paused' && above[scope].includes(target),
  );
  return [...pauses.map(describePause), ...accounts.flatMap((account) => accountObstacle(account)?.text ?? [])];
}

function givenAccounts(deps: ApiDeps, accounts: readonly AccountRow[], plan: Plan): Promise<GivenAccount[]> {
  return Promise.all(
    accounts.map(async (account) => ({
      ...(await givenAccount(deps, account, plan)),
      // What is left of its InMails today says nothing of the beginning.
      inmail_stock: null,
    })),
  );
}

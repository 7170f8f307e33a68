import type { Queryable } from '../../../../shared/postgres/database.ts';
import { findCreditShortage } from '../../../store/accounts/credit-shortage.ts';
import { findAccount } from '../../../store/accounts/find-account.ts';
import { type CampaignRow, lockCampaign } from '../../../store/campaigns/read-campaign.ts';
import { countRun, moveCampaign, moveOffset, restartSource } from '../../../store/campaigns/update-campaign.ts';
import { describePause, readPauses } from '../../../store/control/pauses.ts';
import {
  endFollow,
  type FollowRow,
  type LookWait,
  listDueFollows,
  makeFollowWait,
  noteLookBegun,
  readFollow,
} from '../../../store/follows/follow.ts';
import { countLooks, findOpenLook, insertLook } from '../../../store/follows/look.ts';
import { addToOutbox } from '../../../store/outbox/add-to-outbox.ts';
import type { EnrollDeps } from '../../enroll-lead.ts';
import { type KeptSource, keptSource } from '../campaign-source.ts';
import { isWhole } from './look-times.ts';

/**
 * Begins the looks at sources that are due: each is a further import of its campaign, so whatever ends a process in the middle ends no look.
 * One that cannot begin says why, and begins as soon as it can. Resolves to whether any began.
 */
export async function beginLooks({ db, clock }: Pick<EnrollDeps, 'db' | 'clock'>): Promise<boolean> {
  let begun = 0;
  for (const { campaign_id } of await listDueFollows(db, new Date(clock.now()))) {
    if (await db.transaction((tx) => begin(tx, campaign_id, new Date(clock.now())))) begun += 1;
  }
  return begun > 0;
}

async function begin(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const campaign = await lockCampaign(tx, id);
  const follow = await readFollow(tx, id);
  // Between the two looks the campaign has begun a look, was stopped, or is no longer followed.
  if (campaign?.status !== 'running' || follow?.next_look_at == null || follow.next_look_at > now) return false;
  const source = keptSource.safeParse(campaign.source);
  if (!source.success) {
    await endFollow(tx, id, 'Its source cannot be read.', now);
    return false;
  }
  const wait = await findObstacle(tx, campaign, source.data);
  if (wait !== null) {
    await sayOnce(tx, follow, wait);
    return false;
  }
  if ((await findOpenLook(tx, id)) === null) {
    const number = (await countLooks(tx, id)) + 1;
    await insertLook(tx, { campaign_id: id, number, whole: isWhole(number, source.data), begun_at: now });
  }
  await noteLookBegun(tx, id);
  await restartSource(tx, id);
  await moveCampaign(tx, id, { from: ['running'], to: 'importing' });
  const run = await countRun(tx, id);
  await addToOutbox(tx, { kind: 'start_campaign', target_id: id, payload: { run } }, now);
  return true;
}

/** A look that is under way ends when its campaign is paused, and begins again when that ends. */
export async function waitForPause(
  { db, clock }: Pick<EnrollDeps, 'db' | 'clock'>,
  { id, sequence, next_offset }: CampaignRow,
  source: KeptSource,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const because = await findPauseAbove(tx, { id, sequence }, accountIn(source));
    if (because === null || campaign === null || next_offset === null) return false;
    const follow = await readFollow(tx, id);
    await moveOffset(tx, id, next_offset, null);
    await makeFollowWait(tx, id, {
      ...{ next_look_at: new Date(clock.now()), wall_try_at: null, failures: follow?.failures ?? 0 },
      ...{ waits_for: 'pause', waits_because: because },
    });
    return true;
  });
}

interface Obstacle {
  readonly waits_for: LookWait;
  readonly waits_because: string;
}

async function findObstacle(tx: Queryable, campaign: CampaignRow, source: KeptSource): Promise<Obstacle | null> {
  const accountId = accountIn(source);
  const pause = await findPauseAbove(tx, campaign, accountId);
  if (pause !== null) return { waits_for: 'pause', waits_because: pause };
  const account = accountId === null ? null : await findAccount(tx, accountId);
  const of = (waits_because: string): Obstacle => ({ waits_for: 'account', waits_because });
  if (account === null) return of(`The account ${accountId} is not there any more.`);
  if (account.status !== 'connected') return of(`The account ${account.name} is ${account.status}.`);
  const wall = account.wall_held_until;
  if (wall !== null && wall.getTime() > Date.now()) {
    return {
      waits_for: 'rate_limit',
      waits_because: `The account ${account.name} waits: ${account.held_reason ?? 'slowed down'}`,
    };
  }
  const shortage = await findCreditShortage(tx);
  return shortage === null ? null : { waits_for: 'credits', waits_because: shortage.reason };
}

async function findPauseAbove(
  tx: Queryable,
  { id, sequence }: Pick<CampaignRow, 'id' | 'sequence'>,
  accountId: string | null,
): Promise<string | null> {
  const pause = await readPauses(tx, {
    ...{ enrollment_id: '', account_ids: accountId === null ? [] : [accountId] },
    ...{ campaign_id: id, sequence },
  });
  return pause && describePause(pause);
}

function accountIn(source: KeptSource): string | null {
  if ('candidates' in source) return source.candidates.account_id;
  return 'search' in source ? source.search.account_id : null;
}

/** Notes why a look waits. It is asked every second, so what is noted already is not written again. */
async function sayOnce(tx: Queryable, follow: FollowRow, wait: Obstacle): Promise<void> {
  const { campaign_id, next_look_at, failures } = follow;
  if (follow.waits_for === wait.waits_for && follow.waits_because === wait.waits_because) return;
  await makeFollowWait(tx, campaign_id, { ...wait, next_look_at, wall_try_at: null, failures });
}

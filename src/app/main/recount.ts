import { listCampaignIds } from '../../runtime/store/campaigns/list-campaigns.ts';
import { findMiscounted, type Miscounted, recountCampaign } from '../../runtime/store/campaigns/recount-campaign.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { HOUR } from '../../shared/kit/duration.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { readEnvironment } from './config/read-environment.ts';
import { openHome, readRunFile } from './home.ts';

export interface Recounted {
  readonly campaigns: number;
  /** The amounts that were wrong and are mended. */
  readonly mended: readonly Miscounted[];
}

/** Counts the numbers of all campaigns anew, one campaign after the other, and mends what differs. Everything may go on meanwhile. */
export async function recountAll(env: NodeJS.ProcessEnv): Promise<Recounted> {
  const { DATABASE_URL: given, OVERTURE_HOME: home } = readEnvironment(env);
  const url = given ?? readRunFile(openHome(home ?? '.overture'))?.postgres?.url;
  if (!url) {
    throw new CodedError('not_running', 'There is no database whose campaigns could be counted.', {
      fix: 'Set DATABASE_URL, or start one with: overture dev',
    });
  }
  return withDatabase(url, async (db) => ofEach(db, await listCampaignIds(db, { tallied: false }), recountCampaign));
}

/** Whether the numbers of all campaigns are what counting gives. Throws CodedError `miscounted`. */
export async function examineCounts(url: string): Promise<string> {
  const found = await withDatabase(url, async (db) => {
    const { rowCount } = await db.query(
      `select from information_schema.columns where table_name = 'campaigns' and column_name = 'actions_tallied'`,
    );
    return rowCount === 0 ? null : ofEach(db, await listCampaignIds(db, { tallied: true }), findMiscounted);
  });
  if (found === null) return 'none are kept before the next start';
  const { campaigns, mended: wrong } = found;
  if (wrong.length === 0) return `those of ${campaigns} campaigns are what counting gives`;
  throw new CodedError('miscounted', wrong.map(describeMiscounted).join('; '), { fix: 'Run overture recount.' });
}

/** Such as `cmp_1: 2 too few of acted invite`. */
export function describeMiscounted({ campaign_id, what, name, missing }: Miscounted): string {
  const whose = name === '' ? what : `${what} ${name}`;
  return `${campaign_id}: ${Math.abs(missing)} too ${missing > 0 ? 'few' : 'many'} of ${whose}`;
}

async function ofEach(
  db: Database,
  ids: readonly string[],
  work: (db: Database, id: string) => Promise<Miscounted[]>,
): Promise<Recounted> {
  const mended: Miscounted[] = [];
  for (const id of ids) mended.push(...(await work(db, id)));
  return { campaigns: ids.length, mended };
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 1, timeouts: { statement: HOUR } });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

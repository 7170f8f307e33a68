import { type AuditReport, audit } from '../../runtime/audit/audit.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createV2Client, type V2Client } from '../../v2/client/create-v2-client.ts';
import { readEnvironment } from './config/read-environment.ts';
import { newV2Key, openHome, readRunFile, secretFile } from './home.ts';
import { readNetworkProfiles } from './read-network-profiles.ts';
import { roleV2 } from './roles/role-databases.ts';

export interface AuditOptions {
  readonly from?: Date;
  readonly to?: Date;
  readonly conversations: boolean;
}

/** Audits the ledger of the configured or running engine; without a period, all of it. */
export async function auditLedger(env: NodeJS.ProcessEnv, options: AuditOptions): Promise<AuditReport> {
  const environment = readEnvironment(env);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  const url = environment.DATABASE_URL ?? readRunFile(home)?.postgres?.url;
  if (!url) {
    throw new CodedError('not_running', 'There is no ledger to audit.', {
      fix: 'Set DATABASE_URL, or start one with: overture dev',
    });
  }
  const db = openDatabase(url, { max: 2 });
  const v2 = createV2Client(roleV2(home, environment, () => secretFile(home, 'v2-key', newV2Key)));
  try {
    const { rows } = await db.query<{ first: Date | null; last: Date | null }>(
      // A call that is repeated has its last time there: none is older than the first enrollment.
      `select least((select min(created_at) from enrollments), min(created_at)) as first,
              max(coalesce(settled_at, created_at)) as last from intents`,
    );
    const from = options.from ?? rows[0]?.first ?? new Date(0);
    const to = options.to ?? new Date(Math.max((rows[0]?.last ?? from).getTime(), await readLastCall(v2)));
    if (to < from) {
      throw new CodedError('wrong_use', 'The period ends before it begins.', {
        fix: 'Give --to a later time than --from.',
      });
    }
    return await audit({ db, v2, profiles: readNetworkProfiles(environment) }, { ...options, from, to });
  } finally {
    await v2.close();
    await db.close();
  }
}

/** Epoch ms of the newest call in the log, which the ledger may have forgotten; 0: there is none, or it cannot be read, as the audit itself will say. */
async function readLastCall(v2: Pick<V2Client, 'listLogs'>): Promise<number> {
  const page = await v2.listLogs({ limit: 1 });
  const [newest] = page.kind === 'success' ? page.data.items : [];
  return newest === undefined ? 0 : Date.parse(newest.created_at);
}

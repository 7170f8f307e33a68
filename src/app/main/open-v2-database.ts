import { virtualTime } from '../../shared/kit/clock.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { migrate } from '../../v2/service/store/migrate.ts';
import { readEnvironment } from './config/read-environment.ts';
import { openHome, readClockFile, readRunFile } from './home.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { ensureBeside } from './postgres/ensure-database.ts';

/** The V2 service's database, up to date, for commands that work on it beside the service; with the virtual time, epoch ms. */
export async function openV2Database(env: NodeJS.ProcessEnv): Promise<{ readonly db: Database; readonly now: number }> {
  const environment = readEnvironment(env);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  const url =
    environment.V2_DATABASE_URL ??
    (environment.DATABASE_URL
      ? await ensureBeside(environment.DATABASE_URL, 'overture_v2')
      : readRunFile(home)?.postgres?.v2_url);
  if (!url) {
    throw new CodedError('not_running', 'There is no database of a V2 service.', {
      fix: 'Set V2_DATABASE_URL (or DATABASE_URL), or start one with: overture dev',
    });
  }
  await migrate(url, PACKAGE_ROOT).catch((cause: unknown) => {
    const message = messageOf(cause);
    throw new CodedError('postgres_unreachable', `The V2 service's database cannot be used: ${message}`, {
      fix: 'Start it (overture dev), or check V2_DATABASE_URL.',
      cause,
    });
  });
  const clock = readClockFile(home);
  const wall = Date.now();
  return { db: openDatabase(url, { max: 1 }), now: clock ? virtualTime(clock, wall) : wall };
}

import { migrate } from '../../runtime/store/migrate.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { readEnvironment } from './config/read-environment.ts';
import { openHome, readRunFile } from './home.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { ensureDatabase } from './postgres/ensure-database.ts';

/** Brings the engine's database up to date; the names of the migrations that ran. */
export async function migrateAll(env: NodeJS.ProcessEnv): Promise<string[]> {
  const environment = readEnvironment(env);
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct } = environment;
  const url =
    (given ? (direct ?? (await ensureDatabase(given, 'DATABASE_URL'))) : undefined) ??
    readRunFile(openHome(environment.OVERTURE_HOME ?? '.overture'))?.postgres?.url;
  if (!url) {
    throw new CodedError('not_running', 'There is no database to bring up to date.', {
      fix: 'Set DATABASE_URL, or start one with: overture dev',
    });
  }
  return migrate(url, PACKAGE_ROOT);
}

import { renameSync, writeFileSync } from 'node:fs';
import * as engine from '../../runtime/store/find-sealed.ts';
import { migrate } from '../../runtime/store/migrate.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { createKeyRing } from '../../shared/secrets/key-ring.ts';
import { reseal, type SealedColumn } from '../../shared/secrets/reseal.ts';
import { createSecretBox } from '../../shared/secrets/secret-box.ts';
import { type FindSealed, type GivenKeys, inspectKeyRing, keysOf, sealRing } from '../../shared/secrets/stored-ring.ts';
import * as service from '../../v2/service/store/find-sealed.ts';
import { migrate as migrateService } from '../../v2/service/store/migrate.ts';
import { readEnvironment } from './config/read-environment.ts';
import type { Environment } from './config/variables.ts';
import { type Home, newSecretKey, openHome } from './home.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { databaseName, engineDatabase, givenToDev, hasEmbedded, v2Database } from './roles/role-databases.ts';
import { PREVIOUS_KEYS_FILE, previousKeys, SECRET_KEY_FILE, secretKeys } from './secret-keys.ts';

export type Rotation =
  /** The environment has the key, so whoever sets it has to do the first step: nothing was changed. */
  | { readonly kind: 'new_key'; readonly key: string; readonly previous: readonly string[] }
  | {
      readonly kind: 'rotated';
      readonly key_id: string;
      /** The engine's, without its password. */
      readonly database: string;
      readonly from: 'home' | 'environment';
      /** Texts that were sealed anew. `v2` null: its database is not there, or has a key of its own. */
      readonly engine: number;
      readonly v2: number | null;
    };

/**
 * Seals everything with another key. Roles may run meanwhile, and nothing that the former key encrypted is lost. Throws CodedError
 * `not_running` where there is no database yet whose secrets could be sealed: the key would change for nothing, and with it that of a
 * database that this command was not told of.
 */
export async function rotateSecret(env: NodeJS.ProcessEnv): Promise<Rotation> {
  const environment = readEnvironment(env);
  const home = openHome(environment.OVERTURE_HOME ?? '.overture');
  if (environment.DATABASE_URL === undefined && givenToDev(home).engine === undefined && !hasEmbedded(home)) {
    throw new CodedError(
      'not_running',
      `There is no database whose secrets could be sealed anew: ${home.folder} has none.`,
      {
        fix: 'Set DATABASE_URL as the roles have it, or OVERTURE_HOME to the folder where overture dev runs.',
      },
    );
  }
  const ours = await engineDatabase(home, environment);
  const services = await v2Database(home, environment);
  await migrate(ours.direct_url, PACKAGE_ROOT);
  const db = openDatabase(ours.url, { max: 1 });
  const v2 = openDatabase(services.url, { max: 1 });
  try {
    const given = secretKeys(environment, home);
    const state = await inspectKeyRing(db, given);
    const withService = await isSameInstallation(v2, services.url, given);
    const from = environment.OVERTURE_SECRET_KEY === undefined ? 'home' : 'environment';
    if (from === 'environment' && state !== 'sealed_with_previous' && previousKeys(environment, home).length === 0) {
      return { kind: 'new_key', key: newSecretKey(), previous: given().map(hexOf) };
    }
    // Otherwise the last try was cut off after the files were written.
    if (from === 'home' && state !== 'sealed_with_previous') changeKeyOfHome(environment, home, hexOf(given()[0]));
    return {
      kind: 'rotated',
      key_id: keysOf(given)[0].id,
      database: databaseName(ours.url),
      from,
      // The service first: where only one of them is done, the other is still taken for unfinished.
      v2: withService ? await sealAnew(v2, given, service.findSealed, service.SEALED_COLUMNS) : null,
      engine: await sealAnew(db, given, engine.findSealed, engine.SEALED_COLUMNS),
    };
  } finally {
    await Promise.all([db.close(), v2.close()]);
    await services.stop();
    await ours.stop();
  }
}

/** The former key first: whatever happens in between, both are on disk. */
function changeKeyOfHome(environment: Environment, home: Home, former: string): void {
  writeSecret(home, PREVIOUS_KEYS_FILE, [former, ...previousKeys(environment, home)]);
  writeSecret(home, SECRET_KEY_FILE, [newSecretKey()]);
}

function writeSecret(home: Home, name: string, lines: readonly string[]): void {
  const fresh = home.path(`${name}.${process.pid}.new`);
  writeFileSync(fresh, `${[...new Set(lines)].join('\n')}\n`, { mode: 0o600 });
  renameSync(fresh, home.path(name));
}

async function sealAnew(
  db: Database,
  given: GivenKeys,
  findSealed: FindSealed,
  columns: readonly SealedColumn[],
): Promise<number> {
  const keys = await db.transaction((tx) => sealRing(tx, given, findSealed));
  return reseal(db, createSecretBox(createKeyRing(keys)), keys.all[0].id, columns);
}

async function isSameInstallation(v2: Database, url: string, given: GivenKeys): Promise<boolean> {
  const { rows } = await v2.query<{ there: boolean }>(`select to_regclass('account_secrets') is not null as there`);
  if (!rows[0]?.there) return false;
  await migrateService(url, PACKAGE_ROOT);
  return inspectKeyRing(v2, given).then(
    () => true,
    () => false,
  );
}

const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex');

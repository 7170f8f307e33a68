import { join } from 'node:path';
import { migrateFrom } from '../../../shared/postgres/migrate-from.ts';
import { fillEmailKeys } from './fill-email-keys.ts';

/** Brings the service's database at `url` up to date; returns the names of the migrations that ran. */
export function migrate(url: string, packageRoot: string): Promise<string[]> {
  return migrateFrom(join(packageRoot, 'src/v2/service/store/migrations'), url, fillEmailKeys);
}

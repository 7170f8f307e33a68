import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { runFolder } from '../../support/run-folder.ts';

export interface Servers {
  readonly env: NodeJS.ProcessEnv;
  release(): Promise<void>;
}

/**
 * Postgres and Temporal of the run, for a system that kills neither: databases that are migrated already, and a namespace of its own. A
 * system that starts its own takes seconds of CPU for what is the same each time.
 */
export async function sharedServers(): Promise<Servers> {
  const { address, namespaces } = inject('temporal');
  const namespace = namespaces.find(isOurs);
  if (namespace === undefined) throw new Error(`more than ${namespaces.length} systems share a Temporal`);
  const [engine, service] = await Promise.all([createTestDatabase('engine'), createTestDatabase('service')]);
  return {
    env: {
      DATABASE_URL: engine.url,
      V2_DATABASE_URL: service.url,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
    },
    async release() {
      await Promise.all([engine.drop(), service.drop()]);
    },
  };
}

/** Whether this process gets the namespace: exactly one of the run does. */
function isOurs(namespace: string): boolean {
  try {
    mkdirSync(join(runFolder(), namespace));
    return true;
  } catch {
    return false;
  }
}

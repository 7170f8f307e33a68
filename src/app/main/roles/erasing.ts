import type { Client } from '@temporalio/client';
import { carryOnCheck } from '../../../runtime/erasure/carry-on-check.ts';
import { carryOnErasure, type ErasingService } from '../../../runtime/erasure/carry-on-erasure.ts';
import { countRuns, eraseExecutions } from '../../../runtime/temporal/erase-executions.ts';
import { maskFiles } from '../mask-files.ts';
import type { Engine } from './open-engine.ts';

export type ErasingEngine = Pick<Engine, 'db' | 'clock' | 'secrets' | 'home' | 'v2' | 'service'>;

/** Carries on erasures and checks of receipts: true while there is more to do at once. */
export function createErasing(engine: ErasingEngine, client: Client): () => Promise<boolean> {
  const { db, clock, secrets, home } = engine;
  const erasing = {
    ...{ db, clock, secrets, service: serviceOf(engine) },
    workflows: { erase: (id: string, options: { readonly end: boolean }) => eraseExecutions(client, id, options) },
    files: { redact: async ({ mask }: { readonly mask: (text: string) => string }) => maskFiles(home, mask) },
  };
  const checking = { db, clock, secrets, countRuns: (id: string) => countRuns(client, id) };
  return async () => {
    const erased = await carryOnErasure(erasing);
    return (await carryOnCheck(checking)) || erased;
  };
}

/** Statuses by which a service says that it has no such route, or not for us. */
const NO_ROUTE: readonly number[] = [400, 403, 404, 405, 501];

function serviceOf({ v2, service }: ErasingEngine): ErasingService {
  return {
    at: service.base_url,
    async erase({ keys, words, full_names }) {
      const conversation_ids = keys.flatMap((key) => /^conversation:[^/]*\/(.+)$/.exec(key)?.[1] ?? []);
      const names = [...words, ...full_names].slice(0, 200);
      if (names.length === 0) return [];
      const done = await v2.manage('erase_person', { body: { names, conversation_ids } });
      if (done.kind === 'success') return done.data.erased;
      if (done.kind === 'refused' && NO_ROUTE.includes(done.status)) return null;
      throw new Error(
        `The V2 service could not be asked to erase: ${done.kind === 'refused' ? done.message : done.reason}`,
      );
    },
  };
}

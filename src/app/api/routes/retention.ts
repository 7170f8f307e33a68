import type { FastifyInstance } from 'fastify';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { readRetention, saveRetention } from '../../../runtime/store/erasure/retention.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { serve } from '../serve.ts';

export function addRetentionRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'getRetention', () => readRetention(db));

  serve(app, 'setRetention', ({ query: { dry_run }, body }) =>
    (dry_run ? rehearsal(db) : db).transaction(async (tx) => {
      const before = await readRetention(tx);
      await saveRetention(tx, body, new Date(clock.now()));
      const after = await readRetention(tx);
      const target = { kind: 'retention', id: null };
      await recordChange(tx, {
        did: 'changed how long things are kept',
        target,
        before: { ...before },
        after: { ...after },
      });
      return after;
    }),
  );
}

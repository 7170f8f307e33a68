import type { FastifyInstance } from 'fastify';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { keyListing, revokeKey } from '../../../runtime/store/keys/find-key.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { createKey } from '../auth/keys.ts';
import { createSignInToken } from '../auth/sign-in.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

export function addKeyRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const tried = (dryRun: boolean) => (dryRun ? rehearsal(deps.db) : deps.db);

  serve(
    app,
    'createKey',
    async ({ query: { dry_run }, body: { name, scopes, expires_in_days: life_days }, request, reply }) => {
      // It ends with its user, and may do no more.
      const user_id = request.caller?.user?.id ?? null;
      const made_by_key_id = request.caller?.key?.id ?? null;
      const asked = { name, scopes: [...new Set(scopes)], user_id, made_by_key_id, life_days };
      const made = await tried(dry_run).transaction((tx) => createKey(tx, asked));
      if (dry_run) return { ...made, id: null, key: null, dry_run: true as const };
      reply.status(201);
      return made;
    },
  );

  serve(app, 'listKeys', ({ query }) =>
    answerPage(deps.db, keyListing, query, ({ id, name, scopes, user, made_by_key, ...row }) => ({
      ...{ id, name, scopes, user: user && { id: user.id, name: user.name }, made_by_key },
      ...{ created_at: row.wall_created_at, seen_at: row.wall_seen_at },
      ...{ expires_at: row.wall_expires_at, revoked_at: row.wall_revoked_at },
    })),
  );

  serve(app, 'revokeKey', async ({ params: { id }, query: { dry_run }, reply }) => {
    if (!(await tried(dry_run).transaction((tx) => revokeKey(tx, id)))) throw notFound('key', id);
    if (dry_run) return { id, dry_run: true as const };
    return reply.status(204).send();
  });

  /** For `/console/?token=…`. */
  serve(app, 'createSignInToken', async ({ query: { dry_run }, request: { caller }, reply }) => {
    if (dry_run) return { token: null, dry_run: true as const };
    reply.status(201);
    const target = { kind: 'session', id: null };
    await recordChange(deps.db, { did: 'made a link that signs a browser in, once', target });
    return {
      token: createSignInToken(deps.keys.current.key, {
        user_id: caller?.user?.id ?? null,
        key_id: caller?.key?.id ?? null,
      }),
    };
  });
}

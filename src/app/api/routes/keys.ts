import type { FastifyInstance } from 'fastify';
import { keyListing, revokeKey } from '../../../runtime/store/keys/find-key.ts';
import { createKey } from '../auth/keys.ts';
import { createSignInToken } from '../auth/sign-in.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

export function addKeyRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'createKey', async ({ body: { name, scopes }, reply }) => {
    reply.status(201);
    return createKey(deps.db, { name, scopes: [...new Set(scopes)] });
  });

  serve(app, 'listKeys', ({ query }) =>
    answerPage(deps.db, keyListing, query, ({ id, name, scopes, wall_created_at, wall_revoked_at }) => ({
      ...{ id, name, scopes },
      created_at: wall_created_at,
      revoked_at: wall_revoked_at,
    })),
  );

  serve(app, 'revokeKey', async ({ params: { id }, reply }) => {
    if (!(await revokeKey(deps.db, id))) throw notFound('key', id);
    return reply.status(204).send();
  });

  /** For `/?token=…`. */
  serve(app, 'createSignInToken', ({ reply }) => {
    reply.status(201);
    return { token: createSignInToken(deps.keys.current.key) };
  });
}

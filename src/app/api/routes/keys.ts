import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listKeys, revokeKey } from '../../../runtime/store/keys/find-key.ts';
import { SCOPES } from '../../../runtime/store/keys/insert-key.ts';
import { createKey } from '../auth/keys.ts';
import { createSignInToken } from '../auth/sign-in.ts';
import type { ApiDeps } from '../context.ts';
import { PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, readBody, readQuery } from '../problem.ts';

const newKey = z.strictObject({
  name: z.string().trim().min(1).max(100).default('unnamed'),
  scopes: z.array(z.enum(SCOPES)).min(1),
});

export function addKeyRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const admin = { config: { scope: 'admin' } } as const;

  app.post('/keys', admin, async (request, reply) => {
    const { name, scopes } = readBody(newKey, request.body);
    return reply.status(201).send(await createKey(deps.db, { name, scopes: [...new Set(scopes)] }));
  });

  app.get('/keys', admin, async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const rows = await listKeys(deps.db, { before: readCursor(cursor), limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => id,
      ({ id, name, scopes, wall_created_at, wall_revoked_at }) => ({
        ...{ id, name, scopes },
        created_at: wall_created_at,
        revoked_at: wall_revoked_at,
      }),
    );
  });

  app.delete<{ Params: { id: string } }>('/keys/:id', admin, async ({ params: { id } }, reply) => {
    if (!(await revokeKey(deps.db, id))) throw notFound('key', id);
    return reply.status(204).send();
  });

  /** For `/?token=…`. */
  app.post('/sign-in-tokens', admin, (_, reply) =>
    reply.status(201).send({ token: createSignInToken(deps.keys.current.key) }),
  );
}

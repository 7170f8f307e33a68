import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endSession } from '../../../runtime/store/sessions/end-session.ts';
import { listSessions } from '../../../runtime/store/sessions/find-session.ts';
import type { ApiDeps } from '../context.ts';
import { PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, readQuery } from '../problem.ts';

/** Who is signed in to the page, and the end of it. */
export function addSessionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const admin = { config: { scope: 'admin' } } as const;

  app.get('/sessions', admin, async ({ query, caller }) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), query);
    const rows = await listSessions(deps.db, { before: readCursor(cursor), limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => id,
      ({ id, key_id, scopes, address, user_agent, wall_created_at, wall_seen_at, wall_expires_at }) => ({
        ...{ id, key_id, scopes, address, user_agent },
        created_at: wall_created_at,
        seen_at: wall_seen_at,
        expires_at: wall_expires_at,
        is_yours: id === caller?.session_id,
      }),
    );
  });

  app.delete<{ Params: { id: string } }>('/sessions/:id', admin, async ({ params: { id } }, reply) => {
    if (!(await endSession(deps.db, { id }))) throw notFound('session', id);
    return reply.status(204).send();
  });
}

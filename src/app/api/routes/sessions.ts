import type { FastifyInstance } from 'fastify';
import { endSession } from '../../../runtime/store/sessions/end-session.ts';
import { sessionListing } from '../../../runtime/store/sessions/find-session.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

/** Who is signed in to the page, and the end of it. */
export function addSessionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'listSessions', ({ query, request: { caller } }) =>
    answerPage(
      deps.db,
      sessionListing,
      query,
      ({ id, key_id, scopes, address, user_agent, wall_created_at, wall_seen_at, wall_expires_at }) => ({
        ...{ id, key_id, scopes, address, user_agent },
        created_at: wall_created_at,
        seen_at: wall_seen_at,
        expires_at: wall_expires_at,
        is_yours: id === caller?.session_id,
      }),
    ),
  );

  serve(app, 'endSession', async ({ params: { id }, reply }) => {
    if (!(await endSession(deps.db, { id }))) throw notFound('session', id);
    return reply.status(204).send();
  });
}

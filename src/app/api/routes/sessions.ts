import type { FastifyInstance } from 'fastify';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { endSession } from '../../../runtime/store/sessions/end-session.ts';
import { sessionListing } from '../../../runtime/store/sessions/find-session.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

/** Adds the routes that list who is signed in to the page, and end their sessions. */
export function addSessionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'listSessions', ({ query, request: { caller } }) =>
    answerPage(
      deps.db,
      sessionListing({ user_id: onlyOf(caller) }),
      query,
      ({ id, user, key_id, scopes, address, user_agent, wall_created_at, wall_seen_at, wall_expires_at }) => ({
        user: user && { id: user.id, name: user.name },
        ...{ id, key_id, scopes, address, user_agent },
        created_at: wall_created_at,
        seen_at: wall_seen_at,
        expires_at: wall_expires_at,
        is_yours: id === caller?.session_id,
      }),
    ),
  );

  serve(app, 'endSession', async ({ params: { id }, query: { dry_run }, request: { caller }, reply }) => {
    const ended = await (dry_run ? rehearsal(deps.db) : deps.db).transaction(async (tx) => {
      if (!(await endSession(tx, { id, user_id: onlyOf(caller) }))) return false;
      await recordChange(tx, { did: `ended the session ${id}`, target: { kind: 'session', id } });
      return true;
    });
    if (!ended) throw notFound('session', id);
    if (dry_run) return { id, dry_run: true as const };
    return reply.status(204).send();
  });
}

/** Limits whoever is no owner to the own sessions, which alone they see and end. */
const onlyOf = (caller: Caller | null): string | undefined =>
  caller?.user && caller.user.role !== 'owner' ? caller.user.id : undefined;

import type { FastifyRequest } from 'fastify';
import type { Actor, Via } from '../../../runtime/store/audit-log/acting.ts';
import type { Caller } from './authenticate.ts';

/** Names whoever asks, as the audit log does. */
export const actorOf = (request: FastifyRequest, { user, key, session_id }: Caller): Actor => ({
  user: user && { id: user.id, name: user.name },
  ...{ key, session_id, address: request.ip },
  via: session_id === null ? viaOf(request.headers['user-agent']) : 'page',
});

/** Our own programs say what they are; the rest is whatever calls the API. */
function viaOf(agent = ''): Via {
  const [, own] = /^overture-(cli|mcp)\b/.exec(agent) ?? [];
  return own === 'cli' || own === 'mcp' ? own : 'api';
}

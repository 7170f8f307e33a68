import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, unavailableError } from '../answers/service-error.ts';
import { ensureWorld } from '../channels/sandbox/world/ensure-world.ts';
import type { Owner } from '../context/owner.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { authenticate } from '../http/authenticate.ts';
import { bodyOf } from '../http/read-request.ts';

export interface SandboxCall {
  readonly owner: Owner;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Virtual time, epoch ms. */
  readonly now: number;
}

export interface SandboxRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/sandbox`, in Fastify's form. */
  readonly path: string;
  handle(call: SandboxCall): Promise<object>;
}

/** The control's own habits: the owner's key, but no envelope, no log, no charge, no rate limit and no faults. */
export function registerSandboxRoute(app: FastifyInstance, context: ServiceContext, route: SandboxRoute): void {
  app.route({
    method: route.method,
    url: route.path,
    async handler(request) {
      const owner = await authenticate(context, request);
      const now = context.clock.now();
      await context.db.transaction((tx) => ensureWorld(tx, owner.user_id, now));
      return route.handle({
        owner,
        // Fastify's path parameters are strings by construction.
        path: request.params as Record<string, string>,
        body: bodyOf(request),
        now,
      });
    },
  });
}

/** Plain `{error: {code, message}}`. */
export function answerError(context: Pick<ServiceContext, 'log'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = error instanceof ServiceError && error.cause === undefined;
    if (!known) context.log.error({ err: error, request_id: request.id }, 'a sandbox call failed');
    const { status, code, message, headers } =
      error instanceof ServiceError
        ? error
        : (unavailableError(error) ??
          new ServiceError('INTERNAL_ERROR', 'something went wrong in the sandbox: the log of the service says what'));
    return reply.code(status).headers(headers).send({ error: { code, message } });
  };
}

export const sandboxNotFound = (message: string): ServiceError =>
  new ServiceError('INVALID_PARAMS', message, { status: 404 });

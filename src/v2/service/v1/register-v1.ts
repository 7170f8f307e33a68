import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ACTIONS } from '../../contract/actions.ts';
import { CATEGORY_PATHS } from '../../contract/endpoints.ts';
import { V1_MAPPINGS, type V1Mapping } from '../../contract/v1.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admit } from '../http/admit.ts';
import { runV1Action } from './run-v1-action.ts';
import { runV1Endpoint } from './run-v1-endpoint.ts';
import { setTokenCookie } from './token-cookie.ts';
import { DEPRECATION_HEADER, type GivenAnswer, v1Body, v1Status } from './v1-answer.ts';
import { v1Login, v1Verify } from './v1-login.ts';
import { v1Webhooks } from './v1-webhooks.ts';

type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<GivenAnswer | null>;

/** spec: Versioning: every path of the mapping, carried out by the handlers of V2 and answered in the form of V1. */
export function registerV1(app: FastifyInstance, context: ServiceContext): void {
  const runs = endpointRuns(context);
  for (const mapping of V1_MAPPINGS) {
    for (const method of mapping.methods) {
      const run = mapping.action === null ? runs[`${method} ${mapping.v1}`] : actionRun(context, mapping);
      if (!run) throw new Error(`nothing carries out ${method} ${mapping.v1}`);
      app.route({
        method,
        url: mapping.v1.replace('{id}', ':id'),
        onRequest: [announceSuccessor(context, mapping), admit(context, null)],
        async handler(request, reply) {
          const answer = await run(request, reply);
          return answer === null ? reply : send(reply, answer);
        },
      });
    }
  }
}

function actionRun(context: ServiceContext, { v1, v2, action }: V1Mapping): Run {
  const definition = ACTIONS.find((one) => one.action === action && CATEGORY_PATHS[one.category].includes(v2));
  if (!definition) throw new Error(`${v1} leads to no action`);
  return (request, reply) => runV1Action(context, definition, request, reply);
}

function endpointRuns(context: ServiceContext): Readonly<Record<string, Run | undefined>> {
  const [login, verify] = [v1Login(context), v1Verify(context)];
  const webhooks = Object.entries(v1Webhooks(context)).map(([route, endpoint]): [string, Run] => [
    route,
    (request, reply) => runV1Endpoint(context, endpoint, request, reply),
  ]);
  const secure = context.settings.base_url.startsWith('https:');
  const signedIn =
    (run: Run): Run =>
    async (request, reply) => {
      const answer = await run(request, reply);
      if (answer) setTokenCookie(reply, answer, { secure });
      return answer;
    };
  return {
    'POST /v1/auth/login': signedIn((request, reply) => runV1Endpoint(context, login, request, reply)),
    'POST /v1/auth/verify': signedIn((request, reply) => runV1Endpoint(context, verify, request, reply)),
    ...Object.fromEntries(webhooks),
  };
}

/** RFC 9745 and RFC 8288: that the path is deprecated, and where it went. */
function announceSuccessor({ settings }: ServiceContext, { v2 }: V1Mapping) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id = '' } = request.params as { readonly id?: string };
    const successor = settings.base_url + v2.replace('{webhook_id}', encodeURIComponent(id));
    reply.headers({ ...DEPRECATION_HEADER, link: `<${successor}>; rel="successor-version"` });
  };
}

function send(reply: FastifyReply, { http_status, response, replayed }: GivenAnswer): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  const code = 'error' in response ? (response.error as { code: string }).code : undefined;
  return reply.code(v1Status(http_status, code)).send(v1Body(response));
}
